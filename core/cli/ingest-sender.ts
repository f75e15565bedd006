import { RetryLater, type SendResult } from './import-file.js'
import type { ImportSource } from './import-item.js'

export interface SenderOptions {
  /** The service's address: http://127.0.0.1:3000 */
  readonly url: string
  /** An ingest key. */
  readonly key: string
  readonly source: ImportSource
  readonly fetch?: typeof fetch
  /** Milliseconds a request may take. */
  readonly timeout?: number
}

interface Answer {
  readonly accepted?: number
  readonly rejected?: number
  readonly errors?: SendResult['errors']
  readonly message?: string
  readonly details?: readonly { readonly path: string; readonly message: string }[]
}

/** A `send` for importFile, and for demo data, over POST /v1/events or /v1/logs. */
export function ingestSender(options: SenderOptions): (jsonLines: string) => Promise<SendResult> {
  const { url, key, source, fetch: call = fetch, timeout = 120_000 } = options
  const address = new URL(`/v1/${source}`, url)
  return async (jsonLines) => {
    const request = {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      body: jsonLines,
      signal: AbortSignal.timeout(timeout),
    }
    const response = await call(address, request).catch((error: unknown) => {
      throw new RetryLater(`${address.origin} does not answer`, 0, { cause: error })
    })
    const answer = (await response.json().catch(() => ({}))) as Answer
    if (response.status === 202 || response.status === 207) {
      const { accepted = 0, rejected = 0, errors = [] } = answer
      return { accepted, rejected, errors }
    }
    const message = `${response.status}: ${answer.message ?? 'no explanation'}`
    if (response.status === 422) return refused(jsonLines, answer, message)
    if ([429, 502, 503, 504].includes(response.status))
      throw new RetryLater(message, Number(response.headers.get('retry-after')) || 0)
    throw new Error(message)
  }
}

/** No line of the batch was good: the details say why, line by line. */
function refused(jsonLines: string, { details = [] }: Answer, message: string): SendResult {
  const errors = details.flatMap(({ path, message: error }) => {
    const [, line] = /^line (\d+)$/.exec(path) ?? []
    return line === undefined ? [] : [{ line: Number(line), error }]
  })
  if (errors.length === 0) throw new Error(message)
  return { accepted: 0, rejected: jsonLines.split('\n').length, errors }
}
