import type { Log, WorkspaceRef } from '../../../../contract/index.js'
import { dayMs } from '../../../sql/edges.js'
import type { Generations } from '../generations.js'
import type { KnownLinks, LinkMemory } from '../person-map/late-links.js'
import type { PersonMap } from '../person-map/map.js'
import type { KnownSlots, SlotMemory } from './grown-slots.js'
import type { DeviceMemory, KnownDevices } from './related.js'
import type { ActivitySnapshot } from './snapshot.js'
import type { Upkeep } from './upkeep.js'

/**
 * Maintains the activity snapshots of workspaces that receive questions, on a cluster the maps of persons alone. A snapshot
 * is built once a workspace has enough rows, and rebuilt as more and more rows are newer than it. In between it answers
 * exactly, at the cost of reading the newer rows.
 */
export interface SnapshotState extends LinkMemory, DeviceMemory, SlotMemory {
  /** See Upkeep. */
  readonly worthComparing: number
  /** See Upkeep. */
  readonly mostNewer: number
  /** Returns the snapshot that may answer now. */
  current(workspace: WorkspaceRef): ActivitySnapshot | undefined
  /** Returns the map of persons that may be joined now. It outlasts the days of its generation. */
  persons(workspace: WorkspaceRef): PersonMap | undefined
  /** Loads the newest existing snapshot; builds none. */
  find(workspace: WorkspaceRef): Promise<void>
  /** Reports a question that the snapshot may answer; if a check is due, starts one in the background. */
  asked(workspace: WorkspaceRef): void
  /** Reports the share of the events that are newer than this generation, for questions that read them beside it. */
  newer(workspace: WorkspaceRef, generation: number, share: number): void
  /**
   * Reports that the snapshot answered, and how many devices may have another person since it was built.
   */
  answered(workspace: WorkspaceRef, changed: number): void
  /** Reports that too much has changed since this generation was built: it no longer answers. */
  outdated(workspace: WorkspaceRef, generation: number): void
  /** Reports how many devices have another person than in the map of this generation; infinitely many: it cannot tell. */
  linked(workspace: WorkspaceRef, generation: number, changed: number): void
  /**
   * Rebuilds the snapshot as soon as what it is built from is complete, however few rows there
   * are.
   */
  rebuild(workspace: WorkspaceRef): void
  /** Whether such a rebuild is pending. */
  isDue(workspace: WorkspaceRef): boolean
  forget(workspace: WorkspaceRef): void
  close(): Promise<void>
}

/** Number of devices that may have another person from which a rebuild is worthwhile. */
const worthRebuilding = 20

/** Number of devices with another person than in the map from which a rebuild is worthwhile. */
const worthRemapping = 500

/** Share of events newer than the snapshot from which a rebuild is worthwhile. */
const worthRereading = 0.005

/** Age in ms from which a snapshot is rebuilt, before its future days run out. */
const oldMs = 7 * dayMs

/** Age in ms from which an incomplete generation counts as abandoned by its process. */
const abandonedMs = 3_600_000

interface Kept {
  links: KnownLinks | undefined
  devices: KnownDevices | undefined
  slots: KnownSlots | undefined
  days: ActivitySnapshot | undefined
  persons: PersonMap | undefined
  /** Number of devices that have another person than in the map. */
  linked: number
  lookedAt: number
  /** Number of devices that may have another person, at the last answer. */
  changed: number
  /** Share of the events that are newer than the snapshot, as a question last found. */
  newer: number
  /** The generation that no longer answers, because too much has changed. */
  outdated: number
  /** The generation whose map could not be held in memory, and is not tried again. */
  notHeld: number
  /** Duration of the last build in ms. */
  tookMs: number
  due: boolean
  running: boolean
}

interface Options {
  readonly source: Generations
  readonly log: Log
  readonly upkeep: Upkeep
}

/** Returns the snapshots of this process. */
export function snapshotState({ source, log, upkeep }: Options): SnapshotState {
  const all = new Map<number, Kept>()
  const waiting = new Set<NodeJS.Timeout>()
  const closing = new AbortController()
  /** Serializes builds. */
  let turn: Promise<void> = Promise.resolve()

  const keptOf = ({ number }: WorkspaceRef): Kept => {
    const kept = all.get(number) ?? {
      links: undefined,
      devices: undefined,
      slots: undefined,
      days: undefined,
      persons: undefined,
      linked: 0,
      lookedAt: 0,
      changed: 0,
      newer: 0,
      outdated: 0,
      notHeld: 0,
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
    const { newest, generations } = await source.built(workspace)
    const isOutdated = newest?.generation === kept.outdated
    kept.days = (isOutdated ? null : newest?.days) ?? undefined
    keepMap(kept, await held(workspace, kept, newest?.persons ?? null))
    const age = Date.now() - (newest?.generation ?? 0)
    const wanted =
      newest === null
        ? // One that lacks tables was worth building: a version before this has built it, or tables are lost.
          generations.some(({ whole }) => whole) || (await source.isWorthBuilding(workspace))
        : (isOutdated ||
            kept.changed >= worthRebuilding ||
            kept.linked >= worthRemapping ||
            kept.newer >= worthRereading ||
            newest.persons === null ||
            age > oldMs) &&
          age > Math.max(upkeep.leastAgeMs, kept.tookMs / upkeep.mostOfTime)
    if (!(kept.due || wanted) || !(await source.canBuild(workspace, kept.due)) || gone(workspace, kept))
      return
    const begun = performance.now()
    const due = kept.due
    const generation = Math.max(Date.now(), (generations[0]?.generation ?? 0) + 1)
    await source.build(workspace, generation, closing.signal)
    kept.tookMs = performance.now() - begun
    const built = (await source.built(workspace)).newest
    kept.days = built?.days ?? undefined
    keepMap(kept, await held(workspace, kept, built?.persons ?? null))
    if (kept.persons !== undefined) await source.release?.(workspace, kept.persons)
    kept.changed = 0
    kept.newer = 0
    if (due) kept.due = false
    log.info({ workspace: workspace.id, ms: Math.round(kept.tookMs) }, `${source.title} is built`)
    // Keeps the previous generation: this process and others may still read it.
    for (const { generation: older, whole } of generations)
      if (older !== newest?.generation && (whole || Date.now() - older > abandonedMs))
        await source.drop(workspace, older)
  }

  /** Keeps a map. The same one stays the same value, so that what was compiled by it is found again. */
  function keepMap(kept: Kept, map: PersonMap | null): void {
    const same = kept.persons?.generation === map?.generation
    if (same && kept.persons?.held === map?.held) return
    kept.persons = map ?? undefined
    if (!same) kept.linked = 0
  }

  /** Returns the map, held in memory if it can be. Without memory for it, it is joined as it is stored. */
  async function held(workspace: WorkspaceRef, kept: Kept, map: PersonMap | null): Promise<PersonMap | null> {
    if (map === null || map.held || map.users < upkeep.leastUsers || kept.notHeld === map.generation)
      return map
    const isHeld = await source.hold?.(workspace, map).catch((error: unknown) => {
      if (!gone(workspace, kept))
        log.warn({ err: error, workspace: workspace.id }, 'the map of persons could not be held in memory')
      return false
    })
    if (isHeld === true) return { ...map, held: true }
    kept.notHeld = map.generation
    return map
  }

  function begin(workspace: WorkspaceRef, kept: Kept): void {
    kept.running = true
    turn = turn.then(async () => {
      try {
        if (!gone(workspace, kept)) await look(workspace, kept)
      } catch (error) {
        if (!gone(workspace, kept))
          log.warn({ err: error, workspace: workspace.id }, `${source.title} could not be maintained`)
        kept.due = false
      }
      kept.running = false
      kept.lookedAt = Date.now()
      if (kept.due && !gone(workspace, kept)) again(workspace, kept)
    })
  }

  /** Checks again until what the snapshot is built from is complete. */
  function again(workspace: WorkspaceRef, kept: Kept): void {
    const timer = setTimeout(() => {
      waiting.delete(timer)
      if (!kept.running && !gone(workspace, kept)) begin(workspace, kept)
    }, againMs).unref()
    waiting.add(timer)
  }

  return {
    worthComparing: upkeep.worthComparing,
    mostNewer: upkeep.mostNewer,
    current: ({ number }) => all.get(number)?.days,
    persons(workspace) {
      const kept = all.get(workspace.number)
      return kept?.linked === Infinity ? undefined : kept?.persons
    },
    async find(workspace) {
      const kept = keptOf(workspace)
      if (kept.days !== undefined) return
      const { newest } = await source.built(workspace)
      const isUsable = newest !== null && newest.generation !== kept.outdated && !gone(workspace, kept)
      if (isUsable) kept.days ??= newest.days ?? undefined
      if (!gone(workspace, kept)) keepMap(kept, newest?.persons ?? null)
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
    newer(workspace, generation, share) {
      const kept = keptOf(workspace)
      if (kept.days?.generation === generation) kept.newer = share
      upkeep.newer?.(share)
    },
    linked(workspace, generation, changed) {
      const kept = keptOf(workspace)
      if (kept.persons?.generation === generation) kept.linked = changed
    },
    linksOf: ({ number }) => all.get(number)?.links,
    keepLinks(workspace, known) {
      keptOf(workspace).links = known
    },
    devicesOf: ({ number }) => all.get(number)?.devices,
    keepDevices(workspace, known) {
      keptOf(workspace).devices = known
    },
    slotsOf: ({ number }) => all.get(number)?.slots,
    keepSlots(workspace, known) {
      keptOf(workspace).slots = known
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
