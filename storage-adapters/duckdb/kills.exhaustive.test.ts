import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { aggregate, column, count, property, scan, sum, type Row } from '../../contract/index.js'
import { askStore, compileNow } from '../../core/run/ask-store.js'
import { silentLog } from '../../test/support/silent-log.js'
import { createDuckDbStore } from './store.js'

/** Processes that are killed while they write; KILL_RUNS=50 runs the full number. */
const runs = Number(process.env['KILL_RUNS'] ?? 6)
const workspace = { id: 'ws_1', number: 1 }
const limits = { timeMs: 600_000, memoryBytes: 1e9, rows: 100_000 }
const perBatch = aggregate(scan('events'), { name: column('event_name') }, { n: count() })
const links = aggregate(scan('links'), {}, { n: count() })

/** Writes from this number on, and is killed as soon as it has acknowledged so many. Returns the last one. */
async function killedAfter(directory: string, first: number, acknowledged: number): Promise<number> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'test-writer.js'), directory, String(first)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'close')
  let last = first - 1
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line)
    if (last >= first + acknowledged - 1) child.kill('SIGKILL')
  }
  await ended
  return last
}

t.test('a killed process loses nothing that it has acknowledged, and halves nothing', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'sextant-duckdb-'))
  t.teardown(() => rmSync(directory, { recursive: true }))
  let next = 0
  for (let run = 0; run < runs; run++) {
    const last = await killedAfter(directory, next, 1 + ((run * 7) % 40))
    const store = createDuckDbStore({
      ...{ directory, memoryBytes: 500_000_000, log: silentLog },
      promotion: { most: 3, asks: 1, rows: 0, lookMs: 0, busyMs: 0 },
    })
    const rows = await store.run(store.compile(workspace, perBatch), limits)
    const stored = new Map(rows.map((row: Row) => [row['name'], row['n']]))
    const missing = Array.from({ length: last + 1 }, (_, number) => number).filter(
      (number) => stored.get(`batch ${number}`) !== 10,
    )
    t.strictSame(missing, [], `all of ${last + 1} acknowledged batches`)
    t.ok(stored.size >= last + 1 && stored.size <= last + 2, 'and at most the one that was under way')
    t.ok(
      [...stored.values()].every((n) => n === 10),
      'each whole',
    )
    t.same(await store.run(store.compile(workspace, links), limits), [{ n: stored.size }])
    // Columns of properties that the writer added, filled and dropped: all appended rows are in them.
    const numbers = Array.from({ length: stored.size }, (_, number) => number)
    const expected = [{ n: 10 * numbers.reduce((total, number) => total + number, 0) }]
    for (const name of ['number0', 'number1', 'number2']) {
      const total = aggregate(scan('events'), {}, { n: sum(property(name, 'number')) })
      while (!(await compileNow(store, workspace, total)).text.includes('property_')) {
        t.same(await askStore(store, workspace, total, limits), expected)
        await setTimeout(5)
      }
      t.same(await askStore(store, workspace, total, limits), expected, `${name} in a column of its own`)
    }
    await store.close()
    // The client of the batch that was under way sends it again.
    next = last + 1
  }
})
