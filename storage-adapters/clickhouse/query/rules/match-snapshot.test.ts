import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import * as plan from '../../../../contract/index.js'
import type { Expr, Relation } from '../../../../contract/index.js'
import { dayMs } from '../../../sql/edges.js'
import { optimize } from '../../../sql/optimizer.js'
import { nothingPromoted } from '../../../sql/promoted/columns.js'
import { mostRelated } from '../../views/activity-snapshot/related.js'
import { mostLate } from '../../views/person-map/late.js'
import { bindLate, noChanges } from '../../views/activity-snapshot/late-lists.js'
import type { ActivitySnapshot } from '../../views/activity-snapshot/snapshot.js'
import { rollupSet } from '../../views/rollups/tables.js'
import { createClickHouseStore } from '../../store.js'
import { silentLog } from '../../../../test/support/silent-log.js'
import { compileQuery } from '../compile-query.js'
import { clickhouseFacts, clickhouseRules } from './index.js'
import { matchedBits, matchSnapshot } from './match-snapshot.js'

const start = Date.UTC(2024, 0, 1)
const workspace = { id: 'ws_1', number: 1 }
const snapshot: ActivitySnapshot = {
  ...{ generation: 7, devices: 1_000, first: start - dayMs },
  parts: { events: [{ name: 'all_1_1_0', time: 1 }], links: [] },
  persons: null,
}
const views = rollupSet(1)
const { column } = plan
const rows = plan.scan('events', start, start + 7 * dayMs)
const perDay = (input: Relation, every = dayMs): Relation => {
  const edges = Array.from({ length: (7 * dayMs) / every + 1 }, (_, index) => start + index * every)
  const by = { bucket: plan.bucket(column('timestamp'), edges) }
  return plan.aggregate(input, by, { persons: plan.countDistinct(column('person')) })
}
const whose = (condition: Expr): Relation => perDay(plan.where(rows, condition))
const known = plan.not(plan.missing(column('user_id')))

/** Plans, and whether the snapshot answers them. */
const plans: readonly (readonly [string, Relation, boolean])[] = [
  ['persons of each day', perDay(rows), true],
  ['identified persons of each day', whose(plan.and(known)), true],
  ['persons of each half a day', perDay(rows, dayMs / 2), false],
  ['persons of a country', whose(plan.equals(column('country'), plan.text('IT'))), false],
  ['before the first kept day', perDay(plan.scan('events', start - 9 * dayMs, start + 7 * dayMs)), false],
  ['events of each day', plan.aggregate(rows, {}, { n: plan.count() }), false],
]

t.test('questions about whole days of all persons read the snapshot', (t) => {
  for (const [name, asked, fits] of plans) {
    const { plan: viewed } = optimize(asked, clickhouseRules, {
      ...clickhouseFacts(null, null),
      ...{ views, promoted: nothingPromoted, sessions: null },
    })
    const { fired } = optimize(viewed, [matchSnapshot], { snapshot, held: false, form: 'whole' })
    t.equal(fired.length === 1, fits, name)
    const query = compileQuery(workspace, asked, { views, snapshot })
    t.equal(query.snapshot !== null, fits, name)
    t.notMatch(query.text, 'person_days', 'the statement without the snapshot reads the view')
    if (query.snapshot === null) continue
    const { whole, newer, changed } = query.snapshot
    t.same([whole.reads, whole.rules?.at(-1)], [['person_days'], 'match-snapshot'])
    for (const { reads } of [newer(), changed()]) t.same(reads, ['person_days', 'device_slots'])
    t.equal(matchedBits(whole.fired?.at(-1)?.plan ?? asked).length, 1)
  }
  t.end()
})

t.test('changes are bound to the compiled statement', (t) => {
  const changed = compileQuery(workspace, perDay(rows), { views, snapshot }).snapshot?.changed()
  if (changed === undefined) throw new Error('the snapshot does not answer')
  const most = mostRelated + mostLate
  const many = Array.from({ length: most }, (_, index) => 2n ** 64n - 1n - BigInt(index))
  const counted = many.map((person) => ({ person, words: [5n, 5n, 5n, 5n], replaces: true, linked: false }))
  const changes = {
    ...{
      devices: new Map([[3n, 4n]]),
      partial: [],
      merged: ['202401_1_9_2'],
      slots: [1_704_067_200, 1_704_068_100],
    },
    counted,
  }
  const bound = bindLate(changed, changes)
  t.equal(bound.text, changed.text)
  const lists = Object.values(bound.parameters).filter(Array.isArray) as unknown[][]
  const [persons = []] = lists.filter((list) => list[0] === many[0])
  t.same(persons, many)
  t.ok(`[${persons.join()}]`.length <= 128 * 1024, "below the server's limit")
  t.ok(lists.some((list) => list.length === most && list.every((words) => words === 5n)))
  t.ok(lists.some((list) => list.length === 1 && list[0] === 4n))
  t.ok(lists.some((list) => String(list) === '1704067200,1704068100'))
  t.ok(lists.some((list) => String(list) === '202401_1_9_2'))
  t.end()
})

t.test('changes are bound to the form by groups, too', (t) => {
  const changed = compileQuery(workspace, perDay(rows), { views, snapshot }).snapshot?.changed()
  if (changed === undefined) throw new Error('the snapshot does not answer')
  const changes = { ...noChanges, slots: [1_704_067_200] }
  const bound = bindLate({ ...changed, byGroups: () => changed }, changes).byGroups?.()
  t.strictSame(bound?.parameters, bindLate(changed, changes).parameters)
  t.notSame(bound?.parameters, changed.parameters)
  t.equal(bindLate(changed, changes).byGroups ?? null, null)
  t.end()
})

t.test('the same plan and facts give the same statements, without side effects', async (t) => {
  let requests = 0
  const server = createServer((_, response) => {
    requests++
    response.writeHead(500).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const store = createClickHouseStore({ connection: { url: `http://127.0.0.1:${port}` }, log: silentLog })
  t.teardown(async () => {
    await store.close()
    server.close()
  })
  const facts = Object.freeze({
    views: [],
    ...{ generation: 3, snapshot: Object.freeze(snapshot), promoted: new Map() },
  })
  for (const [name, asked] of plans)
    t.strictSame(store.compile(workspace, asked, facts), store.compile(workspace, asked, facts), name)
  t.match(store.compile(workspace, perDay(rows), facts).text, 'device_slots_3')
  t.match(store.compile(workspace, perDay(rows)).text, 'events_v1', 'without facts it reads the rows')
  await pause(100)
  t.equal(requests, 0, 'the engine gets no request')
})
