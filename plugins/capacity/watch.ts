import type { LoadGuard, AnalyticsStore, Capacity, Log, WorkspaceRef } from '../../contract/index.js'
import {
  partsBound,
  pressures,
  resources,
  type Pressure,
  type Resource,
  type Thresholds,
} from './pressure.js'
import { slowed } from './refusal.js'
import { createSent } from './sent.js'

/** The engine's usage, for the service's own metrics. */
export interface CapacityObserver {
  seen(capacity: Capacity, found: readonly Pressure[]): void
  slowed(resource: Resource): void
}

export interface CapacityWatchOptions extends Thresholds {
  readonly analytics: Pick<AnalyticsStore, 'capacity'>
  readonly log: Log
  readonly observer: CapacityObserver
  /** Milliseconds of a clock that is never set: a duration that spans a change of the time would be wrong. */
  readonly clock: () => number
  readonly pace?: Partial<CapacityPace>
}

/** Milliseconds. */
export interface CapacityPace {
  /** Between two checks while data comes in or a limit is close. */
  readonly busy: number
  readonly idle: number
  /** Since data last came in, until the workspaces count as idle. */
  readonly quiet: number
}

const usualPace: CapacityPace = { busy: 2_000, idle: 30_000, quiet: 60_000 }
/** A check takes at most a twentieth of the time, however many workspaces there are. */
const lookShare = 20
/** After this many failed checks the usage counts as unknown, and no workspace is throttled. */
const blindAfter = 5

/**
 * Checks the engine's usage against its limits every few seconds, and throttles the workspaces that cause it.
 */
export interface CapacityWatch extends LoadGuard {
  start(): void
  /** Checks the engine once; overlapping calls share one check. */
  look(): Promise<void>
  close(): void
}

export function createCapacityWatch(dependencies: CapacityWatchOptions): CapacityWatch {
  const { analytics, log, observer, clock, share } = dependencies
  const pace = { ...usualPace, ...dependencies.pace }
  const sent = createSent(clock)
  /** The ids of the workspaces that this process has seen, by number. */
  const names = new Map<number, string>()
  let found: readonly Pressure[] = []
  /** The parts that each workspace may add before it is throttled; null if the engine has no parts. */
  let room: { readonly most: number; readonly left: ReadonlyMap<number, number> } | null = null
  let appends = new Map<number, number>()
  let lastUse = -Infinity
  let failures = 0
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let started = false
  let closed = false

  const roomOf = (number: number): number =>
    room === null ? Infinity : (room.left.get(number) ?? room.most) - (appends.get(number) ?? 0)

  function tell(now: readonly Pressure[]): void {
    for (const resource of resources) {
      const [was, is] = [found, now].map((all) => all.find((one) => one.resource === resource))
      if (was?.state === is?.state) continue
      if (is === undefined) log.info({ resource }, 'the analytics storage has room again')
      else {
        const { state, used, limit } = is
        const workspaces = [...is.causes].slice(0, 10).map((number) => names.get(number) ?? `w${number}`)
        const fields = { resource, used, limit, workspaces }
        if (state === 'full') log.error(fields, 'the analytics storage is at a limit; all data is rejected')
        else
          log.warn(
            fields,
            'the analytics storage is close to a limit; the workspaces that cause it are throttled',
          )
      }
    }
  }

  async function lookOnce(ask: () => Promise<Capacity>): Promise<void> {
    // The check may or may not see appends that end during it, so they count until the next one.
    const before = appends
    appends = new Map()
    try {
      const capacity = await ask()
      failures = 0
      const now = pressures(
        capacity,
        dependencies,
        sent.lately(),
        new Set(found.map(({ resource }) => resource)),
      )
      tell(now)
      found = now
      room = roomIn(capacity, share)
      observer.seen(capacity, now)
    } catch (error) {
      for (const [number, count] of before) appends.set(number, (appends.get(number) ?? 0) + count)
      if (failures++ === 0 && !closed)
        log.warn({ err: error }, 'the usage of the analytics storage could not be read')
      if (failures < blindAfter) return
      found = []
      room = null
    }
  }

  function look(): Promise<void> {
    const ask = analytics.capacity?.bind(analytics)
    if (ask === undefined) return Promise.resolve()
    looking ??= lookOnce(ask).finally(() => (looking = undefined))
    return looking
  }

  function arm(wait: number): void {
    if (!started || closed || analytics.capacity === undefined) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      const began = clock()
      void look().then(() => {
        const isBusy = found.length > 0 || clock() - lastUse < pace.quiet
        arm(Math.max(isBusy ? pace.busy : pace.idle, lookShare * (clock() - began)))
      })
    }, wait).unref()
  }

  function noteUse(): void {
    const wasIdle = clock() - lastUse >= pace.quiet
    lastUse = clock()
    if (wasIdle) arm(pace.busy)
  }

  return {
    start() {
      started = true
      arm(0)
    },
    look,
    admit({ id, number }: WorkspaceRef, bytes) {
      noteUse()
      names.set(number, id)
      sent.add(number, bytes)
      const pressure =
        found.find(({ state, causes }) => state === 'full' || causes.has(number)) ??
        (roomOf(number) <= 0 ? { resource: 'parts' as const, state: 'near' as const } : undefined)
      if (pressure === undefined) return
      observer.slowed(pressure.resource)
      throw slowed(pressure)
    },
    appending({ number }) {
      appends.set(number, (appends.get(number) ?? 0) + 1)
      // Checks early enough that recent merges count before anyone is throttled.
      if (started && roomOf(number) * 2 < (room?.most ?? 0)) void look()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

function roomIn(
  capacity: Capacity,
  share: number,
): { most: number; left: ReadonlyMap<number, number> } | null {
  const most = partsBound(capacity, share)
  if (most === null) return null
  return { most, left: new Map(capacity.workspaces.map(({ workspace, parts }) => [workspace, most - parts])) }
}
