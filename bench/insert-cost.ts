import { setTimeout as pause } from 'node:timers/promises'
import { benchEngines, median } from './engine.js'
import { cpuOf } from './processor-time.js'
import { eventMaker } from './sent-event.js'
import { benchService } from './service.js'

/**
 * npm run bench:insert-cost -- [rounds]: POST /v1/events with batches of 10,000 events into three workspaces in turns:
 * one as it is, one without rollups, one with only the projection of deduplication. Prints the cost of
 * service and engine together, without and with the merges that follow.
 */
const rounds = Number(process.argv[2] ?? 6)
const batchesOfRound = 6
const batchRows = 10_000
/** The dropped projections. */
const variants = {
  'all kept': [],
  'without rollups': ['event_slots_1', 'device_slots_1'],
  'without rollups and by_event': ['event_slots_1', 'device_slots_1', 'by_event'],
} as const

const engines = await benchEngines()
const { client, clickhouse, store } = engines
const service = await benchService(engines, store)
const cpu = (): number => cpuOf(clickhouse.pid) + cpuOf(process.pid)

async function merged(): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const result = await client.query({
      query: 'SELECT count() FROM system.merges',
      format: 'JSONCompactEachRow',
    })
    const [[merges] = []] = await result.json<string[]>()
    quiet = Number(merges) === 0 ? quiet + 1 : 0
    await pause(100)
  }
}

try {
  const workspaces = []
  for (const [name, dropped] of Object.entries(variants)) {
    const workspace = await service.workspace(name.replaceAll(/[ _]/g, '-'))
    for (const projection of dropped)
      await client.command({
        query: `ALTER TABLE w${workspace.ref.number}.events_v1 DROP PROJECTION ${projection}`,
      })
    workspaces.push({
      name,
      workspace,
      seconds: [] as number[],
      inserting: [] as number[],
      whole: [] as number[],
    })
  }
  const event = eventMaker()
  for (let round = -1; round < rounds; round++)
    for (const one of workspaces) {
      const bodies = Array.from({ length: batchesOfRound }, () =>
        Array.from({ length: batchRows }, () => JSON.stringify(event())).join('\n'),
      )
      await merged()
      const [start, used] = [performance.now(), cpu()]
      for (const body of bodies) {
        const headers = { authorization: `Bearer ${one.workspace.ingestKey}` }
        const response = await fetch(`${service.base}/v1/events`, { method: 'POST', headers, body })
        if (response.status !== 202) throw new Error(`answered ${response.status}`)
      }
      const [seconds, inserting] = [(performance.now() - start) / 1000, cpu() - used]
      await merged()
      if (round < 0) continue
      one.seconds.push(seconds)
      one.inserting.push(inserting)
      one.whole.push(cpu() - used)
    }
  const [base] = workspaces.slice(-1)
  const rows = batchesOfRound * batchRows
  console.log(
    '| workspace | rows/s | processor time, µs a row | with merges | throughput | processor time |\n|---|---:|---:|---:|---:|---:|',
  )
  for (const { name, seconds, inserting, whole } of workspaces) {
    const share = (own: readonly number[], other: readonly number[] = []): string =>
      `${(100 * median(own.map((value, at) => value / (other[at] ?? NaN)))).toFixed(0)} %`
    const micros = (list: readonly number[]): string => ((median(list) * 1e6) / rows).toFixed(1)
    console.log(
      `| ${name} | ${Math.round(rows / median(seconds)).toLocaleString('en')} | ${micros(inserting)} | ${micros(whole)} | ${share(base?.seconds ?? [], seconds)} | ${share(inserting, base?.inserting)} |`,
    )
  }
} finally {
  await service.close()
  await engines.stop()
}
