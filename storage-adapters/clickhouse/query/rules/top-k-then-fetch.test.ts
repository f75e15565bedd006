import t from 'tap'
import * as plan from '../../../../contract/index.js'
import type { Expr, Measure, Relation } from '../../../../contract/index.js'
import { topKThenFetch } from '../../../sql/rules/top-k-then-fetch.js'
import { compileQuery } from '../compile-query.js'

const day = 86_400_000
const from = Date.UTC(2024, 0, 1)
const { column } = plan
const time = column('timestamp')
const events = plan.scan('events', from, from + 7 * day)
const present = plan.not(plan.missing(column('session')))
const newest = [plan.descending(time), plan.descending(column('seq'))]
const buys = plan.where(events, plan.equals(column('event_name'), plan.text('buy')))
const members = plan.aggregate(plan.scan('traits'), { member: column('person') }, {})
const among = (input: Relation): Relation =>
  plan.join('inner', input, members, [{ left: 'person', right: 'member' }])

const lastOf = (name: string): Measure => plan.last(column(name), time, column('seq'))
const people = (rows: Relation, by: Expr = column('person'), shown = lastOf('device_id')): Relation =>
  plan.aggregate(rows, { group: by }, { shown, seen: plan.max(time), n: plan.count() })
/** A page's query: the columns without the group, ordered by a cheap column and then a costly one. */
const page = (groups: Relation, limit: number | null = 50): Relation => {
  const columns = Object.fromEntries(['shown', 'seen', 'n'].map((name) => [name, column(name)]))
  const order = [plan.descending(column('seen')), plan.ascending(column('shown'))]
  return plan.sort(plan.select(groups, columns), order, limit, 100)
}
const oneTime = plan.aggregate(events, { known: column('person') }, { before: plan.count() })
const unknown = (groups: Relation): Relation =>
  plan.where(
    plan.join('left', groups, oneTime, [{ left: 'group', right: 'known' }]),
    plan.missing(column('before')),
  )

const workspace = { id: 'ws_1', number: 1 }
const textOf = (relation: Relation): string => compileQuery(workspace, relation).text

/** Plans, and whether the groups on their page are found first. */
const pages: readonly (readonly [string, Relation, boolean])[] = [
  ['persons', page(people(events)), true],
  [
    'persons by a condition on a group',
    page(plan.where(people(events), plan.equals(column('n'), plan.number(2)))),
    true,
  ],
  ['certain persons', page(people(among(buys))), true],
  ['persons who are not among others', page(unknown(people(events))), true],
  ['sessions', page(people(plan.where(events, present), column('session'))), true],
  ['sessions, and the rows without one', page(people(events, column('session'))), false],
  ['countries', page(people(events, column('country'))), false],
  ['a single day', page(people(plan.scan('events', from, from + day))), false],
  ['all of them', page(people(events), null), false],
  ['no costly column', page(people(events, column('person'), plan.min(column('seq')))), false],
  [
    "rows of persons that need each row's person",
    page(people(plan.where(events, plan.missing(column('user_id'))))),
    false,
  ],
]

t.test('columns of a page are read only for its persons and sessions', (t) => {
  for (const [name, relation, expected] of pages)
    t.equal(textOf(relation).includes(' WITH TIES'), expected, name)
  const asked = page(unknown(people(among(buys))))
  const [staged, plain] = [[], [topKThenFetch.name]].map(
    (withoutRules) => compileQuery(workspace, asked, { withoutRules }).text,
  )
  for (const part of ['.traits_v1', 'AS `before`'])
    t.equal(staged?.split(part).length, plain?.split(part).length, `${part} is not asked again`)
  t.end()
})

/** Plans, and whether the days of their first rows are found first. */
const rows: readonly (readonly [string, Relation, boolean])[] = [
  ['the newest rows', plan.sort(events, newest, 10), true],
  ['the oldest rows', plan.sort(buys, [plan.ascending(time)], 10, 20), true],
  ['the newest logs', plan.sort(plan.scan('logs'), newest, 10), true],
  ['a single day', plan.sort(plan.scan('events', from, from + day), newest, 10), false],
  ['all rows', plan.sort(events, newest), false],
  ['another order', plan.sort(events, [plan.ascending(column('seq'))], 10), false],
  ['rows whose persons are costly to find', plan.sort(among(events), newest, 10), false],
]

t.test('the first rows by time are read from their days only', (t) => {
  for (const [name, relation, expected] of rows)
    t.equal(
      /\.day (>= \(SELECT min|<= \(SELECT max)\(/.test(textOf(plan.select(relation, { seq: column('seq') }))),
      expected,
      name,
    )
  t.end()
})

const users = plan.select(events, { user_id: column('user_id'), timestamp: time, seq: column('seq') })

/** Plans, and how many of their joins with the links stream the links (RIGHT JOIN). */
const joins: readonly (readonly [string, Relation, number])[] = [
  ['the newest rows', plan.sort(users, newest, 10), 1],
  ['more than few', plan.sort(users, newest, 20_001), 0],
  ['all rows', plan.sort(users, newest), 0],
  ['the devices of the persons on a page, and whose they are', page(people(events)), 2],
  [
    'the rows of the sessions on a page',
    page(people(plan.where(events, present), column('session'), lastOf('user_id'))),
    1,
  ],
  ['a page of more than few', page(people(events), 20_000), 0],
]

t.test('few rows are joined with the links of their devices only', (t) => {
  for (const [name, relation, expected] of joins)
    t.equal(textOf(relation).split(' RIGHT JOIN ').length - 1, expected, name)
  t.end()
})
