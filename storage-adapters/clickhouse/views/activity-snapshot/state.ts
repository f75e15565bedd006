import type { Log, WorkspaceRef } from '../../../../core/contract/index.js'
import { dayMs } from '../../../sql/edges.js'
import type { Servers } from '../../cluster/servers.js'
import type { Built } from '../rollups/state.js'
import { buildSnapshot, countRows } from './build.js'
import { builtSnapshots, dropSnapshot } from './catalogue.js'
import { firstDay } from './day-bitmap.js'
import type { ActivitySnapshot } from './snapshot.js'

/**
 * Keeps the days of persons of the workspaces that are asked about: they are made when there are many rows, and anew
 * when more and more rows are not in them. Between that they answer exactly, at the cost of what is not in them.
 */
export interface SnapshotState {
  readonly worthTelling: number
  /** Those that answer now. */
  current(workspace: WorkspaceRef): ActivitySnapshot | undefined
  /** Takes those into use that are made already, and makes none. */
  find(workspace: WorkspaceRef): Promise<void>
  /** A question was asked that they may answer: looks after them, in the background, now and then. */
  asked(workspace: WorkspaceRef): void
  /** They answered; so many rows of devices and days may have changed since they were made. */
  answered(workspace: WorkspaceRef, changed: number): void
  /** Too much has changed since these were made: they do not answer any more. */
  outdated(workspace: WorkspaceRef, generation: number): void
  /** Makes them anew as soon as the rollups that they are made of are whole, however few rows there are. */
  rebuild(workspace: WorkspaceRef): void
  /** Whether they are being made because of that. */
  isDue(workspace: WorkspaceRef): boolean
  forget(workspace: WorkspaceRef): void
  close(): Promise<void>
}

/** When they are made. */
export interface Upkeep {
  /** Below so many rows the rows themselves answer as fast. */
  readonly leastRows: number
  /** How often a workspace is looked after. */
  readonly lookMs: number
  /** They are not made anew before so long. */
  readonly leastAgeMs: number
  /** Making them takes at most this part of the time. */
  readonly mostOfTime: number
  /** The first day that has a bit of its own in tables that are made now. */
  firstDay(now: number): number
  /** With more devices in new parts it is asked which of them have really changed. */
  readonly worthTelling: number
  /** Hears of each question that they answer, and of how many changed devices beside them. */
  readonly answered?: (changed: number) => void
}

export const upkeep: Upkeep = {
  leastRows: 500_000,
  lookMs: 20_000,
  leastAgeMs: 300_000,
  mostOfTime: 0.02,
  firstDay,
  worthTelling: 400,
}

/** With so many changed rows they are worth making anew. */
const worthRebuilding = 50

/** After so long their last days come near. */
const oldMs = 7 * dayMs

/** Another process makes its tables in less time. */
const abandonedMs = 3_600_000

interface Kept {
  days: ActivitySnapshot | undefined
  lookedAt: number
  /** Rows of devices and days, when last asked. */
  changed: number
  /** The generation of which too much has changed: it does not answer any more. */
  outdated: number
  /** How long the last ones took. */
  tookMs: number
  due: boolean
  running: boolean
}

interface Options {
  readonly servers: Servers
  readonly log: Log
  /** Of the rollups, the generation that answers, and what is built of the newest. */
  readonly rollups: {
    generation(workspace: WorkspaceRef): number | null
    built(workspace: WorkspaceRef): Promise<Built>
  }
  readonly upkeep: Upkeep
}

export function snapshotState({ servers, log, rollups, upkeep }: Options): SnapshotState {
  const all = new Map<number, Kept>()
  const waiting = new Set<NodeJS.Timeout>()
  const closing = new AbortController()
  /** One is made at a time. */
  let turn: Promise<void> = Promise.resolve()

  const keptOf = ({ number }: WorkspaceRef): Kept => {
    const kept = all.get(number) ?? {
      days: undefined,
      lookedAt: 0,
      changed: 0,
      outdated: 0,
      tookMs: 0,
      due: false,
      running: false,
    }
    all.set(number, kept)
    return kept
  }

  const gone = (workspace: WorkspaceRef, kept: Kept): boolean =>
    closing.signal.aborted || all.get(workspace.number) !== kept

  async function look(workspace: WorkspaceRef, kept: Kept): Promise<void> {
    const { newest, generations } = await builtSnapshots(servers, workspace)
    const isOutdated = newest?.generation === kept.outdated
    kept.days = isOutdated ? undefined : (newest ?? undefined)
    const rollup = rollups.generation(workspace)
    const age = Date.now() - (newest?.generation ?? 0)
    const wanted =
      newest === null
        ? (await countRows(servers, workspace)) >= upkeep.leastRows
        : (isOutdated || kept.changed >= worthRebuilding || age > oldMs) &&
          age > Math.max(upkeep.leastAgeMs, kept.tookMs / upkeep.mostOfTime)
    if (rollup === null || gone(workspace, kept) || !(kept.due ? await whole(workspace) : wanted)) return
    const begun = performance.now()
    const due = kept.due
    const generation = Math.max(Date.now(), (generations[0]?.generation ?? 0) + 1)
    const first = upkeep.firstDay(Date.now())
    await buildSnapshot(servers, workspace, { rollup, generation, first }, closing.signal)
    kept.tookMs = performance.now() - begun
    kept.days = (await builtSnapshots(servers, workspace)).newest ?? undefined
    kept.changed = 0
    if (due) kept.due = false
    log.info({ workspace: workspace.id, ms: Math.round(kept.tookMs) }, 'the days of persons are made')
    // The last ones may still be asked, by this process and others.
    for (const { generation: older, whole } of generations)
      if (older !== newest?.generation && (whole || Date.now() - older > abandonedMs))
        await dropSnapshot(servers, workspace, older)
  }

  async function whole(workspace: WorkspaceRef): Promise<boolean> {
    const { generation, shares } = await rollups.built(workspace)
    return generation === rollups.generation(workspace) && [...shares.values()].every((share) => share === 1)
  }

  function begin(workspace: WorkspaceRef, kept: Kept): void {
    kept.running = true
    turn = turn.then(async () => {
      try {
        if (!gone(workspace, kept)) await look(workspace, kept)
      } catch (error) {
        if (!gone(workspace, kept))
          log.warn({ err: error, workspace: workspace.id }, 'the days of persons could not be looked after')
        kept.due = false
      }
      kept.running = false
      kept.lookedAt = Date.now()
      if (kept.due && !gone(workspace, kept)) again(workspace, kept)
    })
  }

  /** Until the rollups are whole. */
  function again(workspace: WorkspaceRef, kept: Kept): void {
    const timer = setTimeout(() => {
      waiting.delete(timer)
      if (!kept.running && !gone(workspace, kept)) begin(workspace, kept)
    }, againMs).unref()
    waiting.add(timer)
  }

  return {
    worthTelling: upkeep.worthTelling,
    current: ({ number }) => all.get(number)?.days,
    async find(workspace) {
      const kept = keptOf(workspace)
      if (kept.days !== undefined) return
      const { newest } = await builtSnapshots(servers, workspace)
      const isUsable = newest !== null && newest.generation !== kept.outdated && !gone(workspace, kept)
      if (isUsable) kept.days ??= newest
    },
    asked(workspace) {
      const kept = keptOf(workspace)
      if (kept.running || closing.signal.aborted || Date.now() - kept.lookedAt < upkeep.lookMs) return
      begin(workspace, kept)
    },
    rebuild(workspace) {
      const kept = keptOf(workspace)
      kept.due = true
      if (!kept.running && !closing.signal.aborted) begin(workspace, kept)
    },
    answered(workspace, changed) {
      keptOf(workspace).changed = changed
      upkeep.answered?.(changed)
    },
    outdated(workspace, generation) {
      const kept = keptOf(workspace)
      kept.outdated = generation
      if (kept.days?.generation === generation) kept.days = undefined
    },
    isDue: ({ number }) => all.get(number)?.due ?? false,
    forget: ({ number }) => void all.delete(number),
    async close() {
      closing.abort()
      for (const timer of waiting) clearTimeout(timer)
      await turn
    },
  }
}

const againMs = 200
