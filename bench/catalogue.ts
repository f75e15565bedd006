import { benchEngines, medians } from './engine.js'
import { benchService, type BenchWorkspace } from './service.js'

/**
 * npm run bench:catalogue -- [names]: a client that puts ids into the names of properties, on embedded ClickHouse. It
 * sends events of 20 names in requests of 1, 100 and 10,000 events. Prints what a neighbour waits for meanwhile and
 * what is asked for afterwards, as ratios to before, and the lists of names of a workspace that is full.
 */
const names = Number(process.argv[2] ?? 1_000_000)
const perEvent = 20
const sizes = [1, 100, 10_000]
/** Of the events, those in requests of each size: small requests are many. */
const shares = [0.02, 0.28, 0.7]

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
let made = 0
const odd = (n: number): object => ({
  event: 'seen',
  device_id: `device ${n % 500}`,
  properties: Object.fromEntries(Array.from({ length: perEvent }, () => [`seen ${made++}`, n])),
})

const range = 'range=30d'
const dau = { path: `metrics/dau?${range}` }
const breakdown = { path: `metrics/events?${range}&breakdown=plan` }

/** Milliseconds of each, many times; the 95th percentile. */
async function p95(work: () => Promise<unknown>, goesOn: () => boolean): Promise<number> {
  const times: number[] = []
  while (goesOn() || times.length < 20) {
    const begin = performance.now()
    await work()
    times.push(performance.now() - begin)
  }
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.95)] ?? 0
}

const [culprit, neighbour] = [await service.workspace('culprit'), await service.workspace('neighbour')]
const batch = Array.from({ length: 10_000 }, (_, n) => usual(n))
for (const workspace of [culprit, neighbour]) for (let n = 0; n < 10; n++) await send(workspace, batch)

const rounds = (count: number) => {
  let left = count
  return () => left-- > 0
}
const own = { dau: () => culprit.ask(dau), breakdown: () => culprit.ask(breakdown) }
const before = await medians(own, 15)
const idle = [
  await p95(() => neighbour.ask(dau), rounds(60)),
  await p95(() => send(neighbour, [usual(0)]), rounds(60)),
]

let sending = true
const begin = performance.now()
const storm = (async () => {
  for (const [index, size] of sizes.entries()) {
    const events = Math.round((names / perEvent) * (shares[index] ?? 0))
    for (let sent = 0; sent < events; sent += size)
      await send(
        culprit,
        Array.from({ length: Math.min(size, events - sent) }, (_, n) => odd(n)),
      )
  }
  sending = false
})()
const busy = await Promise.all([
  p95(
    () => neighbour.ask(dau),
    () => sending,
  ),
  p95(
    () => send(neighbour, [usual(0)]),
    () => sending,
  ),
])
await storm
const seconds = (performance.now() - begin) / 1_000
console.log(`${made} names in ${seconds.toFixed(0)} s; every request was answered 202`)
const times = (a: number, b: number): string => `${(a / b).toFixed(1)} times (${a.toFixed(0)} ms)`
console.log(
  `neighbour meanwhile, p95: dau ${times(busy[0], idle[0] ?? 1)}, an event ${times(busy[1], idle[1] ?? 1)}`,
)
const after = await medians(own, 15)
for (const name of ['dau', 'breakdown'] as const)
  console.log(`${name} of the workspace itself afterwards: ${times(after[name] ?? 0, before[name] ?? 0)}`)

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
