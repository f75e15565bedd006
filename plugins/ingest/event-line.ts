import { mustBeOneOf, type JsonObject, type LinkRow } from '../../contract/index.js'
import { isEmpty } from './clean.js'
import { splitContext, splitFlat, withContextRest, type SplitContext } from './context.js'
import { groupTraits, namesGroups, withNamedGroups } from './event-groups.js'
import type { DraftContext, DraftEvent, DraftTrait } from './pending-batch.js'
import { optionalObject, optionalText, requiredText, without } from './fields.js'
import { LineError } from './line-error.js'
import { readTimestamp } from './timestamp.js'

/** One line of POST /v1/events as drafts of rows. */
export interface EventLine {
  readonly event: DraftEvent | null
  readonly trait: DraftTrait | null
  readonly links: readonly LinkRow[]
  readonly context: DraftContext | null
}

const types = ['track', 'identify', 'group', 'alias', 'context'] as const
type LineType = (typeof types)[number]

const commonKeys = ['type', 'device_id', 'session_id', 'user_id', 'timestamp', 'message_id', 'context']
/** Keys with a fixed meaning; the rest are properties, traits or context. */
const ownKeys = {
  track: new Set([...commonKeys, 'event', 'properties']),
  // Clients send their service on every line; it is not a trait of a person.
  identify: new Set([...commonKeys, 'properties', 'traits', 'service', 'event']),
  group: new Set([...commonKeys, 'properties', 'traits', 'service', 'event', 'group_id', 'group_type']),
  context: new Set([...commonKeys, 'properties', 'event']),
} satisfies Record<Exclude<LineType, 'alias'>, ReadonlySet<string>>

type Common = Pick<DraftEvent, 'timestamp' | 'device_id' | 'session_id' | 'user_id' | 'message_id'>

/** Reads one cleaned item; `now` is the default of its timestamp. Throws LineError. */
export function readEvent(item: JsonObject, now: number): EventLine {
  const type = readType(item)
  if (type === 'alias') return readAlias(item, now)
  const common = readCommon(item, now)
  const given = splitContext(optionalObject(item, 'context'))
  const others = without(item, ownKeys[type])
  const links = linksOf(common)
  switch (type) {
    case 'track':
      return {
        event: readTrack(item, common, others, given),
        trait: null,
        links,
        context: null,
      }
    case 'context':
      return {
        event: null,
        trait: null,
        links,
        context: readContext(item, common, others, given),
      }
    case 'identify':
    case 'group': {
      const traits = { ...others, ...optionalObject(item, 'properties'), ...optionalObject(item, 'traits') }
      const stored = type === 'identify' ? traits : groupTraits(item, traits)
      const context = contextRow(common, given.columns, withContextRest({}, given.rest))
      return { event: null, trait: traitRow(common, stored), links, context }
    }
  }
}

function readType(item: JsonObject): LineType {
  const value = item['type']
  const type = value === undefined ? 'track' : types.find((name) => name === value)
  if (type === undefined) throw new LineError(mustBeOneOf('type', types))
  return type
}

function readCommon(item: JsonObject, now: number): Common {
  const user = optionalText(item, 'user_id')
  // A server knows the user but no device, so the user's id is used as the device.
  const device = optionalText(item, 'device_id') ?? user
  if (device === null) throw new LineError('device_id or user_id must be a non-empty string')
  return {
    timestamp: readTimestamp(item['timestamp'], now),
    device_id: device,
    session_id: optionalText(item, 'session_id'),
    user_id: user,
    message_id: optionalText(item, 'message_id'),
  }
}

function readTrack(item: JsonObject, common: Common, others: JsonObject, given: SplitContext): DraftEvent {
  const flat = splitFlat(namesGroups(item) ? without(others, groupsKey) : others, given.columns)
  const { timestamp, device_id, session_id, user_id, message_id } = common
  return {
    timestamp,
    event_name: requiredText(item, 'event'),
    device_id,
    session_id,
    user_id,
    message_id,
    context: flat.columns,
    properties: withNamedGroups(
      item,
      withContextRest(joined(flat.rest, optionalObject(item, 'properties')), given.rest),
    ),
  }
}

const groupsKey: ReadonlySet<string> = new Set(['groups'])

/** Members of both objects; the second takes precedence. */
const joined = (first: JsonObject, second: JsonObject): JsonObject =>
  isEmpty(first) ? second : { ...first, ...second }

/** A context line's own keys are context, in every spelling that a `context` object allows. */
function readContext(
  item: JsonObject,
  common: Common,
  others: JsonObject,
  given: SplitContext,
): DraftContext | null {
  const flat = splitContext(others)
  const properties = { ...flat.rest, ...optionalObject(item, 'properties') }
  return contextRow(common, { ...flat.columns, ...given.columns }, withContextRest(properties, given.rest))
}

function readAlias(item: JsonObject, now: number): EventLine {
  const user = requiredText(item, 'user_id')
  const previous = optionalText(item, 'previous_id') ?? optionalText(item, 'device_id')
  if (previous === null) throw new LineError('previous_id must be a non-empty string')
  const common = readCommon(item, now)
  const links = [{ timestamp: common.timestamp, device_id: previous, user_id: user }]
  if (common.device_id !== previous) links.push(...linksOf(common))
  return { event: null, trait: null, links, context: null }
}

const noLinks: readonly LinkRow[] = Object.freeze([])

const linksOf = ({ timestamp, device_id, user_id }: Common): readonly LinkRow[] =>
  user_id === null ? noLinks : [{ timestamp, device_id, user_id }]

const traitRow = ({ timestamp, device_id, message_id }: Common, traits: JsonObject): DraftTrait | null =>
  isEmpty(traits) ? null : { timestamp, device_id, message_id, traits }

function contextRow(
  { timestamp, device_id, session_id, message_id }: Common,
  context: DraftContext['context'],
  properties: JsonObject,
): DraftContext | null {
  if (isEmpty(context) && isEmpty(properties)) return null
  return { timestamp, device_id, session_id, message_id, context, properties }
}
