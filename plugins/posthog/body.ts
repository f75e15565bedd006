import { invalid, jsonOf, memberOf, type FindKey } from '../../contract/index.js'

/** The events of a request and the time it was sent, as the client states it. */
export interface Sent {
  readonly events: readonly unknown[]
  readonly sentAt: unknown
}

const decoded = new WeakMap<Uint8Array, Uint8Array>()

/**
 * Parses a body: JSON, or a form whose `data` is JSON or base64 of it (old libraries, and requests of a page that is
 * closing). Throws VALIDATION_ERROR.
 */
export function contentOf(body: Uint8Array): unknown {
  if (!startsLikeForm(body)) return jsonOf(body)
  const bytes = decoded.get(body) ?? formData(body)
  decoded.set(body, bytes)
  return jsonOf(bytes)
}

/** The events of a body: one event, a list, or a batch. Throws VALIDATION_ERROR. */
export function eventsOf(content: unknown): Sent {
  if (Array.isArray(content)) return { events: content, sentAt: undefined }
  const [batch, sentAt] = [memberOf(content, 'batch'), memberOf(content, 'sent_at')]
  if (Array.isArray(batch)) return { events: batch, sentAt }
  if (memberOf(content, 'event') !== undefined) return { events: [content], sentAt }
  throw invalid('body', 'the body must be an event, a list of events, or {batch: [events]}')
}

/** Finds the project key where libraries put it: beside the batch, in the first event or in its properties. */
export const projectKey: FindKey = (_, body) => {
  try {
    const content = contentOf(body)
    const [first] = Array.isArray(content) ? (content as unknown[]) : [memberOf(content, 'batch')].flat()
    const places = [content, memberOf(content, 'properties'), first, memberOf(first, 'properties')]
    const found = places.flatMap((place) =>
      ['api_key', 'token', '$token'].map((name) => memberOf(place, name)),
    )
    return found.find((value) => typeof value === 'string') ?? null
  } catch {
    return null
  }
}

const startsLikeForm = (body: Uint8Array): boolean =>
  /^\s*(?:\w+=[^&]*&)*data=/.test(Buffer.from(body.subarray(0, 200)).toString('latin1'))

function formData(body: Uint8Array): Uint8Array {
  const data = new URLSearchParams(Buffer.from(body).toString('utf8')).get('data') ?? ''
  // URLSearchParams turns an unescaped plus into a space, which base64 never contains.
  return /^\s*[{[]/.test(data) ? Buffer.from(data) : Buffer.from(data.replaceAll(' ', '+'), 'base64')
}
