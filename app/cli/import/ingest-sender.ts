import {
  batchHeader,
  batchPlaceText,
  type BatchPlace,
  type ImportEndpoint,
  type ImportSource,
} from '../../../contract/index.js'
import { RetryLater, type SendResult } from './flights.js'

export interface SenderOptions {
  /** The service's URL: http://127.0.0.1:3000 */
  readonly url: string
  /** An ingest key. */
  readonly key: string
  readonly source: ImportSource
  /** Where the items go; null for POST /v1/<source>. */
  readonly endpoint?: ImportEndpoint | null
  readonly fetch?: typeof fetch
  /** The timeout of a request in milliseconds. */
  readonly timeout?: number
}

interface Answer {
  readonly accepted?: number
  readonly rejected?: number
  readonly errors?: readonly { readonly line?: number; readonly index?: number; readonly error: string }[]
  readonly message?: string
  readonly details?: readonly { readonly path: string; readonly message: string }[]
}

/** Returns a `send` for importFile, and for demo data, over POST /v1/events, /v1/logs or /v1/metrics. */
export function ingestSender(
  options: SenderOptions,
): (jsonLines: string, place?: BatchPlace) => Promise<SendResult> {
  const { url, key, source, endpoint = null, fetch: call = fetch, timeout = 120_000 } = options
  const address = new URL(endpoint?.path ?? `/v1/${source}`, url)
  return async (jsonLines, place) => {
    const request = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/x-ndjson',
        ...(endpoint === null && place !== undefined && { [batchHeader]: batchPlaceText(place) }),
      },
      body: endpoint === null ? jsonLines : endpoint.body(jsonLines.split('\n')),
      signal: AbortSignal.timeout(timeout),
    }
    const response = await call(address, request).catch((error: unknown) => {
      throw new RetryLater(`${address.origin} does not respond`, 0, { cause: error })
    })
    const answer = (await response.json().catch(() => ({}))) as Answer
    if (response.ok) {
      const { rejected = 0, errors = [] } = answer
      const accepted = answer.accepted ?? jsonLines.split('\n').length - rejected
      const inOrder = response.headers.get(batchHeader) === 'in-order'
      return { accepted, rejected, errors: errors.map(lineError), ...(inOrder && { inOrder }) }
    }
    const message = `${response.status}: ${answer.message ?? 'no explanation'}`
    if (response.status === 422) return rejected(jsonLines, answer, message)
    if ([429, 502, 503, 504].includes(response.status))
      throw new RetryLater(message, Number(response.headers.get('retry-after')) || 0)
    throw new Error(message)
  }
}

/** No line of the batch was valid: the details have the error of each line. */
function rejected(jsonLines: string, { details = [] }: Answer, message: string): SendResult {
  const errors = details.flatMap(({ path, message: error }) => {
    const [, line, index] = /^(?:line (\d+)|batch\.(\d+))$/.exec(path) ?? []
    if (line === undefined && index === undefined) return []
    return [{ line: line === undefined ? Number(index) + 1 : Number(line), error }]
  })
  if (errors.length === 0) throw new Error(message)
  return { accepted: 0, rejected: jsonLines.split('\n').length, errors }
}

/** Lines count from 1, the events of a batch from 0. */
const lineError = ({ line, index = 0, error }: NonNullable<Answer['errors']>[number]) => ({
  line: line ?? index + 1,
  error,
})
