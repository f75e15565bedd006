import { setTimeout as pause } from 'node:timers/promises'
import { benchEngines, medians } from './engine.js'
import { flood, loopDelay, percentile, timesOf, type FloodOrder } from './flood.js'
import { cpuOf } from './processor-time.js'
import { benchService, type BenchWorkspace } from './service.js'

/**
 * npm run bench:catalogue -- [names] [names an hour]: a client that puts ids into the names of properties, on embedded
 * ClickHouse. It sends events of 20 names in requests of 1, 100 and 10,000 events, as fast as it can unless a pace is
 * given. Prints a neighbour's latency meanwhile and the cost of questions afterwards, as ratios to before, and the lists of
 * names of a full workspace. The same events with everyday names separate the cost of names from that of load.
 */
const names = Number(process.argv[2] ?? 1_000_000)
const perHour = process.argv[3] === undefined ? null : Number(process.argv[3])
const perEvent = 20
const idleMs = 15_000
const perSecond = perHour === null ? null : perHour / perEvent / 3_600
/** The share of events in requests of each size: small requests are many. */
const stages: readonly Pick<FloodOrder, 'size' | 'events'>[] = [
  [1, 0.02],
  [100, 0.28],
  [10_000, 0.7],
].map(([size = 1, share = 0]) => ({ size, events: Math.round((names / perEvent) * share) }))

const engines = await benchEngines()
const service = await benchService(engines, engines.store, { clock: Date.now })

async function send({ ingestKey }: BenchWorkspace, events: readonly object[]): Promise<number> {
  const begin = performance.now()
  const response = await fetch(`${service.base}/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ingestKey}` },
    body: events.map((event) => JSON.stringify(event)).join('\n'),
  })
  const body = await response.text()
  if (response.status !== 202) throw new Error(`${response.status} ${body}`)
  return performance.now() - begin
}

const usual = (n: number): object => ({
  event: `event ${n % 5}`,
  device_id: `device ${n % 500}`,
  properties: { plan: ['free', 'pro'][n % 2], total: n % 100 },
})
const range = 'range=30d'
const dau = { path: `metrics/dau?${range}` }
const breakdown = { path: `metrics/events?${range}&breakdown=plan` }

const culprit = await service.workspace('culprit')
/** It gets the same events with everyday names, to separate the cost of rows from that of names. */
const plain = await service.workspace('plain')
const neighbour = await service.workspace('neighbour')
const batch = Array.from({ length: 10_000 }, (_, n) => usual(n))
for (const workspace of [culprit, plain, neighbour]) for (let n = 0; n < 10; n++) await send(workspace, batch)

const before = await medians({ dau: () => culprit.ask(dau), breakdown: () => culprit.ask(breakdown) }, 15)

interface Waits {
  readonly dau: readonly number[]
  readonly event: readonly number[]
}
/** The neighbour's latencies while `work` runs. */
async function waitsDuring(work: Promise<unknown>): Promise<Waits> {
  let runs = true
  const over = work.finally(() => (runs = false))
  const [dauTimes, event] = await Promise.all([
    timesOf(
      () => neighbour.ask(dau),
      () => runs,
    ),
    timesOf(
      () => send(neighbour, [usual(0)]),
      () => runs,
    ),
  ])
  await over
  return { dau: dauTimes, event }
}
const idle = await waitsDuring(pause(idleMs))
const times = (a: number, b: number): string => `${(a / b).toFixed(1)} times (${a.toFixed(0)} ms)`
const waits = ({ dau, event }: Waits): string =>
  [0.5, 0.95]
    .map((share) => {
      const [asked, stored] = [dau, event].map((list) => percentile(list, share)) as [number, number]
      return `p${share * 100} dau ${times(asked, percentile(idle.dau, share))}, an event ${times(stored, percentile(idle.event, share))}`
    })
    .join('; ')

let made = 0
for (const what of ['everyday names', 'new names'] as const) {
  const all: Waits[] = []
  const begun = performance.now()
  for (const stage of stages) {
    const [late, used] = [loopDelay(), cpuOf(engines.clickhouse.pid)]
    const begin = performance.now()
    const from = what === 'new names' ? made : null
    const { base } = service
    const { ingestKey } = what === 'new names' ? culprit : plain
    const found = await waitsDuring(flood({ base, ingestKey, ...stage, perSecond, perEvent, from }))
    if (from !== null) made += stage.events * perEvent
    all.push(found)
    const seconds = (performance.now() - begin) / 1_000
    const cores = (cpuOf(engines.clickhouse.pid) - used) / seconds
    console.log(
      `${what}, ${stage.events} events by ${stage.size} in ${seconds.toFixed(0)} s: neighbour ${waits(found)}; ` +
        `event loop p99 ${late().toFixed(0)} ms late, engine ${cores.toFixed(1)} cores`,
    )
  }
  const whole = { dau: all.flatMap(({ dau }) => dau), event: all.flatMap(({ event }) => event) }
  const seconds = (performance.now() - begun) / 1_000
  console.log(
    `${what}, all in ${seconds.toFixed(0)} s, every request answered 202: neighbour ${waits(whole)}`,
  )
}
console.log(`${made} names`)
async function afterwards(when: string): Promise<void> {
  const after = await medians(
    {
      dau: () => culprit.ask(dau),
      'dau with everyday names': () => plain.ask(dau),
      breakdown: () => culprit.ask(breakdown),
      'breakdown with everyday names': () => plain.ask(breakdown),
    },
    25,
  )
  for (const name of ['dau', 'breakdown'] as const) {
    const [own = 0, other = 1] = [after[name], after[`${name} with everyday names`]]
    console.log(
      `${name} of the workspace itself, ${when}: ${times(own, other)} that after everyday names, ${times(own, before[name] ?? 1)} that before`,
    )
  }
}
await afterwards('at once')
for (const { ref } of [culprit, plain])
  await engines.client.command({ query: `OPTIMIZE TABLE w${ref.number}.events_v1 FINAL` })
await afterwards('after a merge')

for (const query of ['limit=100', 'limit=100&search=4711', 'limit=1000', 'limit=10000']) {
  let bytes = 0
  const { fields } = await medians(
    {
      fields: async () => {
        const response = await fetch(`${service.base}/api/v1/data/sources/events/fields?${query}`, {
          headers: culprit.headers,
        })
        bytes = (await response.text()).length
      },
    },
    15,
  )
  console.log(`fields?${query}: ${(fields ?? 0).toFixed(0)} ms, ${(bytes / 1024).toFixed(0)} KB`)
}
await service.close()
await engines.stop()
