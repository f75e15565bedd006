import {
  clientTimes,
  ingestService,
  invalid,
  isOversize,
  jsonOf,
  keyWithoutWorkspace,
  memberOf,
  ServiceError,
  type Ask,
  type ClientTimes,
} from '../../contract/index.js'
import { calls, type callNames } from './calls.js'
import { lineOf, MessageError, type Envelope } from './message.js'

/** Why a message was rejected. */
export interface Rejection {
  /** Position of the message in its batch, from 0. */
  readonly index: number
  readonly error: string
}

/** The answer of every call. */
export interface Acknowledgement {
  readonly success: true
  readonly rejected?: number
  readonly errors?: readonly Rejection[]
}

/**
 * Stores the valid messages of a call and reports the rejected ones, because clients drop a whole batch on an error.
 * Throws VALIDATION_ERROR if no message is valid.
 */
export async function takeIn(
  ask: Ask,
  name: (typeof callNames)[number],
  body: Uint8Array,
  userAgent: unknown,
): Promise<Acknowledgement> {
  if (ask.workspace === null) throw keyWithoutWorkspace()
  const { messages, envelope } = open(jsonOf(body), name, { received: ask.now, times: ask.use(clientTimes) })
  const lines: object[] = []
  const places: number[] = []
  const rejections: Rejection[] = []
  for (const [index, message] of messages.entries()) {
    try {
      if (isOversize(message, body)) throw new MessageError('the message must not be larger than 1 MB')
      lines.push(lineOf(message, envelope))
      places.push(index)
    } catch (error) {
      if (!(error instanceof MessageError)) throw error
      rejections.push({ index, error: error.message })
    }
  }
  const from = { userAgent: typeof userAgent === 'string' ? userAgent : undefined, address: ask.address }
  const receipt = await ask.use(ingestService).store(ask.workspace, { events: lines }, ask.now, from)
  for (const { index, error } of receipt.faults) rejections.push({ index: places[index] ?? index, error })
  return acknowledge(ask, messages.length, rejections)
}

function open(
  body: unknown,
  name: (typeof callNames)[number],
  arrival: { readonly received: number; readonly times: ClientTimes },
): { readonly messages: readonly unknown[]; readonly envelope: Envelope } {
  const call = calls[name]
  if (call !== 'batch')
    return { messages: [body], envelope: { type: call, context: undefined, sentAt: undefined, ...arrival } }
  const messages = memberOf(body, 'batch')
  if (!Array.isArray(messages)) throw invalid('batch', 'batch must be a list of messages')
  const [context, sentAt] = [memberOf(body, 'context'), memberOf(body, 'sentAt')]
  return { messages, envelope: { type: null, context, sentAt, ...arrival } }
}

function acknowledge(ask: Ask, messages: number, rejections: readonly Rejection[]): Acknowledgement {
  if (rejections.length === 0) return { success: true }
  const errors = [...rejections].sort((a, b) => a.index - b.index)
  const [first] = errors
  if (errors.length === messages)
    throw new ServiceError('VALIDATION_ERROR', `no message is valid; first error: ${first?.error ?? ''}`, {
      details: errors.map(({ index, error }) => ({ path: `batch.${index}`, message: error })),
    })
  const fields = { request_id: ask.requestId, workspace: ask.workspace?.id, rejected: errors.length, first }
  ask.log.warn(fields, 'Segment messages were rejected')
  return { success: true, rejected: errors.length, errors }
}
