import type { Test } from 'tap'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { silentLog } from '../support/silent-log.js'
import type { Called } from '../support/request.js'
import { openCallers } from './callers.js'
import { type TestService, testService } from '../support/service.js'
import { store } from '../support/send.js'
import { everyStore as stores } from '../support/every-store.js'

export type Engine = 'clickhouse' | 'postgres'
export const sqlPath = '/api/v1/data/query'

/** The stores that have SQL. */
export const sqlStores = stores.filter(({ name }) => name === 'ClickHouse' || name === 'Postgres')
export const engineOf = (name: string): Engine => (name === 'ClickHouse' ? 'clickhouse' : 'postgres')

/** Values in the other workspace that must be in no response about the first. */
export const secrets = ['secret-event', 'secret-device', 'secret-user', 'secret-value'] as const

export interface SqlWorkspaces {
  readonly service: TestService
  readonly engine: Engine
  /** The token of a viewer of the workspace, who makes every query. */
  readonly token: string
  readonly workspace: string
  readonly other: string
  /** The database or schema of the other workspace. */
  readonly otherName: string
  run(query: string, more?: object): Promise<Called>
}

const event = (name: string, device_id: string, minute: number, properties: object, more: object = {}) => ({
  event: name,
  device_id,
  session_id: 's1',
  timestamp: `2026-01-05T10:0${minute}:00.250Z`,
  properties,
  ...more,
})

/** Two workspaces on one store. */
export async function sqlWorkspaces(
  t: Test,
  name: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<SqlWorkspaces> {
  const [named] = sqlStores.filter((one) => one.name === name)
  if (named === undefined) throw new Error(`no store ${name}`)
  const service = await testService(t, { store: named, environment })
  const callers = await openCallers(service)
  const { workspace, otherWorkspace: other } = callers
  const token = (await callers.credentials.viewer()) ?? ''
  await callers.close()
  await store(service, await ingestKey(service, workspace), [
    event('open', 'd1', 1, { plan: 'pro', n: 1, deep: { er: true } }, { country: 'DE' }),
    event('open', 'd2', 2, { plan: 'free', n: 1.5, list: [1, 'x'] }),
    event('buy', 'd1', 3, { 'a.b': '100%' }),
    { type: 'identify', device_id: 'd1', user_id: 'u1', traits: { tier: 'gold' } },
    { type: 'context', device_id: 'd1', context: { os: 'iOS' }, properties: { theme: 'dark' } },
  ])
  await store(service, await ingestKey(service, other), [
    event('secret-event', 'secret-device', 1, { plan: 'secret-value' }),
    {
      type: 'identify',
      device_id: 'secret-device',
      user_id: 'secret-user',
      traits: { tier: 'secret-value' },
    },
  ])
  return {
    service,
    engine: engineOf(name),
    token,
    workspace,
    other,
    otherName: `w${await numberOf(service, other)}`,
    run: (query, more = {}) => service.call('POST', sqlPath, { token, workspace, body: { query, ...more } }),
  }
}

async function ingestKey(service: TestService, workspace_id: string): Promise<string> {
  const path = '/api/v1/admin/workspace/keys'
  const made = await service.call('POST', path, { body: { workspace_id, name: 'k', kind: 'ingest' } })
  return String(made.body.data.key)
}

export async function numberOf({ recordsUrl }: TestService, id: string): Promise<number> {
  const records = createRecordStore({ url: recordsUrl, log: silentLog })
  const [row] = await records.query<{ number: string }>('SELECT number FROM workspaces WHERE id = $1', [id])
  await records.close()
  if (row === undefined) throw new Error(`no workspace ${id}`)
  return Number(row.number)
}
