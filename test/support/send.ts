import { randomInt } from 'node:crypto'
import type { Called, CallOptions } from './request.js'

interface Callable {
  call(method: string, path: string, options?: CallOptions): Promise<Called>
}

/** POST /v1/events with these lines; throws unless all of them were taken. */
export async function store(service: Callable, ingestKey: string, lines: readonly object[]): Promise<void> {
  for (let from = 0; from < lines.length; from += 10_000) {
    const body = lines
      .slice(from, from + 10_000)
      .map((line) => JSON.stringify(line))
      .join('\n')
    const { status, body: answer } = await service.call('POST', '/v1/events', { body, token: ingestKey })
    if (status !== 202) throw new Error(`events were not stored: ${JSON.stringify(answer)}`)
  }
}

/** Each call from an address of its own: the rate limits are not what is tested. */
export const address = (): string => Array.from({ length: 4 }, () => randomInt(256)).join('.')

/** Runs the works a few at a time: the answers are the same, only sooner. */
export async function inParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  width = 8,
): Promise<void> {
  const queue = items.values()
  const lane = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: width }, lane))
}
