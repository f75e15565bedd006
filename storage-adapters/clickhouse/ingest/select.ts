import { clickhouseError } from '../errors.js'
import type { Servers } from '../cluster/servers.js'
import type { ServerRequests } from '../server-requests.js'

/** What look-ups are sent to, and how. */
export interface LookUps {
  readonly servers: Pick<Servers, 'reading'>
  readonly requests: ServerRequests
}

/** The last day of ClickHouse's Date type, in days since 1970 (2149-06-06). */
const lastDay = 65_535

/** Returns the range of some days, as parameters of a condition on the column `day`. */
export const between = (days: readonly number[]): { readonly first: number; readonly last: number } => ({
  first: days.reduce((a, b) => Math.min(a, b), lastDay),
  last: Math.min(
    days.reduce((a, b) => Math.max(a, b), 0),
    lastDay,
  ),
})

/** Runs a statement that ingestion waits for. Rejects with a ServiceError. */
export async function select<R>(
  { servers, requests }: LookUps,
  text: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<readonly R[]> {
  try {
    const settings = {
      ...(await servers.reading()),
      max_execution_time: 20,
      max_query_size: '4194304',
      enable_positional_arguments: 0,
    }
    return (await requests.rows({ text, parameters, settings })) as readonly R[]
  } catch (error) {
    throw clickhouseError(error)
  }
}
