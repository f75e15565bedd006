import { LRUCache } from 'lru-cache'
import { dayMs } from '../../sql/edges.js'
import type { Target } from './target.js'

/** About how many rows a table has in the months of these days, which are counted from 1970. */
export type StoredRows = (target: Target, table: string, from: number, to: number) => Promise<number>

/** Milliseconds for which a count is good enough to choose between two ways to read. */
const freshMs = 60_000
const mostCounts = 1_000

/**
 * Returns counts of stored rows. The engine answers from its list of parts, which takes it 2 to 7 ms, so a count is kept for a
 * minute.
 */
export function createStoredRows(): StoredRows {
  const counts = new LRUCache<string, Promise<number>>({ max: mostCounts, ttl: freshMs })
  return ({ requests, database, settings }, table, from, to) => {
    const key = [database.name, table, monthOf(from), monthOf(to)].join(' ')
    const known = counts.get(key)
    if (known !== undefined) return known
    const ask = async (): Promise<number> => {
      const [[count] = []] = await requests.rows({
        text: `SELECT toString(count()) FROM ${database.name}.${table}
          WHERE toYYYYMM(day) BETWEEN {from:UInt32} AND {to:UInt32}`,
        parameters: { from: monthOf(from), to: monthOf(to) },
        settings: settings.reading,
      })
      return Number(count)
    }
    const asked = ask()
    counts.set(key, asked)
    asked.catch(() => counts.delete(key))
    return asked
  }
}

/** The month of a day as toYYYYMM() writes it. */
function monthOf(day: number): number {
  const date = new Date(day * dayMs)
  return 100 * date.getUTCFullYear() + date.getUTCMonth() + 1
}
