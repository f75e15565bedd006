import { mustBeOneOf, type JsonObject, type JsonValue } from '../../contract/index.js'
import { isObject } from './clean.js'
import type { DraftLog } from './pending-batch.js'
import { optionalObject, optionalText, without } from './fields.js'
import { LineError } from './line-error.js'
import { readTimestamp } from './timestamp.js'

export const levels = [
  'emergency',
  'alert',
  'critical',
  'error',
  'warning',
  'notice',
  'info',
  'debug',
  'trace',
]

const levelOf: ReadonlyMap<string, string> = new Map([
  ...levels.map((level) => [level, level] as const),
  ['fatal', 'critical'],
  ['crit', 'critical'],
  ['err', 'error'],
  ['warn', 'warning'],
])

const ownKeys = new Set([
  'level',
  'message',
  'timestamp',
  'source',
  'service',
  'session_id',
  'message_id',
  'data',
])

/** Reads one cleaned item of POST /v1/logs. Throws LineError. */
export function readLog(item: JsonObject, now: number): DraftLog {
  return {
    timestamp: readTimestamp(item['timestamp'], now),
    level: readLevel(item['level']),
    service: optionalText(item, 'service'),
    source: optionalText(item, 'source'),
    message: readMessage(item),
    session_id: optionalText(item, 'session_id'),
    message_id: optionalText(item, 'message_id'),
  }
}

function readLevel(value: JsonValue | undefined): string {
  if (value === undefined) return 'info'
  const level = typeof value === 'string' ? levelOf.get(value.trim().toLowerCase()) : undefined
  if (level === undefined) throw new LineError(mustBeOneOf('level', levels))
  return level
}

/** The stored message: a string under `message`, or an object's members, beside `data` and further keys. */
function readMessage(item: JsonObject): JsonObject {
  const value = item['message']
  const data = optionalObject(item, 'data')
  const further = without(item, ownKeys)
  const fields = { ...data, ...(further['type'] === 'log' ? without(further, new Set(['type'])) : further) }
  if (isObject(value)) return { ...fields, ...value }
  if (typeof value !== 'string') throw new LineError('message must be a string or a non-empty object')
  // Loggers put an error's message into the data, where the line's own message would overwrite it.
  const hidden = fields['message']
  const kept = hidden !== undefined && fields['data'] === undefined ? { data: { message: hidden } } : {}
  return { ...fields, ...kept, message: value }
}
