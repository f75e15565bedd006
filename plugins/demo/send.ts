import { setTimeout } from 'node:timers/promises'
import type { ImportSource } from '../../contract/index.js'

export interface SendOptions {
  /** The service's URL. */
  readonly url: string
  /** An ingest key. */
  readonly key: string
  readonly source: ImportSource
}

const tries = 5
const busy: ReadonlySet<number> = new Set([429, 502, 503, 504])

/**
 * Sends JSON Lines like any client, and again while the service is busy. Throws if a line is rejected, since
 * the lines are our own.
 */
export async function sendLines(lines: string, { url, key, source }: SendOptions): Promise<void> {
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: lines,
  }
  for (let attempt = 1; ; attempt++) {
    const signal = AbortSignal.timeout(120_000)
    const response = await fetch(new URL(`/v1/${source}`, url), { ...request, signal })
    const text = await response.text()
    if (response.ok && response.status !== 207) return
    if (!busy.has(response.status) || attempt === tries)
      throw new Error(`the demo's own data was rejected: ${response.status} ${text.slice(0, 300)}`)
    const seconds = Number(response.headers.get('retry-after')) || 0
    await setTimeout(Math.max(250 * 2 ** attempt, seconds * 1_000))
  }
}
