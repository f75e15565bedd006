import type { DeviceSpan } from '../../contract/index.js'
import { dayMs } from './edges.js'

/** The recall interval in milliseconds: the first and the last event with a session in each are recalled. */
export const sightingMs = 600_000

/** A span within one UTC day. */
export interface DaySpan extends DeviceSpan {
  /** Days since 1970. */
  readonly day: number
}

/**
 * Splits spans at midnight (UTC), as tables are sorted by day and device.
 *
 *     Mon 23:00 to Tue 01:00    Mon 23:00 to 23:59:59.999 and Tue 00:00 to 01:00
 */
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

/**
 * Calls `ask` with at most `size` items at a time and returns all
 * results: an import may ask for ten thousand spans.
 */
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
