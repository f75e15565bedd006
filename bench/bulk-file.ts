import { closeSync, openSync, writeSync } from 'node:fs'
import { parquetWriteFile } from 'hyparquet-writer'
import { dayMs } from './days.js'

/** The events of a file: 92 days in order of time, 40 % of devices identified, a session of each device and day. */
const days = 92
const names = ['view', 'click', 'search', 'add', 'remove', 'checkout', 'purchase', 'share', 'open', 'close']
const countries = ['DE', 'US', 'FR', 'GB', 'ES', 'IT', 'NL', 'PL', 'SE', 'BR']

export interface FileEvent {
  readonly event: string
  readonly device_id: string
  readonly user_id: string | null
  readonly session_id: string | null
  readonly timestamp: number
  readonly country: string
  readonly properties: string
}

/** Event `n` of `count`. @param sessions whether it names its session */
export function fileEvent(n: number, count: number, sessions: boolean): FileEvent {
  const device = (n * 7_919) % Math.max(1_000, Math.floor(count / 10))
  const timestamp = start + Math.floor((n * days * dayMs) / count)
  return {
    event: names[(n * 31) % names.length] ?? '',
    device_id: `device-${device}`,
    user_id: device % 5 < 2 ? `user-${device}` : null,
    session_id: sessions ? `session-${device}-${Math.floor(timestamp / dayMs)}` : null,
    timestamp,
    country: countries[device % countries.length] ?? '',
    properties: JSON.stringify({ plan: device % 3 === 0 ? 'pro' : 'free', amount: (n % 1_000) / 4 }),
  }
}

const start = Date.UTC(2026, 0, 1)

/** Writes a Parquet file with a column a member, and properties as JSON. */
export function writeParquet(filename: string, count: number, sessions: boolean): void {
  const events = Array.from({ length: count }, (_, n) => fileEvent(n, count, sessions))
  const text = (name: string, of: (event: FileEvent) => string | null) => ({
    name,
    data: events.map(of),
    type: 'STRING' as const,
    nullable: true,
  })
  parquetWriteFile({
    filename,
    rowGroupSize: 100_000,
    columnData: [
      text('event', ({ event }) => event),
      text('device_id', ({ device_id }) => device_id),
      text('user_id', ({ user_id }) => user_id),
      ...(sessions ? [text('session_id', ({ session_id }) => session_id)] : []),
      { name: 'timestamp', data: events.map(({ timestamp }) => new Date(timestamp)), type: 'TIMESTAMP' },
      text('context.country', ({ country }) => country),
      text('properties', ({ properties }) => properties),
    ],
  })
}

/** Writes the same events as JSON Lines. */
export function writeJsonLines(filename: string, count: number, sessions: boolean): void {
  const file = openSync(filename, 'w')
  for (let from = 0; from < count; from += 10_000) {
    let text = ''
    for (let n = from; n < Math.min(count, from + 10_000); n++) {
      const { country, properties, timestamp, user_id, session_id, ...event } = fileEvent(n, count, sessions)
      const line = {
        ...event,
        ...(user_id !== null && { user_id }),
        ...(session_id !== null && { session_id }),
        timestamp: new Date(timestamp).toISOString(),
        context: { country },
        properties: JSON.parse(properties) as unknown,
      }
      text += `${JSON.stringify(line)}\n`
    }
    writeSync(file, text)
  }
  closeSync(file)
}
