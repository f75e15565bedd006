import { memberOf, withoutSkew } from '../../core/contract/index.js'
import { messageTypes, type MessageType } from './calls.js'

type Members = Readonly<Record<string, unknown>>

/** What a batch says for all of its messages, and when it came. */
export interface Envelope {
  /** The type of a message that names none: the call it came by. */
  readonly type: MessageType | null
  readonly context: unknown
  readonly sentAt: unknown
  readonly received: number
}

/** Why a message cannot be stored. */
export class MessageError extends Error {}

/** Members with a meaning of their own, or with one for Segment only; others of a message are properties. */
const known = new Set([
  ...['type', 'action', 'event', 'name', 'category', 'messageId', 'timestamp', 'originalTimestamp'],
  ...['sentAt', 'receivedAt', 'userId', 'anonymousId', 'groupId', 'previousId', 'context', 'properties'],
  ...['traits', 'integrations', 'options', 'writeKey', '_metadata', 'version', 'channel', 'rudderId'],
])

const viewed = { page: 'Page Viewed', screen: 'Screen Viewed' } as const

/** A message of the tracking API as a line of POST /v1/events. What its members hold is checked there. Throws MessageError. */
export function lineOf(message: unknown, envelope: Envelope): object {
  if (!isObject(message)) throw new MessageError('a message must be a JSON object')
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
      // RudderStack's libraries repeat the traits in the context, or have them only there.
      const own = isObject(common.context) ? without(common.context, 'traits') : common.context
      return { type, ...common, context: own, traits: traits ?? memberOf(context, 'traits') }
    }
    case 'group':
      return { type, ...common, group_id: idOf(message['groupId']), traits }
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

function typeOf(message: Members, envelope: Envelope): MessageType {
  const said = message['type'] ?? message['action'] ?? envelope.type
  const type = messageTypes.find((name) => name === said)
  if (type === undefined) throw new MessageError(`type must be one of ${messageTypes.join(', ')}`)
  return type
}

function contextOf(message: Members, { context: shared }: Envelope): unknown {
  const own = message['context']
  return isObject(shared) && (own == null || isObject(own)) ? { ...shared, ...own } : (own ?? undefined)
}

/** A server's message knows the user and no device: then the user stands for one. */
const deviceOf = (message: Members, context: unknown): unknown =>
  idOf(message['userId']) === undefined ? idOf(memberOf(memberOf(context, 'device'), 'id')) : undefined

/** What has been through a pipeline before (an export, a replay) has been corrected there. */
function timestampOf(message: Members, { sentAt, received }: Envelope): unknown {
  const { timestamp, originalTimestamp, receivedAt } = message
  if (receivedAt != null && timestamp != null) return timestamp
  return withoutSkew(timestamp ?? originalTimestamp, message['sentAt'] ?? sentAt, received)
}

function withOthers(message: Members, properties: unknown): unknown {
  const others = Object.entries(message).filter(([name]) => !known.has(name))
  if (others.length === 0) return properties
  return properties == null || isObject(properties)
    ? { ...Object.fromEntries(others), ...properties }
    : properties
}

/** Ids may be numbers in JSON; an empty one is none, and what is no id is left for the check. */
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
