import { once } from 'node:events'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { patience } from '../../test/support/patience.js'
import { startClickHouse, startPostgres, type RunningEngine } from './index.js'
import { isAlive } from './processes.js'
import { count, eventually, folder, log, messages, program, sql } from './test-support.js'
import { spinning } from './test-spinning.js'

const kindOf = ({ url }: RunningEngine) => (url.startsWith('http') ? 'clickhouse' : 'postgres')

/** After a second, statements are past parsing, in which a signal would still end them. */
const running = {
  clickhouse: `SELECT count() AS n FROM system.processes WHERE query LIKE 'SELECT countSubstrings%' AND elapsed > 1`,
  postgres: `SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT length(translate%'
    AND clock_timestamp() - query_start > '1 s'`,
} as const

async function spinners(engine: RunningEngine): Promise<number> {
  return Number((await sql<{ n: string }>(engine, running[kindOf(engine)]))[0]?.n)
}

/** Starts statements that the engine cannot end, and asks it to end them. */
async function spin(engine: RunningEngine): Promise<void> {
  const kind = kindOf(engine)
  for (let times = 0; times < 2; times++) void sql(engine, spinning[kind]).catch(() => undefined)
  await eventually('two that spin', async () => (await spinners(engine)) === 2)
  const end =
    kind === 'clickhouse'
      ? `KILL QUERY WHERE query LIKE 'SELECT countSubstrings%' ASYNC`
      : `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT length(translate%'`
  await sql(engine, end)
}

async function within<T>(t: Test, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`never: ${what}`)), patience)
  })
  t.teardown(() => clearTimeout(timer))
  return Promise.race([work, late])
}

for (const [name, start] of [
  ['ClickHouse', startClickHouse],
  ['Postgres', startPostgres],
] as const)
  void t.test(`${name} with statements that nothing ends`, async (t) => {
    const engine = await start({ directory: join(folder(t), 'engine'), log })
    t.teardown(() => engine.stop())
    await sql(
      engine,
      `CREATE TABLE kept (n int)${name === 'ClickHouse' ? ' ENGINE = MergeTree ORDER BY n' : ''}`,
    )
    await sql(engine, 'INSERT INTO kept VALUES (1), (2), (3)')

    await t.test('restart() ends them and keeps what was acknowledged, on the same port', async (t) => {
      await spin(engine)
      t.equal(await spinners(engine), 2, 'KILL and terminate do not end them')
      const { pid, url } = engine
      await within(t, 'the restart', Promise.all([engine.restart(), engine.restart()]))
      t.not(engine.pid, pid)
      t.notOk(await isAlive(pid))
      t.equal(engine.url, url)
      t.equal(await spinners(engine), 0)
      t.equal(await count(engine), 3)
      t.equal(
        messages.filter((line) => line.startsWith('restarting the engine') && line.includes(name)).length,
        1,
      )
    })

    await t.test('stop() ends within its own bounds', async (t) => {
      await spin(engine)
      const { pid } = engine
      await within(t, 'the stop', engine.stop())
      t.notOk(await isAlive(pid))
    })
  })

void t.test('a killed program takes its engines with it, whatever they run', async (t) => {
  const { child, engines } = await program(folder(t))
  t.teardown(() => {
    child.kill('SIGKILL')
  })
  await Promise.all(engines.map(spin))
  child.kill('SIGKILL')
  await once(child, 'exit')
  for (const { pid } of engines) await eventually('the end', async () => !(await isAlive(pid)))
  t.pass('both are gone')
})
