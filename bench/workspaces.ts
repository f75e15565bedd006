import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { WorkspaceRef } from '../contract/index.js'
import { cpu, held, start, type Idle, type Running, type Storage } from './cold-start.js'
import { today } from './days.js'
import { median } from './engine.js'

/**
 * npm run bench:workspaces -- [workspaces] [engine] [unloaded]: the costs of many workspaces on each engine. Prints what the last
 * workspaces cost to create beside the first ones, the time to ready beside that of a folder with one workspace (after an orderly end
 * and after a kill), and the resources of an idle workspace. Each workspace stores twenty events.
 *
 * ClickHouse starts twice: with the tables of all workspaces loaded, as with WORKSPACE_IDLE=0, and with those
 * of none; with `unloaded` only the latter.
 */
const many = Number(process.argv[2] ?? 1_000)
const only = process.argv[3]
const unloadedOnly = process.argv[4] === 'unloaded'
/** The number of workspaces at either end whose costs are compared, and of starts per folder. */
const compared = Math.min(20, Math.floor(many / 2))
const starts = 3
const idleMs = 10_000
/** Milliseconds after which used workspaces are idle again. */
const usedMs = 60_000

const never = 86_400_000

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

interface Cost {
  readonly wall: number
  readonly cpu: number
}

interface Made {
  readonly costs: readonly Cost[]
  readonly workspaces: readonly WorkspaceRef[]
}

async function create(running: Running, storage: Storage, count: number): Promise<Made> {
  const costs: Cost[] = []
  const workspaces: WorkspaceRef[] = []
  for (let index = 0; index < count; index++) {
    const [begun, used] = [performance.now(), cpu(storage, running)]
    const { ref } = await running.service.workspace(`w${index}`)
    costs.push({ wall: performance.now() - begun, cpu: (cpu(storage, running) - used) * 1000 })
    const none = { logs: [], links: [], traits: [], contexts: [], metrics: [] }
    await running.store.append(ref, { ...none, events })
    workspaces.push(ref)
  }
  return { costs, workspaces }
}

const ratio = (of: number, to: number): string => (of / to).toFixed(2)
const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length
const each = (of: number, to: number): string => ((of - to) / (many - 1)).toFixed(2)

const modes: Readonly<Record<Storage, readonly (readonly [name: string, idle: Idle])[]>> = {
  clickhouse: [
    ['clickhouse, all loaded', null],
    ['clickhouse', never],
  ],
  postgres: [['postgres', null]],
}

interface Folders {
  readonly one: string
  readonly many: string
}

/** Creates the workspaces; prints the cost of the last ones beside the first ones. */
async function measureCreation(storage: Storage, folders: Folders): Promise<readonly WorkspaceRef[]> {
  const one = await start(storage, folders.one, null)
  await create(one, storage, 1)
  await one.stop()
  const all = await start(storage, folders.many, null)
  const { costs, workspaces } = await create(all, storage, many)
  await all.settle()
  await all.stop()
  const [first, last] = [costs.slice(1, 1 + compared), costs.slice(-compared)]
  for (const what of ['wall', 'cpu'] as const) {
    const [before, after] = [mean(first.map((cost) => cost[what])), mean(last.map((cost) => cost[what]))]
    console.log(
      `| ${storage} | create, ${what} ms, 1st → ${many}th | ${before.toFixed(0)} → ${after.toFixed(0)} | ${ratio(after, before)} |`,
    )
  }
  return workspaces
}

interface Idling {
  readonly cpu: number
  readonly kilobytes: number
  readonly descriptors: number
  readonly own: number
}

async function idling(storage: Storage, running: Running): Promise<Idling> {
  await pause(idleMs)
  const used = cpu(storage, running)
  await pause(idleMs)
  const busy = ((cpu(storage, running) - used) * 1000) / idleMs
  return { cpu: busy, own: process.memoryUsage().heapUsed / 1024, ...held(running.engine.pid) }
}

function printIdling(name: string, what: string, one: Idling, all: Idling): void {
  console.log(`| ${name} | cores, ${what}, 1 → ${many} | ${one.cpu.toFixed(3)} → ${all.cpu.toFixed(3)} | |`)
  console.log(`| ${name} | engine kB a workspace, ${what} | ${each(all.kilobytes, one.kilobytes)} | |`)
  console.log(`| ${name} | descriptors a workspace, ${what} | ${each(all.descriptors, one.descriptors)} | |`)
  console.log(`| ${name} | service kB a workspace, ${what} | ${each(all.own, one.own)} | |`)
}

interface StartCost {
  readonly ready: number
  readonly engines: number
  /** Processor time of this process, and of the engine, until ready. */
  readonly own: number
  readonly cpu: number
}

const startCosts = [
  ['time to ready', 'ready'],
  ['of it the engines', 'engines'],
  ['processor time of the service', 'own'],
  ['processor time of the engine', 'cpu'],
] as const

/** Prints the time to ready with one workspace and with all, and the cost of idle ones. Returns the time with one. */
async function measureStarts(
  storage: Storage,
  folders: Folders,
  [name, idle]: readonly [string, Idle],
): Promise<Idling | undefined> {
  const unused: { one?: Idling; many?: Idling } = {}
  for (const end of ['an orderly end', 'a kill'] as const) {
    const costs: Record<'one' | 'many', StartCost[]> = { one: [], many: [] }
    for (let round = 0; round < starts; round++)
      for (const which of ['one', 'many'] as const) {
        if (end === 'a kill') await (await start(storage, folders[which], idle)).kill()
        const own = process.cpuUsage()
        const running = await start(storage, folders[which], idle)
        const { user, system } = process.cpuUsage(own)
        const { ready, engines } = running
        costs[which].push({ ready, engines, own: (user + system) / 1000, cpu: cpu(storage, running) * 1000 })
        if (end === 'an orderly end' && round === starts - 1) unused[which] = await idling(storage, running)
        await running.stop()
      }
    for (const [what, key] of startCosts) {
      const [one, all] = [costs.one, costs.many].map((list) => median(list.map((cost) => cost[key])))
      console.log(
        `| ${name} | after ${end}: ${what}, ms, 1 → ${many} | ${one?.toFixed(0)} → ${all?.toFixed(0)} | ${ratio(all ?? NaN, one ?? NaN)} |`,
      )
    }
  }
  if (unused.one !== undefined && unused.many !== undefined)
    printIdling(name, 'unused', unused.one, unused.many)
  return unused.one
}

/** Prints the cost of the first use of each workspace, and the rest of it when they are idle again. */
async function measureUse(
  folder: string,
  workspaces: readonly WorkspaceRef[],
  one: Idling | undefined,
): Promise<void> {
  const running = await start('clickhouse', folder, usedMs)
  const costs: Record<'first' | 'second', Cost[]> = { first: [], second: [] }
  for (const workspace of workspaces)
    for (const which of ['first', 'second'] as const) {
      const [begun, used] = [performance.now(), cpu('clickhouse', running)]
      await running.store.dataVersion(workspace)
      costs[which].push({
        wall: performance.now() - begun,
        cpu: (cpu('clickhouse', running) - used) * 1000,
      })
    }
  for (const what of ['wall', 'cpu'] as const)
    console.log(
      `| clickhouse | a data version, ${what} ms, first use → second | ${mean(costs.first.map((cost) => cost[what])).toFixed(1)} → ${mean(costs.second.map((cost) => cost[what])).toFixed(1)} | |`,
    )
  await pause(usedMs * 1.6)
  for (let before = Infinity; ;) {
    const { descriptors } = held(running.engine.pid)
    if (descriptors >= before) break
    before = descriptors
    await pause(5_000)
  }
  const again = await idling('clickhouse', running)
  if (one !== undefined) printIdling('clickhouse', 'idle again', one, again)
  await running.stop()
}

async function measure(storage: Storage, folders: Folders): Promise<void> {
  const workspaces = await measureCreation(storage, folders)
  let one: Idling | undefined
  for (const mode of modes[storage].slice(unloadedOnly ? -1 : 0))
    one = await measureStarts(storage, folders, mode)
  if (storage === 'clickhouse') await measureUse(folders.many, workspaces, one)
}

console.log('| engine | what | | ratio |\n|---|---|---:|---:|')
for (const storage of ['clickhouse', 'postgres'] as const) {
  if (only !== undefined && only !== storage) continue
  const directory = mkdtempSync(join(tmpdir(), 'sextant-workspaces-'))
  chmodSync(directory, 0o755)
  try {
    const folders = { one: join(directory, 'one'), many: join(directory, 'many') }
    for (const folder of Object.values(folders)) mkdirSync(folder, { mode: 0o755 })
    await measure(storage, folders)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
