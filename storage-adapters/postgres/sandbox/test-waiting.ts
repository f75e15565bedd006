import { setTimeout as wait } from 'node:timers/promises'
import { ServiceError, type Batch } from '../../../contract/index.js'
import { patience } from '../../../test/support/patience.js'
import type { Sandbox } from './test-sandbox.js'

export const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ran',
    (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
  )
export const long = 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b'
export const bytesOf = async (file: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of file) parts.push(part)
  return Buffer.concat(parts)
}
export const empty: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }

/** The number of readers' sessions that run a statement or have an open transaction. */
export const atWork = async ({ database }: Sandbox): Promise<number> => {
  const [row] = await database.sql(
    `SELECT count(*)::int AS sessions FROM pg_stat_activity WHERE usename LIKE 'sextant\\_r\\_%' AND state <> 'idle'
       AND datname = current_database()`,
  )
  return Number(row?.['sessions'])
}
export async function until(condition: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + patience; performance.now() < end;) {
    if (await condition()) return true
    await wait(50)
  }
  return false
}
