import { get, type Call } from '../../api/call.js'
import type { PersonName } from '../../people/person.js'
import { askedParameters } from '../../question/asked.js'
import type { Filter } from '../../question/filter.js'
import { filtersCodec } from '../../question/filter-link.js'
import { text } from '../../router/codec.js'
import type { StateOf } from '../../router/use-url-state.js'

export const codecs = { range: text('90d'), filters: filtersCodec }
export type PersonState = StateOf<typeof codecs>

/** The filter for a person's events. A user's events include those of all devices, also from before they were linked. */
export const isOf = ({ user_id, device_id }: PersonName): Filter =>
  user_id === null
    ? { field: 'device_id', operator: 'eq', value: device_id }
    : { field: 'user_id', operator: 'eq', value: user_id }

const asked = (who: PersonName, { range, filters }: PersonState) =>
  askedParameters({ range, filters: [isOf(who), ...filters] })

export const eventsCall = (who: PersonName, state: PersonState): Call =>
  get('/api/v1/metrics/events/raw', asked(who, state))

export const activityCall = (who: PersonName, { range, filters }: PersonState): Call =>
  get('/api/v1/metrics/events', askedParameters({ range, granularity: '', filters: [isOf(who), ...filters] }))

const always = { range: 'all_time', filters: [] }

/** The person's single row over all time. */
export const factsCall = (who: PersonName): Call => get('/api/v1/metrics/users/raw', asked(who, always))

/** The newest session, for location and device; the page's total is the number of sessions. */
export const sessionsCall = (who: PersonName): Call =>
  get('/api/v1/metrics/sessions/raw', [...asked(who, always), ['limit', '1'], ['count_total', 'true']])
