import type { JsonObject, JsonValue } from '../../contract/index.js'
import { anyValue } from './any-value.js'
import { messageId } from './message-id.js'
import { Rejected } from './refused.js'
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

/** Translates the records of an ExportLogsServiceRequest, in order. */
export function* logRecords(request: Tree): Generator<Translated> {
  const seen = new Map<string, number>()
  for (const group of list(request, 'resourceLogs'))
    for (const scoped of list(group, 'scopeLogs')) {
      const records = list(scoped, 'logRecords')
      const sender = attempt(() => senderOf(group, scoped))
      // All these records share the resource and scope, which are read and hashed once.
      const origin = messageId(group['resource'], scoped['scope'])
      for (const record of records)
        yield sender.rejected !== undefined
          ? { rejected: sender.rejected }
          : outcome(() => [lineOf(record, sender.value, idOf(record, origin, seen))])
    }
}

/**
 * A hash of the record's content, because OTLP has no ids. Equal records of one request are numbered; a retry sends the
 * same request and so gets the same numbers. Returns null for a record without any time, because a later record with
 * the same content would be indistinguishable.
 */
function idOf(record: Tree, origin: string, seen: Map<string, number>): string | null {
  const said = JSON.stringify(record)
  if (said.length > mostCharacters) throw new Rejected('the record must not be larger than 1 MB')
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
 * The stored message. A string body is its member `message`; a body of key-value pairs gives its members. Attributes and
 * `more` are added beside it; an attribute whose name is taken goes under `attributes`.
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

/** The members that the body gives: numbers and booleans become strings, a list stays a list. */
function saidBy(body: JsonValue, attributes: Attributes): JsonObject {
  if (body === null) return attributes.size > 0 ? {} : { message: '' }
  if (isObject(body)) return body
  return { message: typeof body === 'object' ? body : String(body) }
}

/** An id in hexadecimal. Returns null if it is missing or all zero. */
function idText(record: Tree, name: string): string | null {
  const id = text(record, name)
  return /^0*$/.test(id) ? null : id
}
