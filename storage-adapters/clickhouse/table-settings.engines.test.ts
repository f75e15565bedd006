import t, { type Test } from 'tap'
import type { EventRow, JsonObject, WorkspaceRef } from '../../contract/index.js'
import { event, openSandbox, type Sandbox } from './sandbox/test-workspaces.js'

/**
 * Rows of 20 properties each: `plan` and `total` in every row, 18 of 4,500 names that each recur every 250
 * rows.
 */
const rowsOf = (count: number, from = 0): EventRow[] =>
  Array.from({ length: count }, (_, index) => {
    const n = from + index
    const properties: Record<string, JsonObject[string]> = { plan: n % 2 === 0 ? 'free' : 'pro', total: n }
    for (let i = 0; i < 18; i++) properties[`item ${(n * 18 + i) % 4_500}.${i}`] = i % 2 === 0 ? `v${n}` : n
    return event(`d${n % 50}`, 'view', n, properties)
  })

async function files(fixture: Sandbox, { number }: WorkspaceRef): Promise<number> {
  const [row] = await fixture.admin(
    `SELECT max(files) FROM system.parts WHERE active AND database = 'w${number}' AND table = 'events_v1'`,
  )
  return Number(row?.[0])
}

/** Merges all parts of the events into one. */
async function merged(fixture: Sandbox, { number }: WorkspaceRef): Promise<void> {
  await fixture.command(`OPTIMIZE TABLE w${number}.events_v1 FINAL`)
}

async function answers(t: Test, fixture: Sandbox, { number }: WorkspaceRef, rows: readonly EventRow[]) {
  const stored = await fixture.admin(
    `SELECT toString(toUnixTimestamp64Milli(timestamp)), toJSONString(properties) FROM w${number}.events_v1 ORDER BY timestamp`,
  )
  t.strictSame(
    stored.map(([time, json]) => [
      time,
      keyed(JSON.parse(String(json).replaceAll('%2E', '.')) as JsonObject),
    ]),
    rows.map(({ timestamp, properties }) => [String(timestamp), keyed(properties)]),
    'every property comes back as it was sent',
  )
}

const keyed = (object: JsonObject): unknown => Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))

/** Bound on files per part: the table's columns, its projections and their rollups, and a few properties. */
const boundOfFiles = 1_000

t.test('thousands of names make no thousands of files', async (t) => {
  const fixture = openSandbox(t)
  const rows = rowsOf(500)
  const workspace = await fixture.workspace({ events: rows })
  // Only wide parts have files per name; small parts are compact by default.
  await fixture.command(
    `ALTER TABLE w${workspace.number}.events_v1 MODIFY SETTING min_bytes_for_wide_part = 0`,
  )
  const more = rowsOf(500, 500)
  await fixture.append(workspace, { events: more })
  const inserted = await files(fixture, workspace)
  t.ok(inserted > 50, 'the insert makes a wide part')
  t.ok(inserted < boundOfFiles, `an insert of 4,500 names makes ${inserted} files`)
  await merged(fixture, workspace)
  const after = await files(fixture, workspace)
  t.ok(after > 50 && after < boundOfFiles, `a merge makes ${after} files`)
  await answers(t, fixture, workspace, [...rows, ...more])
})

t.test('tables of an earlier version get the limits, and their parts at the next merge', async (t) => {
  const fixture = openSandbox(t)
  const workspace = await fixture.workspace({})
  const table = `w${workspace.number}.events_v1`
  const names = ['wide', 'compact'].map((part) => `merge_max_dynamic_subcolumns_in_${part}_part`)
  await fixture.command(`ALTER TABLE ${table} RESET SETTING ${names.join(', ')}`)
  await fixture.command(`ALTER TABLE ${table} MODIFY SETTING min_bytes_for_wide_part = 0`)
  const old = `{${Array.from({ length: 900 }, (_, i) => `"old ${i}":"v${i}"`).join(',')}}`
  await fixture.command(
    `INSERT INTO ${table} (timestamp, device_id, event_name, properties) VALUES (1700000000000, 'd', 'old', '${old}')`,
  )
  const before = await files(fixture, workspace)
  t.ok(before > 2_000, `each name has files of its own (${before})`)
  await fixture.command(`ALTER DATABASE w${workspace.number} MODIFY COMMENT ''`)
  await fixture.store.prepare([workspace])
  await merged(fixture, workspace)
  const after = await files(fixture, workspace)
  t.ok(after > 50 && after < boundOfFiles, `the merge leaves ${after}`)
  const [row] = await fixture.admin(
    `SELECT properties.\`old 7\`, length(JSONAllPaths(properties)) FROM ${table}`,
  )
  t.strictSame(row?.map(String), ['v7', '900'])
  const set = await fixture.admin(
    `SELECT name FROM system.tables WHERE database = 'w${workspace.number}' AND engine_full LIKE '%${names[0]}%' ORDER BY name`,
  )
  t.strictSame(set.flat(), ['context_v1', 'events_v1', 'logs_v1', 'metrics_v1', 'traits_v1'])
})

t.test('tables of the first layout merge as rarely as new ones', async (t) => {
  const fixture = openSandbox(t)
  const workspace = await fixture.workspace({})
  const database = `w${workspace.number}`
  const rarely = async (): Promise<readonly unknown[]> => {
    const set = await fixture.admin(
      `SELECT name FROM system.tables WHERE database = '${database}' AND engine_full LIKE '%merge_selector_base = 8%' ORDER BY name`,
    )
    return set.flat()
  }
  const all = ['context_v1', 'events_v1', 'logs_v1', 'metrics_v1', 'traits_v1']
  t.strictSame(await rarely(), all)
  for (const name of all.slice(1))
    await fixture.command(`ALTER TABLE ${database}.${name} RESET SETTING merge_selector_base`)
  await fixture.command(`ALTER DATABASE ${database} MODIFY COMMENT 'sextant layout 1, finished 1'`)
  t.strictSame(await rarely(), all.slice(0, 1))
  await fixture.store.prepare([workspace])
  t.strictSame(await rarely(), all)
})
