import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { propertySeed as seed } from '../property/seeded.js'
import { patience } from '../support/patience.js'
import { killable, type Killable, type Part } from './killable.js'

/** Kills of each part; KILL_RUNS=50 runs the full number. The seed determines their times. */
const runs = Number(process.env['KILL_RUNS'] ?? 2)
// Each start of the service adds a listener for the exit of this process.
process.setMaxListeners(0)

/** Pseudorandom numbers from 0 to 1, from the seed (Park and Miller's generator). */
function random(): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

const lanes = 4
/** Batches of a round; a breakdown reports at most 1,000 items separately. */
const mostBatches = 90
const itemsOfBatch = 10

interface Load {
  /** Resolves when each batch that was started has been acknowledged. */
  stop(): Promise<void>
  readonly sent: { readonly events: Set<string>; readonly logs: Set<string> }
  /** Responses that no client should get. */
  readonly odd: Set<string>
  readonly refused: number
  readonly acknowledged: number
}

/** Clients that send batches as fast as they are answered, repeating each until it is acknowledged. */
function load({ url, key }: Killable, round: number): Load {
  const sent = { events: new Set<string>(), logs: new Set<string>() }
  const odd = new Set<string>()
  const count = { refused: 0, acknowledged: 0, begun: 0 }
  let stopping = false

  async function send(path: string, body: string): Promise<boolean> {
    try {
      const headers = { authorization: `Bearer ${key}` }
      const signal = AbortSignal.timeout(patience)
      const answer = await fetch(url + path, { method: 'POST', headers, body, signal })
      const text = await answer.text()
      if (answer.status === 202) return true
      if (answer.status !== 503 || answer.headers.get('retry-after') === null)
        odd.add(`${answer.status} ${text.slice(0, 200)}`)
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') odd.add('no answer')
    }
    count.refused++
    return false
  }

  async function lane(): Promise<void> {
    while (!stopping && count.begun < mostBatches) {
      const logs = count.begun++ % 3 === 2
      const ids = Array.from({ length: itemsOfBatch }, () => randomUUID())
      const lines = ids.map((n) =>
        logs
          ? { message: { n, round: String(round) }, message_id: n }
          : { event: 'e', device_id: n, message_id: n, properties: { n, round: String(round) } },
      )
      for (const n of ids) sent[logs ? 'logs' : 'events'].add(n)
      const body = lines.map((line) => JSON.stringify(line)).join('\n')
      while (!(await send(logs ? '/v1/logs' : '/v1/events', body))) await pause(20)
      count.acknowledged++
    }
  }
  const all = Promise.all(Array.from({ length: lanes }, lane))
  return {
    sent,
    odd,
    get refused() {
      return count.refused
    },
    get acknowledged() {
      return count.acknowledged
    },
    async stop() {
      stopping = true
      await all
    },
  }
}

async function rounds(t: Test, service: Killable, parts: readonly Part[]): Promise<void> {
  const next = random()
  const totals = { events: 0, logs: 0 }
  let refused = 0
  for (let round = 0; round < runs * parts.length; round++) {
    const part = parts[round % parts.length] ?? 'service'
    const clients = load(service, round)
    await pause(next() * 400)
    await service.kill(part)
    await clients.stop()
    refused += clients.refused
    if (part !== 'service') t.same([...clients.odd], [], `round ${round}: nothing but 202 and 503`)
    for (const metric of ['events', 'logs'] as const) {
      const counts = await service.counts(metric, round)
      const wrong = [...clients.sent[metric]].filter((n) => counts.get(n) !== 1)
      t.same(wrong, [], `round ${round}, ${part}: each of ${clients.sent[metric].size} ${metric} once`)
      totals[metric] += clients.sent[metric].size
    }
  }
  t.equal(await service.total('events'), totals.events)
  t.equal(await service.total('logs'), totals.logs)
  const differing = await service.differing()
  t.ok(differing.length > 1 && differing.every((days) => days.length === 0), 'the rollups say the same')
  t.ok(refused > 0, 'some were refused and sent again')
  t.comment(`${totals.events + totals.logs} items, ${refused} refusals`)
}

const name = (what: string): string => `${what} (PROPERTY_SEED=${seed})`

await t.test(name('the service and ClickHouse are killed under load'), async (t) => {
  await rounds(t, await killable(t, 'clickhouse'), ['service', 'ClickHouse'])
})

await t.test(name('the service and Postgres are killed under load'), async (t) => {
  await rounds(t, await killable(t, 'postgres'), ['service', 'Postgres'])
})
