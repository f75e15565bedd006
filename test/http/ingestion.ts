import type { Test } from 'tap'
import type { Called, CallOptions } from '../support/request.js'
import { eachStore, type TestService } from '../support/service.js'

export const day = 86_400_000
/** Noon: no test runs into the next day, however long it takes. */
const noon = Math.floor(Date.now() / day) * day + day / 2
export const at = (ago: number): string => new Date(noon - ago).toISOString()

export type Line = Readonly<Record<string, unknown>>

export interface Ingestion {
  readonly service: TestService
  readonly id: string
  readonly key: string
  send(lines: Line | readonly Line[], options?: CallOptions): Promise<Called>
  get(path: string, query?: Readonly<Record<string, string>>): Promise<Called['body']>
  /** Returns data.total of a metric, by default for today. */
  total(path: string, query?: Readonly<Record<string, string>>): Promise<number>
}

/** Creates a workspace, with the clock at noon. */
export async function openIngestion(service: TestService): Promise<Ingestion> {
  service.setClock(noon)
  const { id, ingestKey: key } = await service.workspace()
  const get: Ingestion['get'] = async (path, query = {}) => {
    const options = { workspace: id, query: { range: 'today', ...query } }
    const answer = await service.call('GET', `/api/v1/metrics/${path}`, options)
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return {
    service,
    id,
    key,
    send(lines, options = {}) {
      const items = Array.isArray(lines) ? (lines as readonly Line[]) : [lines as Line]
      const body = items.map((line) => JSON.stringify(line)).join('\n')
      return service.call('POST', '/v1/events', { token: key, body, ...options })
    },
    get,
    total: async (path, query) => Number((await get(path, query)).data.total),
  }
}

/** One test of this name, with one below it a store. */
export const eachIngestion = (t: Test, name: string, run: (t: Test, ingestion: Ingestion) => Promise<void>) =>
  t.test(name, (t) => eachStore(t, async (t, service) => run(t, await openIngestion(service))))
