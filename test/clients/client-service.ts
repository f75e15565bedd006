import type { Test } from 'tap'
import { ServiceError, type AnalyticsStore, type Batch } from '../../contract/index.js'
import { type TestService, testService } from '../support/service.js'
import type { NamedStore } from '../support/named-store.js'

export type Fault = 'before' | 'after'
export type Json = Readonly<Record<string, unknown>>

/** A service that receives a client's data, the data it stored, and a storage that fails on request. */
export interface ClientService {
  readonly service: TestService
  readonly base: string
  readonly id: string
  readonly key: string
  /** Makes the storage's next appends fail, one per fault: before the rows are stored, or after. */
  failNext(...faults: readonly Fault[]): void
  /** The number of attempted appends. */
  appends(): number
  /** The accepted rows of one kind, in order. */
  rows<K extends keyof Batch>(kind: K): Batch[K]
  /**
   * Raw events over HTTP, oldest first, with the columns that are not null. Sessions assigned by the service
   * are called `given 1`, `given 2` … in this order.
   */
  events(query?: Readonly<Record<string, string>>): Promise<Json[]>
}

export async function clientService(t: Test, store: NamedStore): Promise<ClientService> {
  const faults: Fault[] = []
  const batches: Batch[] = []
  let appends = 0
  const make = (url: string): AnalyticsStore => {
    const inner = store.make(url)
    return {
      ...inner,
      async append(workspace, batch) {
        appends++
        const fault = faults.shift()
        if (fault !== 'before') {
          await inner.append(workspace, batch)
          batches.push(batch)
        }
        if (fault !== undefined) throw new ServiceError('UNAVAILABLE', 'no storage', { retryAfter: 1 })
      },
    }
  }
  const service = await testService(t, { store: { name: store.name, make } })
  const { id, ingestKey: key } = await service.workspace()
  return {
    service,
    base: service.base,
    id,
    key,
    failNext: (...wanted) => void faults.push(...wanted),
    appends: () => appends,
    rows: (kind) => batches.flatMap((batch) => [...batch[kind]]) as unknown as Batch[typeof kind],
    async events(query = {}) {
      const answer = await service.call('GET', '/api/v1/metrics/events/raw', {
        workspace: id,
        query: { range: 'all_time', limit: '1000', ...query },
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      const given = new Map<unknown, string>()
      const shown = (name: string, value: unknown): unknown => {
        if (name !== 'session_id' || !String(value).startsWith('auto_')) return value
        given.set(value, given.get(value) ?? `given ${given.size + 1}`)
        return given.get(value)
      }
      return (answer.body.data as Json[]).reverse().map((row) => {
        const members = Object.entries(row).filter(([, value]) => value !== null)
        return Object.fromEntries(members.map(([name, value]) => [name, shown(name, value)]))
      })
    },
  }
}

/**
 * Keeps the log of a failing storage, and clients' output, out of the test's output. Returns a function that
 * yields the service's other errors.
 */
export function quietly(t: Test): () => readonly unknown[] {
  const logged = t.capture(console, 'error', () => undefined)
  return () => logged().flatMap(({ args }) => (args.length < 2 || args[0] === 'append failed' ? [] : [args]))
}
