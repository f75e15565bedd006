import { LRUCache } from 'lru-cache'
import {
  groupCall,
  groupsProperty,
  type EventRow,
  type GroupSighting,
  type GroupSpan,
  type TraitRow,
} from '../../contract/index.js'
import { byDevice } from './by-device.js'
import { isObject } from './clean.js'

/** The latest group call of each type, and when it was looked up. */
interface Remembered {
  readonly calls: readonly GroupSighting[]
  readonly at: number
}

/** The latest group calls by workspace and device. */
export interface StickyGroupMemory {
  get(workspace: number, device: string): Remembered | undefined
  set(workspace: number, device: string, entry: Remembered): void
  forget(workspace: number, device: string): void
}

/** An entry is looked up again after a minute, because another process may have stored a newer call. */
export const freshMs = 60_000

/** A memory of the `most` devices used last. */
export function createStickyGroupMemory(clock: () => number, most = 100_000): StickyGroupMemory {
  const entries = new LRUCache<string, Remembered>({ maxSize: most, sizeCalculation: () => 1 })
  const key = (workspace: number, device: string): string => `${workspace} ${device}`
  return {
    get(workspace, device) {
      const entry = entries.get(key(workspace, device))
      return entry === undefined || clock() - entry.at >= freshMs ? undefined : entry
    },
    set: (workspace, device, entry) => void entries.set(key(workspace, device), entry),
    forget: (workspace, device) => void entries.delete(key(workspace, device)),
  }
}

/** The group calls among these rows. */
export const callsIn = (rows: readonly TraitRow[]): readonly GroupSighting[] =>
  rows.flatMap(({ device_id, timestamp, seq, traits }) => {
    const [type, id] = [traits[groupCall.type], traits[groupCall.id]]
    return typeof type === 'string' && typeof id === 'string'
      ? [{ device_id, timestamp, seq, group_type: type, group_id: id }]
      : []
  })

/** The groups of one batch's devices: remembered calls, those read from the store, and its own. */
export interface StickyGroupBatch {
  /** The spans to read from the store: one for each device whose calls are not known. */
  asks(events: readonly EventRow[]): readonly GroupSpan[]
  /** Takes the store's answer for these spans. */
  learn(spans: readonly GroupSpan[], found: readonly GroupSighting[]): void
  /** The event with the groups that its device's last calls before it named, of types it does not name itself. */
  closed(event: EventRow): EventRow
  /** Remembers the batch's own calls; call it after the batch. */
  keep(): void
}

/** For workspaces without any group call. */
export const noStickyGroups: StickyGroupBatch = Object.freeze({
  asks: () => [],
  learn: () => undefined,
  closed: (event: EventRow) => event,
  keep: () => undefined,
})

/** @param own the batch's own calls */
export function createStickyGroupBatch(
  memory: StickyGroupMemory,
  workspace: number,
  own: readonly GroupSighting[],
  clock: () => number,
): StickyGroupBatch {
  const known = new Map<string, GroupSighting[]>()
  const looked = new Map<string, number>()
  const ofBatch = byDevice(own)

  function start(device: string, calls: readonly GroupSighting[], at: number): void {
    known.set(device, [...calls, ...(ofBatch.get(device) ?? [])].sort(byTime))
    looked.set(device, at)
  }

  return {
    asks(events) {
      const firsts = new Map<string, number>()
      for (const { device_id, timestamp } of events)
        firsts.set(device_id, Math.min(timestamp, firsts.get(device_id) ?? timestamp))
      return [...firsts].flatMap(([device_id, from]) => {
        const entry = memory.get(workspace, device_id)
        // Only the latest calls are remembered: an event before one of them may belong to an earlier call.
        if (entry === undefined || entry.calls.some((call) => call.timestamp > from))
          return [{ device_id, from: from - 1 }]
        start(device_id, entry.calls, entry.at)
        return []
      })
    },
    learn(spans, found) {
      const at = clock()
      const calls = byDevice(found)
      for (const { device_id } of spans) start(device_id, calls.get(device_id) ?? [], at)
    },
    closed(event) {
      const groups: Record<string, string> = {}
      for (const call of known.get(event.device_id) ?? []) {
        if (byTime(call, event) > 0) break
        groups[call.group_type] = call.group_id
      }
      if (Object.keys(groups).length === 0) return event
      const named = event.properties[groupsProperty]
      const all = isObject(named) ? { ...groups, ...named } : groups
      return { ...event, properties: { ...event.properties, [groupsProperty]: all } }
    },
    keep() {
      for (const [device, calls] of known) {
        const latest = new Map(calls.map((call) => [call.group_type, call]))
        memory.set(workspace, device, { calls: [...latest.values()], at: looked.get(device) ?? 0 })
      }
      // The devices of these calls have no event here. What was remembered of them is out of date.
      for (const device of ofBatch.keys()) if (!known.has(device)) memory.forget(workspace, device)
    },
  }
}

type Placed = Pick<GroupSighting, 'timestamp' | 'seq'>

/** By time, then in the order of storing. */
const byTime = (a: Placed, b: Placed): number => a.timestamp - b.timestamp || a.seq - b.seq
