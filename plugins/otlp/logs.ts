import type { JsonObject, JsonValue } from '../../core/contract/index.js'
import { anyValue } from './any-value.js'
import { messageId } from './message-id.js'
import { Refused } from './refused.js'
import { attributesOf, senderOf, type Attributes, type Sender } from './resource.js'
import { severityOf } from './severity.js'
import { attempt, outcome, type Line, type Translated } from './translated.js'
import { choice, list, milliseconds, nanoseconds, optionalMember, text, type Tree } from './tree.js'

const severities = [
  'UNSPECIFIED',
  ...['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'].flatMap((name) =>
    ['', '2', '3', '4'].map((step) => `${name}${step}`),
  ),
].map((name) => `SEVERITY_NUMBER_${name}`)

const mostCharacters = 1024 * 1024

/** The records of an ExportLogsServiceRequest. */
export function* logRecords(request: Tree): Generator<Translated> {
  const seen = new Map<string, number>()
  for (const group of list(request, 'resourceLogs'))
    for (const scoped of list(group, 'scopeLogs')) {
      const records = list(scoped, 'logRecords')
      const sender = attempt(() => senderOf(group, scoped))
      // The resource and scope are the same for all of these: read, and written for their ids, once.
      const origin = messageId(group['resource'], scoped['scope'])
      for (const record of records)
        yield sender.refused !== undefined
          ? { refused: sender.refused }
          : outcome(() => [lineOf(record, sender.value, idOf(record, origin, seen))])
    }
}

/**
 * OTLP has no ids, so what a record says is its id. Records of one request that say the same are numbered: a retry,
 * which sends the same request, gives them the same numbers. Null for one without any time, which nothing tells apart
 * from a later one with the same words.
 */
function idOf(record: Tree, origin: string, seen: Map<string, number>): string | null {
  const said = JSON.stringify(record)
  if (said.length > mostCharacters) throw new Refused('the record is larger than 1 MB')
  if (timeOf(record) === null) return null
  const id = messageId(origin, said)
  const before = seen.get(id) ?? 0
  seen.set(id, before + 1)
  return before === 0 ? id : `${id}-${before}`
}

const timeOf = (record: Tree): string | null =>
  nanoseconds(record, 'timeUnixNano') ?? nanoseconds(record, 'observedTimeUnixNano')

function lineOf(record: Tree, sender: Sender, id: string | null): Line {
  const time = timeOf(record)
  const severity = severityOf(choice(record, 'severityNumber', severities), text(record, 'severityText'))
  const attributes = new Map(attributesOf(record))
  const session = attributes.get('session.id')
  if (typeof session === 'string' && session.length <= 500) attributes.delete('session.id')
  const body = optionalMember(record, 'body')
  return {
    timestamp: time === null ? null : milliseconds(time),
    level: severity.level,
    service: sender.service,
    source: sender.source,
    session_id: attributes.has('session.id') ? null : (session ?? null),
    message_id: id,
    message: messageOf(body === null ? null : anyValue(body), attributes, {
      trace_id: idText(record, 'traceId'),
      span_id: idText(record, 'spanId'),
      severity_text: severity.word,
      event_name: text(record, 'eventName') || null,
      resource: sender.resource,
      scope: sender.scope,
    }),
  }
}

/**
 * A text body stands under `message`, a list of pairs for its own members; the rest beside it. An attribute whose name is
 * taken stands under `attributes`.
 */
function messageOf(body: JsonValue, attributes: Attributes, more: JsonObject): JsonObject {
  const said = saidBy(body, attributes)
  const beside = Object.entries(more).flatMap(([name, value]) =>
    value === null || Object.hasOwn(said, name) ? [] : [[name, value] as const],
  )
  const taken = new Set([...Object.keys(said), ...beside.map(([name]) => name), 'attributes'])
  const own = [...attributes].filter(([name]) => !taken.has(name))
  const hidden = [...attributes].filter(([name]) => taken.has(name))
  return Object.fromEntries<JsonValue>([
    ...own,
    ...(hidden.length > 0 ? ([['attributes', Object.fromEntries(hidden)]] as const) : []),
    ...beside,
    ...Object.entries(said),
  ])
}

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A body that is a number or a boolean is shown as its text; a list stays one. */
function saidBy(body: JsonValue, attributes: Attributes): JsonObject {
  if (body === null) return attributes.size > 0 ? {} : { message: '' }
  if (isObject(body)) return body
  return { message: typeof body === 'object' ? body : String(body) }
}

/** The bytes of an id in hexadecimal; without one, or all zero, there is none. */
function idText(record: Tree, name: string): string | null {
  const id = text(record, name)
  return /^0*$/.test(id) ? null : id
}
