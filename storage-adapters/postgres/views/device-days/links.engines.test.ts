import t from 'tap'
import type { Batch } from '../../../../contract/index.js'
import {
  ask,
  batch,
  check,
  edges,
  event,
  openViews,
  same,
  schema,
  workspace,
} from '../../../../test/support/postgres-views.js'

t.test('a change of links moves the days of their devices', async (t) => {
  const { store, rows, sql } = await openViews(t)
  const links = `${schema}.device_links`
  const link = (device: string, user: string): string =>
    `('${device}', sextant_functions.device_key('${device}'), '${user}', sextant_functions.user_key('${user}'), 1)`
  const insert = `INSERT INTO ${links} (device_id, device, user_id, actor, linked_ms) VALUES`
  const statements: Readonly<Record<string, readonly [text: string, persons: number]>> = {
    'new links': [`${insert} ${link('device 1', 'ann')}, ${link('device 2', 'bob')}`, 5],
    'a link of a device without events': [`${insert} ${link('device 9', 'ann')}`, 5],
    'other users': [
      `UPDATE ${links} SET user_id = 'bob', actor = sextant_functions.user_key('bob') WHERE user_id = 'ann' AND device_id <> 'device 1'`,
      5,
    ],
    'another device': [
      `UPDATE ${links} SET device_id = 'device 3', device = sextant_functions.device_key('device 3') WHERE device_id = 'device 2'`,
      5,
    ],
    'a deleted link': [`DELETE FROM ${links} WHERE device_id = 'device 5'`, 6],
    'links and events of one transaction': [
      `BEGIN; ${insert} ${link('device 0', 'ann')}; DELETE FROM ${schema}.events_v1 WHERE device_id = 'device 4'; COMMIT`,
      4,
    ],
    'no links': [`TRUNCATE ${links}`, 6],
  }
  for (const [name, [statement, persons]] of Object.entries(statements)) {
    await sql(statement)
    const answer = await ask(store)
    t.same(answer, await ask(rows), name)
    t.same(answer[1], [persons, persons, persons, persons], `${name}: persons`)
    t.same(await check(store), same, name)
  }
  // A batch links a device that has events, and has the first events of a linked device.
  const late: Batch = {
    ...batch(6_000, 7),
    links: ['device 1', 'device 11'].map((device_id) => ({ device_id, user_id: 'ann', timestamp: 1 })),
  }
  const events = [...late.events, ...edges.slice(0, -1).map((start) => event(start, 4))].map((one, at) =>
    at % 7 === 0 ? { ...one, device_id: 'device 11' } : one,
  )
  await store.append(workspace, { ...late, events })
  t.same(await ask(store), await ask(rows))
  t.same(await check(store), same)
})
