import t from 'tap'
import type { JsonObject, WorkspaceRef } from '../../../contract/index.js'
import { event, openSandbox, type Sandbox } from '../sandbox/test-workspaces.js'

const objects: readonly JsonObject[] = [
  {},
  { plan: 'pro', total: 5, paid: true },
  { plan: 2, total: 5.25, paid: 'no' },
  { plan: false, total: -0, paid: null },
  {
    total: Number.MAX_SAFE_INTEGER,
    least: -Number.MAX_SAFE_INTEGER,
    tiny: 5e-324,
    large: 1.5e300,
    more: -(2 ** 63),
  },
  { os: { name: 'iOS', version: { major: 17 } }, 'os.name': 'dotted', 'os%2Ename': 'percent' },
  { os: 'flat', '100%': 1, ' ': 2, 'Ü ñ': 'é', '"quoted"': '"\\\n\t' },
  { plan: 'z'.repeat(100_000), paid: '😀'.repeat(50), total: 1e-7 },
  JSON.parse('{"__proto__": "own", "constructor": {"name": 1}}') as JsonObject,
  ...Array.from({ length: 300 }, (_, n) =>
    n % 90 === 0 ? { rare: n, plan: n % 2 === 0 ? n : `p${n}` } : {},
  ),
]
/** Makes the service send all objects of an insert as text. */
const list: JsonObject = { list: [1, 'a', null] }

const rowsOf = (all: readonly JsonObject[]) =>
  all.map((properties, n) => ({ ...event('d', 'e', n, properties), seq: n }))

async function stored(fixture: Sandbox, { number }: WorkspaceRef) {
  return fixture.admin(
    `SELECT seq, toJSONString(properties), toString(JSONAllPathsWithTypes(properties)), toString(JSONSharedDataPaths(properties))
    FROM w${number}.events_v1 WHERE seq < ${objects.length} ORDER BY seq`,
  )
}

t.test('objects sent as columns are stored as their text is', async (t) => {
  const fixture = openSandbox(t)
  const columns = await fixture.workspace({ events: rowsOf(objects) })
  const text = await fixture.workspace({ events: rowsOf([...objects, list]) })
  const found = await stored(fixture, columns)
  t.equal(found.length, objects.length)
  t.strictSame(found, await stored(fixture, text))
  await fixture.append(columns, { events: rowsOf([list]).map((row) => ({ ...row, seq: objects.length })) })
  for (const { number } of [columns, text]) await fixture.command(`OPTIMIZE TABLE w${number}.events_v1 FINAL`)
  t.strictSame(await stored(fixture, columns), await stored(fixture, text), 'also after a merge')
})
