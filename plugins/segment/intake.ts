import {
  ingestService,
  invalid,
  isOversize,
  jsonOf,
  memberOf,
  ServiceError,
  type Ask,
} from '../../core/contract/index.js'
import { calls, type callNames } from './calls.js'
import { lineOf, MessageError, type Envelope } from './message.js'

export interface Refusal {
  /** Of the message in its batch, from 0. */
  readonly index: number
  readonly error: string
}

export interface Acknowledgement {
  readonly success: true
  readonly rejected?: number
  readonly errors?: readonly Refusal[]
}

/**
 * Stores what can be stored of a call's messages and tells what cannot: a client that is refused a batch drops all of
 * it. Throws VALIDATION_ERROR if nothing of it is good.
 */
export async function takeIn(
  ask: Ask,
  name: (typeof callNames)[number],
  body: Uint8Array,
  userAgent: unknown,
): Promise<Acknowledgement> {
  if (ask.workspace === null) throw new ServiceError('FORBIDDEN', 'this key belongs to no workspace')
  const { messages, envelope } = open(jsonOf(body), name, ask.now)
  const lines: object[] = []
  const places: number[] = []
  const refusals: Refusal[] = []
  for (const [index, message] of messages.entries()) {
    try {
      if (isOversize(message, body)) throw new MessageError('the message is larger than 1 MB')
      lines.push(lineOf(message, envelope))
      places.push(index)
    } catch (error) {
      if (!(error instanceof MessageError)) throw error
      refusals.push({ index, error: error.message })
    }
  }
  const from = { userAgent: typeof userAgent === 'string' ? userAgent : undefined, address: ask.address }
  const receipt = await ask.use(ingestService).store(ask.workspace, { events: lines }, ask.now, from)
  for (const { index, error } of receipt.faults) refusals.push({ index: places[index] ?? index, error })
  return acknowledge(ask, messages.length, refusals)
}

function open(
  body: unknown,
  name: (typeof callNames)[number],
  received: number,
): { readonly messages: readonly unknown[]; readonly envelope: Envelope } {
  const call = calls[name]
  if (call !== 'batch')
    return { messages: [body], envelope: { type: call, context: undefined, sentAt: undefined, received } }
  const messages = memberOf(body, 'batch')
  if (!Array.isArray(messages)) throw invalid('batch', 'batch must be a list of messages')
  const [context, sentAt] = [memberOf(body, 'context'), memberOf(body, 'sentAt')]
  return { messages, envelope: { type: null, context, sentAt, received } }
}

function acknowledge(ask: Ask, messages: number, refusals: readonly Refusal[]): Acknowledgement {
  if (refusals.length === 0) return { success: true }
  const errors = [...refusals].sort((a, b) => a.index - b.index)
  const [first] = errors
  if (errors.length === messages)
    throw new ServiceError('VALIDATION_ERROR', `no message is valid; the first: ${first?.error ?? ''}`, {
      details: errors.map(({ index, error }) => ({ path: `batch.${index}`, message: error })),
    })
  const fields = { request_id: ask.requestId, workspace: ask.workspace?.id, rejected: errors.length, first }
  ask.log.warn(fields, 'Segment messages were refused')
  return { success: true, rejected: errors.length, errors }
}
