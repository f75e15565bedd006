import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import { testService } from '../support/service.js'
import { everyStore as stores } from '../support/every-store.js'

/** One device with this many events in one millisecond. */
const events = 100_000
const steps = (count: number, step: (index: number) => object): object => ({
  steps: Array.from({ length: count }, (_, index) => step(index)),
  range: '2024-05-01,2024-05-31',
})
const hostile: Readonly<Record<string, object>> = {
  'the same event three times': steps(3, () => ({ event: 'e' })),
  'ten conditions that all events meet': steps(10, (index) => ({
    event: 'e',
    filters: [{ field: 'n', operator: 'gte', value: -index }],
  })),
  'the same in strict order': {
    ...steps(5, (index) => ({ event: 'e', filters: [{ field: 'n', operator: 'gte', value: -index }] })),
    order: 'strict',
  },
  'in any order': { ...steps(4, () => ({ event: 'e' })), order: 'any' },
}

/**
 * Megabytes of the budget. ClickHouse enforces it itself. Postgres has budgets only per sort and hash, so its
 * processes are observed from outside and may use somewhat more.
 */
const memory = 256

/**
 * Returns a function for the megabytes that Postgres's processes use for queries on this database, and their
 * maximum.
 */
async function watchMemory(t: Test, connectionString: string): Promise<() => Promise<number>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  t.teardown(() => client.end())
  let most = 0
  return async () => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE starts_with(application_name, 'sextant-analytics') AND datname = current_database()`,
    )
    const own = rows.map(async ({ pid }) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0)
    })
    const held = (await Promise.all(own)).reduce((sum, one) => sum + one, 0) / 1024
    most = Math.max(most, held)
    return most
  }
}

for (const one of stores.filter(({ name }) => name !== 'memory'))
  await t.test(`${one.name}: a device with ${events} events of one millisecond`, async (t) => {
    const environment = {
      QUERY_MEMORY: String(memory),
      // These run the ten conditions until their time is over, which tells nothing after the first seconds.
      ...(one.name === 'Postgres' && { QUERY_TIMEOUT: '30' }),
      ...(one.name === 'DuckDB' && { QUERY_TIMEOUT: '10' }),
    }
    const service = await testService(t, { store: one, environment })
    const held = await watchMemory(t, service.recordsUrl)
    const { id, ingestKey } = await service.workspace()
    const timestamp = Date.UTC(2024, 4, 10)
    const lines = Array.from({ length: events }, (_, n) => ({
      event: 'e',
      device_id: 'd',
      timestamp,
      properties: { n },
    }))
    for (let from = 0; from < events; from += 10_000) {
      const body = lines
        .slice(from, from + 10_000)
        .map((line) => JSON.stringify(line))
        .join('\n')
      const { status } = await service.call('POST', '/v1/events', { body, token: ingestKey })
      t.equal(status, 202)
    }
    for (const [name, body] of Object.entries(hostile)) {
      const under = new Set(['way'])
      const asked = service
        .call('POST', '/api/v1/funnels', { workspace: id, body })
        .finally(() => under.clear())
      let beside = 0
      while (under.size > 0) {
        const { status } = await service.call('GET', '/api/v1/metrics/dau', {
          workspace: id,
          query: { range: '2024-05-10,2024-05-10' },
        })
        t.equal(status, 200, `${name}: another question is answered meanwhile`)
        beside++
        await held()
        await pause(100)
      }
      const { status, body: answer } = await asked
      t.ok(beside > 0)
      const most = await held()
      if (one.name === 'Postgres')
        t.ok(most > 0 && most < 2 * memory, `${name}: memory is bounded (${Math.ceil(most)} MB)`)
      if (status === 504) t.equal(answer['error'], 'TIMEOUT', name)
      else {
        t.equal(status, 200, name)
        const counts = (answer.data.steps as { count: number }[]).map(({ count }) => count)
        t.strictSame(
          counts,
          counts.map(() => 1),
          `${name}: the device gets through`,
        )
      }
    }
  })
