import type { DeviceSpan, EventRow, SessionSighting } from '../../contract/index.js'
import { covers, extended, type Stretch } from './sessions-memory.js'
import { idleMs, sessionsOf, type Moment } from './sessions.js'

/** A device's events in one batch, by time, with the sessions known so far. */
export interface DeviceEvents {
  readonly device: string
  /** Indexes of the events in the batch, in the order of `moments`. */
  readonly places: readonly number[]
  readonly moments: readonly Moment[]
  /** The remembered stretch; if no span must be queried, the stretch to remember after this batch. */
  readonly stretch: Stretch | undefined
  /** Spans to query in the store: 30 minutes around each event whose session memory and batch leave open. */
  readonly spans: readonly DeviceSpan[]
}

/** Indexes of each device's events in the batch. */
export function placesByDevice(events: readonly EventRow[]): ReadonlyMap<string, readonly number[]> {
  const byDevice = new Map<string, number[]>()
  for (let place = 0; place < events.length; place++) {
    const device = events[place]?.device_id ?? ''
    const places = byDevice.get(device)
    if (places === undefined) byDevice.set(device, [place])
    else places.push(place)
  }
  return byDevice
}

/** The devices that have events without a session or are remembered. */
export function devicesIn(
  events: readonly EventRow[],
  byDevice: ReadonlyMap<string, readonly number[]>,
  remembered: (device: string) => Stretch | undefined,
): readonly DeviceEvents[] {
  const devices: DeviceEvents[] = []
  for (const [device, places] of byDevice) {
    const stretch = remembered(device)
    if (stretch === undefined && places.every((place) => events[place]?.session_id !== null)) continue
    devices.push(readDevice(device, inOrder(places, events), events, stretch))
  }
  return devices
}

/** By time; on equal timestamps, events with a session first. Most batches are already in order. */
function inOrder(places: readonly number[], events: readonly EventRow[]): readonly number[] {
  const compare = (a: number, b: number): number => {
    const [one, other] = [events[a], events[b]]
    if (one === undefined || other === undefined) return 0
    return one.timestamp - other.timestamp || rank(one) - rank(other)
  }
  return places.every((place, index) => index === 0 || compare(places[index - 1] ?? 0, place) <= 0)
    ? places
    : places.toSorted(compare)
}

const rank = ({ session_id }: EventRow): number => (session_id === null ? 1 : 0)

function readDevice(
  device: string,
  places: readonly number[],
  events: readonly EventRow[],
  stretch: Stretch | undefined,
): DeviceEvents {
  const spans: { device_id: string; from: number; to: number }[] = []
  let current = stretch
  const moments = places.map((place): Moment => {
    const { timestamp, session_id } = events[place] ?? nothing
    if (session_id === null && (current === undefined || !covers(current, timestamp))) {
      const last = spans.at(-1)
      if (last !== undefined && timestamp - idleMs <= last.to) last.to = timestamp + idleMs
      else spans.push({ device_id: device, from: timestamp - idleMs, to: timestamp + idleMs })
      current = undefined
      return { timestamp, session_id }
    }
    const moment = { timestamp, session_id: session_id ?? current?.session ?? null }
    current = extended(current, moment)
    return moment
  })
  return { device, places, moments, stretch: spans.length === 0 ? current : stretch, spans }
}

const nothing: Moment = { timestamp: 0, session_id: null }

/** The sessions of a device's events. */
export interface Settled {
  /** In the order of the device's moments. */
  readonly sessions: readonly (string | null)[]
  readonly stretch: Stretch | undefined
}

/** Assigns the sessions of a device's events, given the sessions that the store has in its spans. */
export function settle(events: DeviceEvents, sightings: readonly SessionSighting[]): Settled {
  const { device, moments, stretch, spans } = events
  if (spans.length === 0) return { sessions: moments.map(({ session_id }) => session_id), stretch }
  const all = [...moments, ...sightings]
  const sessions = sessionsOf(device, all)
  const assigned = all.map(({ timestamp }, index) => ({ timestamp, session_id: sessions[index] ?? null }))
  assigned.sort((a, b) => a.timestamp - b.timestamp)
  return { sessions, stretch: assigned.reduce(extended, stretch) }
}
