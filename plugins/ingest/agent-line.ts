import {
  serviceRef,
  type GeoLookup,
  type IngestOrigin,
  type JsonObject,
  type JsonValue,
} from '../../contract/index.js'
import { isOwnDevice, readAgent, underlay } from './agent.js'
import { isObject } from './clean.js'
import type { ContextValues } from './context.js'
import { readEvent, type EventLine } from './event-line.js'

/** Reads a cleaned item; the sender's columns fill what the item itself does not give. Throws LineError. */
export type ReadEventLine = (item: JsonObject, now: number, from: IngestOrigin) => EventLine

/** Reads event lines, for every protocol that has them. */
export interface EventReading {
  readonly read: ReadEventLine
}

export const eventReading = serviceRef<EventReading>('eventReading')

/** A reader that looks up countries in `geo`, if there is one. */
export function eventReader(geo: GeoLookup | null): ReadEventLine {
  return (item, now, from) => {
    const line = readEvent(withoutAddresses(item), now)
    if (line.event === null && line.context === null) return line
    const fallback = senderColumns(item, from, geo)
    if (fallback === noColumns || Object.keys(fallback).length === 0) return line
    const { event, context } = line
    return {
      ...line,
      event: event && { ...event, fallback },
      context: context && { ...context, context: underlay(context.context, fallback) },
    }
  }
}

/** Columns from the user agent and address: the item's own (a server sends its user's) before the request's. */
function senderColumns(item: JsonObject, from: IngestOrigin, geo: GeoLookup | null): ContextValues {
  const own = textOf(item, agentNames)
  const ofDevice = from.userAgent !== undefined && isOwnDevice(from.userAgent)
  const agent = own ?? (ofDevice ? from.userAgent : undefined)
  const address =
    geo === null ? undefined : (textOf(item, addressNames) ?? (ofDevice ? from.address : undefined))
  const country = address === undefined ? null : (geo?.countryOf(address) ?? null)
  const columns = agent === undefined ? noColumns : readAgent(agent)
  return country === null ? columns : { ...columns, country }
}

const noColumns: ContextValues = Object.freeze({})

/** Reads the members of an object that hold something of the sender. Literal names: this runs for every line. */
interface SenderNames {
  readonly context: (part: JsonObject) => string | undefined
  readonly properties: (part: JsonObject) => string | undefined
}

const agentNames: SenderNames = {
  context: (part) => filled(part['userAgent']) ?? filled(part['user_agent']),
  properties: (part) => filled(part['$user_agent']) ?? filled(part['$raw_user_agent']),
}
const addressNames: SenderNames = {
  context: (part) => filled(part['ip']),
  properties: (part) => filled(part['$ip']),
}

const filled = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The first of these members. A context line's own keys are context, any other line's are properties. */
function textOf(item: JsonObject, { context, properties }: SenderNames): string | undefined {
  const isContext = item['type'] === 'context'
  return (
    textIn(item['context'], context) ??
    (isContext ? textIn(item, context) : undefined) ??
    textIn(item['properties'], properties) ??
    (isContext ? undefined : textIn(item, properties))
  )
}

const textIn = (
  part: JsonValue | undefined,
  read: (part: JsonObject) => string | undefined,
): string | undefined => (part === undefined || !isObject(part) ? undefined : read(part))

/** Drops addresses: they are only used to look up the country and never stored. */
function withoutAddresses(item: JsonObject): JsonObject {
  if (!hasAddress(item)) return item
  const own = item['type'] === 'context' ? 'ip' : '$ip'
  const plain = own in item ? without(item, own) : item
  return withoutInner(withoutInner(plain, 'context', 'ip'), 'properties', '$ip')
}

function hasAddress(item: JsonObject): boolean {
  const [context, properties] = [item['context'], item['properties']]
  if (item['type'] === 'context' ? 'ip' in item : '$ip' in item) return true
  return (isObject(context) && 'ip' in context) || (isObject(properties) && '$ip' in properties)
}

function withoutInner(item: JsonObject, member: string, name: string): JsonObject {
  const inner = item[member]
  if (inner === undefined || !isObject(inner) || !(name in inner)) return item
  return { ...item, [member]: without(inner, name) }
}

const without = (object: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
