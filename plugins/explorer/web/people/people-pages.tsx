import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Call } from '../api/call.js'
import type { Page } from '../api/types.js'
import { useAnswer, type Answer } from '../api/use-answer.js'
import { formatCount } from '../charts/format.js'
import { Pager } from '../ui/pager.js'
import { Answered } from '../ui/states.js'
import { PeopleList } from './people-list.js'
import { pageOf } from './pages.js'
import type { PersonRow } from './person.js'

const pageLength = 50

interface Paged {
  readonly answer: Answer<Page<PersonRow>>
  /** Undefined until it is loaded. */
  readonly total: number | undefined
  readonly offset: number
  readonly move: (offset: number) => void
}

/** The people of a request without limit and offset, page by page. Another request starts at its first page. */
export function usePeoplePages(call: Call): Paged {
  const [offset, move] = useState(0)
  const key = JSON.stringify(call)
  useEffect(() => move(0), [key])
  const answer = useAnswer<Page<PersonRow>>(pageOf(call, { limit: pageLength, offset, count_total: true }))
  return { answer, total: answer.data?.total, offset, move }
}

/** The number of people; screen readers announce changes. */
export const PeopleTotal = ({ pages: { total } }: { readonly pages: Paged }) => (
  <p class="soft" role="status">
    {total === undefined ? '' : `${formatCount(total)} ${total === 1 ? 'person' : 'people'}`}
  </p>
)

interface Props {
  readonly pages: Paged
  readonly empty?: ComponentChildren
}

export const PeoplePages = ({ pages: { answer, total, offset, move }, empty }: Props) => (
  <Answered answer={answer} isEmpty={({ data }) => data.length === 0} empty={empty}>
    {({ data, has_more }) => (
      <>
        <PeopleList rows={data} />
        <Pager
          offset={offset}
          length={data.length}
          limit={pageLength}
          total={total}
          hasMore={has_more}
          onMove={move}
        />
      </>
    )}
  </Answered>
)
