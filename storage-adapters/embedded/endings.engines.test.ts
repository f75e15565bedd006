import { spawn, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { startClickHouse, startPostgres } from './index.js'
import { isAlive } from './processes.js'
import {
  isRoot,
  needsProc,
  log,
  folder,
  eventually,
  sql,
  count,
  parentOf,
  childrenOf,
  accepts,
  program,
} from './test-support.js'

void t.test('a killed program takes its engines with it', async (t) => {
  const directory = folder(t)
  const { child, engines } = await program(directory)
  for (const { pid } of engines) t.ok(await isAlive(pid))
  child.kill('SIGKILL')
  await once(child, 'exit')
  for (const { pid } of engines) await eventually('the end', async () => !(await isAlive(pid)))
  t.pass('both are gone')
})

void t.test('engines that were left behind are stopped first', { skip: needsProc }, async (t) => {
  const directory = folder(t)
  const { child, engines } = await program(directory)
  const [clickhouse, postgres] = engines
  await sql(postgres, 'CREATE TABLE kept AS SELECT 1 AS n')
  await sql(clickhouse, 'CREATE TABLE kept (n UInt64) ENGINE = MergeTree ORDER BY n')
  await sql(clickhouse, 'INSERT INTO kept SELECT number FROM numbers(7)')
  // Both halves of the keeper are killed, and ClickHouse is suspended, so that it cannot notice that its
  // input ended.
  const keeper = parentOf(postgres.pid)
  for (const pid of childrenOf(keeper)) if (pid !== postgres.pid) process.kill(pid, 'SIGKILL')
  process.kill(clickhouse.pid, 'SIGSTOP')
  process.kill(child.pid!, 'SIGSTOP')
  process.kill(keeper, 'SIGKILL')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await pause(300)
  t.ok(await isAlive(postgres.pid), 'Postgres was left behind')
  t.ok(await isAlive(clickhouse.pid), 'ClickHouse was left behind')
  t.teardown(() => {
    for (const { pid } of engines) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended, as expected.
      }
    }
  })
  setTimeout(() => {
    process.kill(clickhouse.pid, 'SIGCONT')
  }, 300)
  const again = await Promise.all([
    startClickHouse({ directory: join(directory, 'c'), log }),
    startPostgres({ directory: join(directory, 'p'), log }),
  ])
  t.teardown(() => Promise.all(again.map((engine) => engine.stop())))
  for (const { pid } of engines) t.notOk(await isAlive(pid))
  t.equal(await count(again[0]), 7)
  t.equal(await count(again[1]), 1)
})

void t.test('a pid file with a foreign process does not keep Postgres from starting', async (t) => {
  const directory = folder(t)
  const first = await startPostgres({ directory, log })
  const file = join(directory, 'data/postmaster.pid')
  const text = readFileSync(file, 'utf8')
  await first.stop()
  const account = isRoot ? { uid: Number(execFileSync('id', ['-u', 'sextant-postgres'])) } : {}
  const stranger = spawn('sleep', ['60'], { ...account, stdio: 'ignore' })
  t.teardown(() => stranger.kill('SIGKILL'))
  writeFileSync(file, text.replace(/^\d+/, String(stranger.pid)))
  if (account.uid !== undefined) chownSync(file, account.uid, account.uid)
  const second = await startPostgres({ directory, log })
  t.teardown(() => second.stop())
  t.ok(await accepts(second))
  t.ok(await isAlive(stranger.pid!), 'the foreign process was left alone')
})
