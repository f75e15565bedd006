import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { ask, folder, freePort, run, untilNoneOn, type Running } from '../../app/cli/test-cli.js'
import { patience } from '../support/patience.js'

/** A service as users start it, with its engines; any part can be killed. */
export interface Killable {
  readonly url: string
  readonly data: string
  readonly key: string
  /** Sends SIGKILL; resolves when it runs again. The service restarts its engines itself. */
  kill(part: Part): Promise<void>
  /** The number of rows by value of the property n, among those of this round. */
  counts(metric: 'events' | 'logs', round: number): Promise<ReadonlyMap<string, number>>
  total(metric: 'events' | 'logs'): Promise<number>
  /** For each rollup the days on which it differs from the events. */
  differing(): Promise<readonly (readonly string[])[]>
}

export type Part = 'service' | 'ClickHouse' | 'Postgres'

const email = 'root@example.com'
const password = 'correct horse battery'

export async function killable(
  t: Test,
  storage: 'clickhouse' | 'postgres',
  data?: string,
): Promise<Killable> {
  const directory = data ?? join(folder(t), 'data')
  const PORT = await freePort()
  const environment = {
    DATA_DIR: directory,
    PORT,
    STORAGE: storage,
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    JWT_SECRET: 'a secret of this test, of more than thirty-two bytes',
    LOG_LEVEL: 'info',
  }
  const url = `http://127.0.0.1:${PORT}`
  const start = async (): Promise<Running> => {
    const service = run(['start'], environment)
    await service.seen('"ready at')
    return service
  }
  let service = await start()
  t.teardown(async () => {
    service.child.kill('SIGKILL')
    await service.ended
    await untilNoneOn(directory)
  })

  const login = await ask('POST', `${url}/api/v1/auth/login`, { email, password })
  const bearer = { authorization: `Bearer ${String(login.body.data.token)}` }
  const made = await ask('POST', `${url}/api/v1/user/workspaces`, { name: 'One', slug: 'one' }, bearer)
  const workspace = String(made.body.data.id)
  const wanted = { workspace_id: workspace, name: 'test', kind: 'ingest' }
  const key = await ask('POST', `${url}/api/v1/admin/workspace/keys`, wanted, bearer)

  const query = async (metric: string, parameters: Readonly<Record<string, string>>) => {
    const search = new URLSearchParams({ range: '7d', ...parameters }).toString()
    const headers = { ...bearer, 'x-workspace-id': workspace }
    const get = () => ask('GET', `${url}/api/v1/metrics/${metric}?${search}`, null, headers)
    let answer = await get()
    // The last processes of an engine may end after the first has been restarted.
    for (const end = performance.now() + patience; answer.status === 503 && performance.now() < end;) {
      await pause(50)
      answer = await get()
    }
    if (answer.status !== 200) throw new Error(`${metric}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }

  return {
    url,
    data: directory,
    key: String(key.body.data.key),
    async kill(part) {
      if (part !== 'service') {
        const pidOf = part === 'ClickHouse' ? clickhousePid : postgresPid
        const pid = pidOf(directory)
        process.kill(pid, 'SIGKILL')
        const end = performance.now() + patience
        while (pidOf(directory) === pid) {
          const said = await service.seen('')
          if (performance.now() > end) throw new Error(`${part} was not started again: ${said.slice(-2_000)}`)
          await pause(10)
        }
        return
      }
      service.child.kill('SIGKILL')
      await service.ended
      service = await start()
    },
    async counts(metric, round) {
      const field = metric === 'events' ? 'properties' : 'message'
      const data = await query(metric, {
        breakdown: `${field}.n`,
        breakdown_limit: '1000',
        'conditions[0][field]': `${field}.round`,
        'conditions[0][value]': String(round),
      })
      const counts = new Map<string, number>()
      for (const { dimension, value } of data.points as { dimension: string; value: number }[])
        if (value > 0) counts.set(dimension, (counts.get(dimension) ?? 0) + value)
      return counts
    },
    total: async (metric) => Number((await query(metric, {})).total),
    async differing() {
      const headers = { ...bearer, 'x-workspace-id': workspace }
      const { body } = await ask('GET', `${url}/api/v1/admin/rollups`, null, headers)
      return (body.data.rollups as { differs: string[] }[]).map(({ differs }) => differs)
    },
  }
}

/** Reads the number in the file that an engine's process writes; without a file, the previous one. */
const pidIn = (...path: readonly string[]) => {
  let last = 0
  return (directory: string): number => {
    try {
      last = Number(readFileSync(join(directory, ...path), 'utf8').split('\n')[0]) || last
    } catch {
      // It is being rewritten.
    }
    return last
  }
}
const clickhousePid = pidIn('clickhouse', 'engine.pid')
const postgresPid = pidIn('postgres', 'data', 'postmaster.pid')
