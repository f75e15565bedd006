import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { column, scan, select, type Batch } from '../../contract/index.js'
import { createKeptStore } from './kept-store.js'
import { ownFrames } from './own-frames.js'
import { pluginFolder } from './plugin-folder.js'
import { latestOf } from './processes.js'

const base = mkdtempSync(join(tmpdir(), 'sextant-dev-'))
t.teardown(() => rmSync(base, { recursive: true, force: true }))

t.test('rows of the memory store outlive its process', async (t) => {
  const directory = join(base, 'store')
  const [one, two] = [
    { id: 'ws_1', number: 1 },
    { id: 'ws_2', number: 2 },
  ] as const
  const batch = (message_id: string): Batch => {
    const event = { timestamp: 1, event_name: 'open', device_id: 'd', session_id: null, user_id: null }
    return {
      events: [{ ...event, message_id, seq: 1, context: {}, properties: {} }],
      logs: [],
      links: [],
      traits: [],
      contexts: [],
      metrics: [],
    }
  }
  const events = async (workspace = one as typeof one | typeof two): Promise<number> => {
    const store = await createKeptStore(directory)
    await store.start([one, two])
    const query = store.compile(workspace, select(scan('events'), { name: column('event_name') }))
    return (await store.run(query, { timeMs: 1_000, memoryBytes: 1e9, rows: 100 })).length
  }
  const store = await createKeptStore(directory)
  await store.start([one, two])
  await store.append(one, batch('a'))
  await store.append(one, batch('b'))
  await store.append(two, batch('c'))
  t.equal(await events(), 2)
  appendFileSync(join(directory, 'rows.jsonl'), '{"workspace":{"id":"ws_1"')
  t.equal(await events(), 2, 'a line that a kill cut off is removed')
  await store.append(one, batch('d'))
  t.equal(await events(), 3)
  await store.dropWorkspace(two)
  t.equal(await events(two), 0, 'a workspace that is dropped stays empty')
})

t.test('the module of a plugin', async (t) => {
  const entryOf = (content: object | string): string => {
    mkdirSync(join(base, 'plugin'), { recursive: true })
    writeFileSync(
      join(base, 'plugin/package.json'),
      typeof content === 'string' ? content : JSON.stringify(content),
    )
    return pluginFolder(join(base, 'plugin')).entry
  }
  const entry = join(base, 'plugin/a.js')
  const forms = [
    { main: 'a.js' },
    { exports: './a.js', main: './b.js' },
    { exports: { '.': './a.js' } },
    { exports: { types: './a.d.ts', default: './a.js' } },
    { exports: { './package.json': './package.json', '.': { import: { default: './a.js' } } } },
  ]
  for (const form of forms) t.equal(entryOf(form), entry, JSON.stringify(form))
  t.throws(() => entryOf({ exports: { './other': './a.js' } }), { message: /must name the plugin's module/ })
  t.throws(() => entryOf('{'), { message: /package\.json is no JSON: / })
})

t.test("the plugin's own lines of a stack", async (t) => {
  const error = new Error('outside')
  error.stack = 'Error: outside\n    at run (/service/node_modules/x.js:1:1)'
  const inside = new Error('inside')
  inside.stack =
    'Error: inside\n    at one (/plugin/src/a.ts:1:1)\n    at two (/plugin/node_modules/b.js:1:1)\n    at three (/plugin/src/c.ts:1:1)'
  error.cause = inside
  t.strictSame(ownFrames(error, '/plugin'), [
    '    at one (/plugin/src/a.ts:1:1)',
    '    at three (/plugin/src/c.ts:1:1)',
  ])
  t.strictSame(ownFrames('thrown', '/plugin'), [])
})

t.test('calls during a run are one further run, with the latest argument', async (t) => {
  const runs: number[] = []
  let release = (): void => undefined
  const run = latestOf(async (given: number) => {
    runs.push(given)
    await new Promise<void>((resolve) => (release = resolve))
  })
  const first = run(1)
  const [second, third] = [run(2), run(3)]
  t.strictSame(runs, [1])
  release()
  await new Promise(setImmediate)
  t.strictSame(runs, [1, 3])
  release()
  await Promise.all([first, second, third])
  const again = run(4)
  release()
  await again
  t.strictSame(runs, [1, 3, 4])
})
