import { withQuery, type Call } from '../api/call.js'
import { send } from '../api/send.js'
import type { Page } from '../api/types.js'
import type { PersonRow } from './person.js'

export interface PageAsked {
  readonly limit: number
  readonly offset: number
  readonly count_total?: boolean
}

/** The same request for one page of rows. A GET takes the page as query parameters, a POST in its body. */
export const pageOf = (call: Call, page: PageAsked): Call =>
  call.body === undefined
    ? withQuery(call, { ...page })
    : { ...call, body: { ...(call.body as object), ...page } }

/** The largest page that the API allows, in rows. */
export const mostRows = 10_000

/** All rows of a list, up to mostRows. */
export const allRows = (call: Call): Promise<Page<PersonRow>> =>
  send<Page<PersonRow>>(pageOf(call, { limit: mostRows, offset: 0 }))
