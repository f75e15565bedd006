import { memberOf, mustBeOneOf, type ClientTimes } from '../../contract/index.js'
import { messageTypes, type MessageType } from './calls.js'

type Members = Readonly<Record<string, unknown>>

/** The common fields of a batch's messages, and when it was received (in milliseconds). */
export interface Envelope {
  /** The type of messages without one: the call; null for a batch. */
  readonly type: MessageType | null
  readonly context: unknown
  readonly sentAt: unknown
  readonly received: number
  readonly times: ClientTimes
}

/** Rejects a message; the text is written for its sender. */
export class MessageError extends Error {}

/** Members with a fixed meaning here or for Segment; the rest of a message are properties. */
const known = new Set([
  ...['type', 'action', 'event', 'name', 'category', 'messageId', 'timestamp', 'originalTimestamp'],
  ...['sentAt', 'receivedAt', 'userId', 'anonymousId', 'groupId', 'previousId', 'context', 'properties'],
  ...['traits', 'integrations', 'options', 'writeKey', '_metadata', 'version', 'channel', 'rudderId'],
])

const viewed = { page: 'Page Viewed', screen: 'Screen Viewed' } as const

/** A message of the tracking API as a line of POST /v1/events, where its values are validated. Throws MessageError. */
export function lineOf(message: unknown, envelope: Envelope): object {
  if (!isObject(message)) throw new MessageError('the message must be a JSON object')
  return present(membersOf(message, envelope))
}

function membersOf(message: Members, envelope: Envelope): Members {
  const type = typeOf(message, envelope)
  const context = contextOf(message, envelope)
  const common = {
    device_id: idOf(message['anonymousId']) ?? deviceOf(message, context),
    user_id: idOf(message['userId']),
    session_id: idOf(memberOf(context, 'sessionId')) ?? idOf(memberOf(message['properties'], 'session_id')),
    message_id: idOf(message['messageId']),
    timestamp: timestampOf(message, envelope),
    context: isObject(context) ? without(context, 'sessionId') : context,
  }
  const { traits, properties } = message
  switch (type) {
    case 'identify': {
      // RudderStack's libraries send the traits in the context, too, or only there.
      const own = isObject(common.context) ? without(common.context, 'traits') : common.context
      return { type, ...common, context: own, traits: traits ?? memberOf(context, 'traits') }
    }
    case 'group':
      return {
        type,
        ...common,
        group_id: idOf(message['groupId']),
        group_type: groupTypeOf(traits, context),
        traits,
      }
    case 'alias':
      return { type, ...common, previous_id: idOf(message['previousId']) }
    case 'track':
      return { type, ...common, event: message['event'], properties: withOthers(message, properties) }
    case 'page':
    case 'screen': {
      const { name, category } = message
      const named = { ...present({ name, category }), ...(isObject(properties) ? properties : {}) }
      const shown = isObject(properties) || properties == null ? named : properties
      return { type: 'track', ...common, event: viewed[type], properties: withOthers(message, shown) }
    }
  }
}

/** The type that the traits or the context name; Segment itself knows only one. */
const groupTypeOf = (traits: unknown, context: unknown): unknown =>
  ['group_type', 'groupType']
    .flatMap((name) => [memberOf(traits, name), memberOf(context, name)])
    .find((value) => typeof value === 'string' && value.trim() !== '')

function typeOf(message: Members, envelope: Envelope): MessageType {
  const said = message['type'] ?? message['action'] ?? envelope.type
  const type = messageTypes.find((name) => name === said)
  if (type === undefined) throw new MessageError(mustBeOneOf('type', messageTypes))
  return type
}

function contextOf(message: Members, { context: shared }: Envelope): unknown {
  const own = message['context']
  return isObject(shared) && (own == null || isObject(own)) ? { ...shared, ...own } : (own ?? undefined)
}

/** The device id of the context; undefined if there is a user, because a server's message uses the user as device. */
const deviceOf = (message: Members, context: unknown): unknown =>
  idOf(message['userId']) === undefined ? idOf(memberOf(memberOf(context, 'device'), 'id')) : undefined

/** The corrected time. A message from an earlier pipeline (an export, a replay) was corrected there. */
function timestampOf(message: Members, { sentAt, received, times }: Envelope): unknown {
  const { timestamp, originalTimestamp, receivedAt } = message
  if (receivedAt != null && timestamp != null) return timestamp
  return times.corrected(timestamp ?? originalTimestamp, message['sentAt'] ?? sentAt, received)
}

function withOthers(message: Members, properties: unknown): unknown {
  const others = Object.entries(message).filter(([name]) => !known.has(name))
  if (others.length === 0) return properties
  return properties == null || isObject(properties)
    ? { ...Object.fromEntries(others), ...properties }
    : properties
}

/** An id as a string; undefined if it is empty. Values that are not ids are returned for the later validation. */
function idOf(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value
}

const present = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value != null))

const without = (object: Members, name: string): Members =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
