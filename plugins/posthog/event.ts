import { memberOf, type ClientTimes } from '../../contract/index.js'
import { lastsFirst } from './first-traits.js'
import { idOf, isObject, present, splitProperties, type Members } from './properties.js'

/** The times of the request that contained an event: as the client states it, and ours in milliseconds. */
export interface Arrival {
  readonly sentAt: unknown
  readonly received: number
  readonly times: ClientTimes
}

/** Rejects an event; the message is written for its sender. */
export class EventError extends Error {}

/** Ids that libraries send if they have none, from PostHog's list. Linking them would merge all persons into one. */
const placeholders: ReadonlySet<string> = new Set([
  ...['anonymous', 'guest', 'distinctid', 'distinct_id', 'id', 'not_authenticated', 'email', 'undefined'],
  ...['true', 'false', 'null', 'none', 'nan', '0', '[object object]'],
])

/** Events that only identify a person or group, and are not stored as events. */
const noEvents: ReadonlySet<unknown> = new Set([
  ...['$identify', '$create_alias', '$merge_dangerously', '$groupidentify', '$set'],
])

interface Common {
  readonly device_id: unknown
  readonly timestamp: unknown
  readonly session_id: unknown
  readonly message_id: unknown
}

/**
 * An event as lines of POST /v1/events: the event itself, unless it only identifies, then links and traits. Values of its
 * members are validated there. Throws EventError.
 */
export function linesOf(event: unknown, arrival: Arrival): readonly object[] {
  if (!isObject(event)) throw new EventError('the event must be a JSON object')
  const properties = memberOf(event, 'properties') ?? {}
  if (!isObject(properties)) throw new EventError('properties must be an object')
  const name = event['event']
  const person = idOf(event['distinct_id'] ?? event['$distinct_id'] ?? properties['distinct_id'])
  if (person === undefined) throw new EventError('distinct_id must be a non-empty string')
  const common: Common = {
    device_id: person,
    timestamp: timeOf(event, properties, arrival),
    session_id: idOf(event['session_id'] ?? properties['$session_id']),
    message_id: idOf(event['uuid'] ?? properties['$insert_id']),
  }
  const user = isIdentified(name, properties) && !isPlaceholder(person) ? person : undefined
  const { context, properties: rest } = splitProperties(properties)
  const window = event['window_id']
  const own = window == null ? rest : { $window_id: window, ...rest }
  return [
    ...(noEvents.has(name)
      ? []
      : [{ type: 'track', ...common, user_id: user, event: name, properties: own, context }]),
    ...links(name, person, properties, common),
    ...group(name, properties, common),
    ...traits(event, properties, common, arrival),
  ].map(present)
}

/**
 * True if the event identifies its person as a user. The distinct id alone does not, because a server may pass on the id
 * of an anonymous visitor. The device is always the distinct id: persons may share a browser, but never a distinct id.
 */
function isIdentified(name: unknown, properties: Members): boolean {
  return name === '$identify' || properties['$is_identified'] === true || properties['$user_id'] != null
}

const isPlaceholder = (id: unknown): boolean =>
  typeof id === 'string' && placeholders.has(id.trim().toLowerCase())

/** Links for an identification or alias: both ids belong to the distinct id's user from now on. */
function links(name: unknown, person: unknown, properties: Members, common: Common): readonly Members[] {
  const { timestamp, message_id } = common
  const isAlias = name === '$create_alias' || name === '$merge_dangerously'
  if ((name !== '$identify' && !isAlias) || isPlaceholder(person)) return []
  const self = { type: 'identify', device_id: person, user_id: person, timestamp, message_id }
  const other = idOf(isAlias ? properties['alias'] : properties['$anon_distinct_id'])
  if (isAlias && other === undefined) throw new EventError('alias must be a non-empty string')
  if (other === undefined || isPlaceholder(other) || other === person) return [self]
  return [self, { type: 'alias', previous_id: other, user_id: person, timestamp, message_id }]
}

function group(name: unknown, properties: Members, common: Common): readonly Members[] {
  if (name !== '$groupidentify') return []
  const set = properties['$group_set'] ?? {}
  if (!isObject(set)) throw new EventError('$group_set must be an object')
  const traits = present({ $group_type: properties['$group_type'], ...set })
  const named = { group_id: idOf(properties['$group_key']), group_type: properties['$group_type'] }
  return [{ type: 'group', ...common, ...named, traits }]
}

/** Traits from `$set` and `$set_once`, beside the properties or in them; none without a person profile, as in PostHog. */
function traits(event: Members, properties: Members, common: Common, arrival: Arrival): readonly Members[] {
  const profile =
    properties['$process_person_profile'] ?? memberOf(event['options'], 'process_person_profile')
  if (profile === false) return []
  const { device_id, timestamp, message_id } = common
  const line = (name: '$set' | '$set_once'): Members | null => {
    const given = [event[name], properties[name]].filter((value) => value != null)
    if (!given.every(isObject)) throw new EventError(`${name} must be an object`)
    const all = present(Object.assign({}, ...given) as Members)
    return Object.keys(all).length === 0
      ? null
      : { type: 'identify', device_id, timestamp, message_id, traits: all }
  }
  const [set, once] = [line('$set'), line('$set_once')]
  return [...(set ? [set] : []), ...(once ? [lastsFirst(once, arrival)] : [])]
}

function timeOf(event: Members, properties: Members, { sentAt, received, times }: Arrival): unknown {
  const { timestamp, offset, options } = event
  const seconds = properties['$time']
  const ignored =
    properties['$ignore_sent_at'] === true || memberOf(options, 'disable_skew_correction') === true
  if (timestamp != null) return ignored ? timestamp : times.corrected(timestamp, sentAt, received)
  // In milliseconds before the request was sent.
  if (typeof offset === 'number') return received - offset
  return typeof seconds === 'number'
    ? times.corrected(times.read(seconds * 1000), sentAt, received)
    : undefined
}
