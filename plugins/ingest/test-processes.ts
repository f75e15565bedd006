import type { Test } from 'tap'
import type { AnalyticsStore } from '../../contract/index.js'
import { createService, type Service } from '../../app/service.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { type TestService, testService } from '../../test/support/service.js'
import type { NamedStore } from '../../test/support/named-store.js'
import { silentLog } from '../../test/support/silent-log.js'
import { request, type Called } from '../../test/support/request.js'
import { builtInPlugins } from '../index.js'

export interface Row {
  readonly [column: string]: string | null
}

/** Processes of the service over one store, addressed by number. */
export interface Processes {
  readonly first: TestService
  /** Sends lines to the process of this number; throws if any is rejected. */
  send(process: number, lines: readonly object[], headers?: Readonly<Record<string, string>>): Promise<void>
  /** The values of these columns for all events, by time. */
  rows(...columns: string[]): Promise<(string | null)[][]>
  total(path: string, query?: Readonly<Record<string, string>>): Promise<number>
  /** Ends a process; the next one with this number starts without memory. */
  restart(process: number): Promise<void>
  setClock(now: number): void
  /** The same processes with another workspace. */
  elsewhere(): Promise<Processes>
}

/** Several processes over one store and one record database. Process 0 is never restarted. */
export async function processesOver(t: Test, { name, make, inProcess }: NamedStore): Promise<Processes> {
  let shared: AnalyticsStore | undefined
  let now = Date.now()
  const first = await testService(t, { store: { name, make: (url) => (shared = make(url)) } })
  const others = new Map<number, { readonly service: Service; readonly base: string }>()
  t.teardown(() => Promise.all([...others.values()].map(({ service }) => service.close())))

  async function start(): Promise<{ readonly service: Service; readonly base: string }> {
    const analytics =
      inProcess === true ? { ...shared!, close: () => Promise.resolve() } : make(first.recordsUrl)
    const service = await createService({
      settings: first.settings,
      plugins: builtInPlugins,
      analytics,
      records: createRecordStore({ url: first.recordsUrl, log: silentLog }),
      log: silentLog,
      clock: () => now,
      tokenKey: Buffer.from('a test key of more than thirty-two bytes'),
    })
    const { port } = await service.listen(0, '127.0.0.1')
    return { service, base: `http://127.0.0.1:${port}` }
  }

  async function baseOf(process: number): Promise<string> {
    if (process === 0) return first.base
    const known = others.get(process) ?? (await start())
    others.set(process, known)
    return known.base
  }

  const inWorkspace = async (): Promise<Processes> => {
    const { id, ingestKey } = await first.workspace()
    const ask = (path: string, query: Readonly<Record<string, string>>): Promise<Called> =>
      first.call('GET', `/api/v1/metrics/${path}`, { workspace: id, query })
    return {
      first,
      elsewhere: inWorkspace,
      async send(process, lines, headers = {}) {
        const body = lines.map((line) => JSON.stringify(line)).join('\n')
        const base = await baseOf(process)
        const sent = await request(base, 'POST', '/v1/events', { body, token: ingestKey, headers })
        if (sent.status !== 202) throw new Error(JSON.stringify(sent.body))
      },
      async rows(...columns) {
        const { body } = await ask('events/raw', { range: 'all_time', limit: '10000' })
        const rows = body.data as Row[]
        return rows.toReversed().map((row) => columns.map((column) => row[column] ?? null))
      },
      async total(path, query = {}) {
        const { body } = await ask(path, { range: 'all_time', granularity: 'yearly', ...query })
        return Number(body.data.total)
      },
      async restart(process) {
        await others.get(process)?.service.close()
        others.delete(process)
      },
      setClock(time) {
        now = time
        first.setClock(time)
      },
    }
  }
  return inWorkspace()
}
