import type { DeviceSpan } from '../../core/contract/index.js'
import { dayMs } from './edges.js'

/** Of every stretch of so many milliseconds the first and the last event with a session are recalled. */
export const sightingMs = 600_000

export interface DaySpan extends DeviceSpan {
  /** Days since 1970. */
  readonly day: number
}

/** Spans cut at midnight (UTC): tables lie by day and device. */
export const byDay = (spans: readonly DeviceSpan[]): readonly DaySpan[] =>
  spans.flatMap(({ device_id, from, to }) => {
    const [first, last] = [Math.floor(Math.max(0, from) / dayMs), Math.floor(to / dayMs)]
    return Array.from({ length: last - first + 1 }, (_, index) => {
      const day = first + index
      return {
        device_id,
        day,
        from: Math.max(from, day * dayMs),
        to: Math.min(to, (day + 1) * dayMs - 1),
      }
    })
  })

/** Asks for a limited number at a time: an import may need ten thousand spans. */
export async function inParts<T, R>(
  all: readonly T[],
  size: number,
  ask: (part: readonly T[]) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  const found: R[] = []
  for (let from = 0; from < all.length; from += size) {
    for (const one of await ask(all.slice(from, from + size))) found.push(one)
  }
  return found
}
