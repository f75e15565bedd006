import type { JsonObject, JsonValue } from '../../core/contract/index.js'
import { isObject } from './clean.js'
import type { DraftLog } from './pending-batch.js'
import { optionalObject, optionalText, without } from './fields.js'
import { LineError } from './line-error.js'
import { readTimestamp } from './timestamp.js'

const levels = ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug', 'trace']

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
  if (level === undefined) throw new LineError(`level must be one of ${levels.join(', ')}`)
  return level
}

/** The text stands under `message`, the data and further keys beside it; an object stands for its own members. */
function readMessage(item: JsonObject): JsonObject {
  const value = item['message']
  const data = optionalObject(item, 'data')
  const further = without(item, ownKeys)
  const fields = { ...data, ...(further['type'] === 'log' ? without(further, new Set(['type'])) : further) }
  if (isObject(value)) return { ...fields, ...value }
  if (typeof value !== 'string') throw new LineError('message must be a text or an object with members')
  // Loggers put an error's own message into the data: it must not vanish behind the text.
  const hidden = fields['message']
  const kept = hidden !== undefined && fields['data'] === undefined ? { data: { message: hidden } } : {}
  return { ...fields, ...kept, message: value }
}
