import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AnalyticsStore } from '../core/contract/index.js'
import { createClickHouseStore } from '../storage-adapters/clickhouse/store.js'
import { startClickHouse, startPostgres, type RunningEngine } from '../storage-adapters/embedded/index.js'
import { createPostgresStore } from '../storage-adapters/postgres/store.js'
import { today } from './days.js'
import { median, quiet } from './engine.js'
import { cpuOf, cpuOfFamily } from './processor-time.js'
import { benchService, type BenchService } from './service.js'

/**
 * npm run bench:workspaces -- [workspaces] [engine]: the costs of many workspaces on each engine. Prints what the last workspaces cost
 * to create beside the first ones, the time to ready beside that of a folder with one workspace, and what an idle
 * workspace holds. Each workspace stores twenty events.
 */
const many = Number(process.argv[2] ?? 1_000)
const only = process.argv[3]
/** Workspaces at either end whose costs are compared, and starts of each folder. */
const compared = Math.min(20, Math.floor(many / 2))
const starts = 5
const idleMs = 10_000

type Storage = 'clickhouse' | 'postgres'

interface Running {
  readonly service: BenchService
  readonly store: AnalyticsStore
  readonly engine: RunningEngine
  /** Milliseconds from nothing to a service that listens. */
  readonly ready: number
  /** The same of the engines alone. */
  readonly engines: number
  stop(): Promise<void>
}

async function start(storage: Storage, directory: string): Promise<Running> {
  const begun = performance.now()
  const [clickhouse, postgres] = await Promise.all([
    storage === 'clickhouse'
      ? startClickHouse({ directory: join(directory, 'clickhouse'), log: quiet })
      : null,
    startPostgres({ directory: join(directory, 'postgres'), log: quiet }),
  ])
  const engines = performance.now() - begun
  const store =
    clickhouse === null
      ? createPostgresStore({ connection: postgres, log: quiet })
      : createClickHouseStore({
          connection: { url: clickhouse.url, user: clickhouse.user, password: clickhouse.password },
          log: quiet,
        })
  const stop = async (): Promise<void> => {
    await Promise.all([clickhouse?.stop(), postgres.stop()])
  }
  const service = await benchService({ postgres, stop }, store, {
    environment: { ADMIN_RATE_LIMIT: '1000000' },
  })
  return {
    service,
    store,
    engine: clickhouse ?? postgres,
    ready: performance.now() - begun,
    engines,
    async stop() {
      await service.close()
      await stop()
    },
  }
}

const events = Array.from({ length: 20 }, (_, index) => ({
  timestamp: today + index * 1_000,
  event_name: 'view',
  device_id: `d${index}`,
  session_id: null,
  user_id: null,
  message_id: `m${index}`,
  seq: index,
  context: {},
  properties: { index },
}))

const family = (pid: number): readonly number[] => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
]

/** Kilobytes that no other process shares, and open descriptors, of a process and its children. */
function held(pid: number): { readonly kilobytes: number; readonly descriptors: number } {
  let [kilobytes, descriptors] = [0, 0]
  for (const one of family(pid))
    try {
      const rollup = readFileSync(`/proc/${one}/smaps_rollup`, 'utf8')
      for (const [, size] of rollup.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm))
        kilobytes += Number(size)
      descriptors += readdirSync(`/proc/${one}/fd`).length
    } catch {
      // It ended meanwhile.
    }
  return { kilobytes, descriptors }
}

const cpu = (storage: Storage, { engine }: Running): number =>
  storage === 'clickhouse' ? cpuOf(engine.pid) : cpuOfFamily(engine.pid)

interface Created {
  readonly wall: number
  readonly cpu: number
}

async function create(running: Running, storage: Storage, count: number): Promise<readonly Created[]> {
  const costs: Created[] = []
  for (let index = 0; index < count; index++) {
    const [begun, used] = [performance.now(), cpu(storage, running)]
    const { ref } = await running.service.workspace(`w${index}`)
    costs.push({ wall: performance.now() - begun, cpu: (cpu(storage, running) - used) * 1000 })
    const none = { logs: [], links: [], traits: [], contexts: [], metrics: [] }
    await running.store.append(ref, { ...none, events })
  }
  return costs
}

const ratio = (of: number, to: number): string => (of / to).toFixed(2)
const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length

async function measure(storage: Storage, directory: string): Promise<void> {
  const folders = { one: join(directory, 'one'), many: join(directory, 'many') }
  const created: Partial<Record<keyof typeof folders, readonly Created[]>> = {}
  for (const [name, count] of [
    ['one', 1],
    ['many', many],
  ] as const) {
    const running = await start(storage, folders[name])
    created[name] = await create(running, storage, count)
    await running.stop()
  }
  const costs = created.many ?? []
  const [first, last] = [costs.slice(1, 1 + compared), costs.slice(-compared)]
  for (const what of ['wall', 'cpu'] as const) {
    const [before, after] = [first, last].map((list) => mean(list.map((cost) => cost[what]))) as [
      number,
      number,
    ]
    console.log(
      `| ${storage} | create, ${what} ms, 1st → ${many}th | ${before.toFixed(0)} → ${after.toFixed(0)} | ${ratio(after, before)} |`,
    )
  }

  const ready: Record<keyof typeof folders, number[]> = { one: [], many: [] }
  const engines: Record<keyof typeof folders, number[]> = { one: [], many: [] }
  const idle: Partial<
    Record<keyof typeof folders, { cpu: number; kilobytes: number; descriptors: number; own: number }>
  > = {}
  for (let round = 0; round < starts; round++)
    for (const name of ['one', 'many'] as const) {
      const running = await start(storage, folders[name])
      ready[name].push(running.ready)
      engines[name].push(running.engines)
      if (round === starts - 1) {
        await pause(idleMs)
        const used = cpu(storage, running)
        await pause(idleMs)
        const busy = ((cpu(storage, running) - used) * 1000) / idleMs
        idle[name] = { cpu: busy, own: process.memoryUsage().heapUsed / 1024, ...held(running.engine.pid) }
      }
      await running.stop()
    }
  for (const [what, times] of [
    ['time to ready', ready],
    ['of it the engines', engines],
  ] as const)
    console.log(
      `| ${storage} | ${what}, ms, 1 → ${many} | ${median(times.one).toFixed(0)} → ${median(times.many).toFixed(0)} | ${ratio(median(times.many), median(times.one))} |`,
    )
  const { one, many: all } = idle
  if (one === undefined || all === undefined) return
  console.log(`| ${storage} | idle cores, 1 → ${many} | ${one.cpu.toFixed(3)} → ${all.cpu.toFixed(3)} | |`)
  const each = (of: number, to: number): string => ((of - to) / (many - 1)).toFixed(2)
  console.log(`| ${storage} | engine kB an idle workspace | ${each(all.kilobytes, one.kilobytes)} | |`)
  console.log(`| ${storage} | descriptors an idle workspace | ${each(all.descriptors, one.descriptors)} | |`)
  console.log(`| ${storage} | service kB an idle workspace | ${each(all.own, one.own)} | |`)
}

console.log('| engine | what | | ratio |\n|---|---|---:|---:|')
for (const storage of ['clickhouse', 'postgres'] as const) {
  if (only !== undefined && only !== storage) continue
  const directory = mkdtempSync(join(tmpdir(), 'sextant-workspaces-'))
  chmodSync(directory, 0o755)
  try {
    for (const name of ['one', 'many']) {
      mkdirSync(join(directory, name), { mode: 0o755 })
    }
    await measure(storage, directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
