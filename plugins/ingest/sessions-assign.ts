import type { DeviceSpan, EventRow, SessionSighting } from '../../core/contract/index.js'
import { covers, extended, type Stretch } from './sessions-memory.js'
import { idleMs, sessionsOf, type Moment } from './sessions.js'

/** A device's events of one batch: their places in it, by time, and the sessions that are known so far. */
export interface DeviceEvents {
  readonly device: string
  readonly places: readonly number[]
  readonly moments: readonly Moment[]
  /** What was remembered of it. */
  readonly stretch: Stretch | undefined
  /** Where the store must be asked for its sessions: 30 minutes around the events that nothing at hand settles. */
  readonly spans: readonly DeviceSpan[]
}

type Remembered = (device: string) => Stretch | undefined

/** The devices of a batch that have events without a session, or are remembered. */
export function devicesIn(events: readonly EventRow[], remembered: Remembered): readonly DeviceEvents[] {
  const byDevice = new Map<string, number[]>()
  for (const [place, { device_id }] of events.entries()) {
    const places = byDevice.get(device_id)
    if (places === undefined) byDevice.set(device_id, [place])
    else places.push(place)
  }
  const devices: DeviceEvents[] = []
  for (const [device, places] of byDevice) {
    const stretch = remembered(device)
    if (stretch === undefined && places.every((place) => events[place]?.session_id !== null)) continue
    devices.push(readDevice(device, places, events, stretch))
  }
  return devices
}

function readDevice(
  device: string,
  places: readonly number[],
  events: readonly EventRow[],
  stretch: Stretch | undefined,
): DeviceEvents {
  const sorted = places
    .flatMap((place) => {
      const event = events[place]
      return event === undefined ? [] : [{ place, event }]
    })
    .sort((a, b) => a.event.timestamp - b.event.timestamp || rank(a.event) - rank(b.event))
  const spans: { device_id: string; from: number; to: number }[] = []
  let current = stretch
  const moments = sorted.map(({ event: { timestamp, session_id } }): Moment => {
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
  return { device, places: sorted.map(({ place }) => place), moments, stretch, spans }
}

const rank = ({ session_id }: EventRow): number => Number(session_id === null)

export interface Settled {
  /** By place in the device's list. */
  readonly sessions: readonly string[]
  readonly stretch: Stretch | undefined
}

/** The sessions of a device's events, given what the store knows of it inside its spans. */
export function settle(events: DeviceEvents, sightings: readonly SessionSighting[]): Settled {
  const { device, moments, stretch } = events
  const all = [...moments, ...sightings]
  const sessions = sessionsOf(device, all)
  const told = all.map(({ timestamp }, index) => ({ timestamp, session_id: sessions[index] ?? null }))
  told.sort((a, b) => a.timestamp - b.timestamp)
  return { sessions, stretch: told.reduce(extended, stretch) }
}
