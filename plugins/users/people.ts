import {
  aggregate,
  ascending,
  column,
  count,
  descending,
  last,
  max,
  min,
  select,
  sort,
  type Relation,
} from '../../core/contract/index.js'

const shown = ['device_id', 'user_id', 'first_seen', 'last_seen', 'events'] as const
const newest = [column('timestamp'), column('seq')] as const

/**
 * One row a person of these events, the last seen first, then by device (a device is one person's). The device is
 * the one seen last; `user_id` is null for an anonymous device.
 */
export function peopleOf(rows: Relation): Relation {
  const people = aggregate(
    rows,
    { person: column('person') },
    {
      device_id: last(column('device_id'), ...newest),
      user_id: last(column('user_id'), ...newest),
      first_seen: min(column('timestamp')),
      last_seen: max(column('timestamp')),
      events: count(),
    },
  )
  const order = [descending(column('last_seen')), ascending(column('device_id'))]
  return select(sort(people, order), Object.fromEntries(shown.map((name) => [name, column(name)])))
}
