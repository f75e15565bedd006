import type { Test } from 'tap'
import { loadDemo } from '../../plugins/demo/load.js'
import { saveStory } from '../../plugins/demo/saved.js'
import { demoClient } from '../../plugins/demo/client.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { testEngines } from '../support/engines.js'
import { silentLog } from '../support/silent-log.js'
import type { Called } from '../support/request.js'
import { explorer, type Explorer } from './app.js'

export interface ToldStory extends Explorer {
  /** Queries the service, for comparison with what a view shows. */
  ask(
    method: 'GET' | 'POST',
    path: string,
    given?: Readonly<Record<string, unknown>>,
  ): Promise<Called['body']>
}

const day = 86_400_000
const days = 45

/** Starts the explorer over a small version of the demo's story, on ClickHouse. */
export async function toldStory(t: Test): Promise<ToldStory> {
  const store = () => createClickHouseStore({ connection: testEngines().clickhouse, log: silentLog })
  const app = await explorer(
    t,
    { environment: { SQL_RATE_LIMIT: '10000', ADMIN_SETS_PASSWORDS: 'true' } },
    store,
  )
  const { service, workspace } = app
  const now = Date.now()
  const since = new Date(now - (days - 1) * day).toISOString().slice(0, 10)
  const story = { since, storedUntil: null, days, devices: 260 }
  const progress = { update: () => undefined, stop: () => undefined }
  await loadDemo({ url: service.base, key: workspace.ingestKey, story, now, progress })
  const client = demoClient(service.base)
  await saveStory({ client, token: service.token, workspace: workspace.id, story })
  return {
    ...app,
    async ask(method, path, given = {}) {
      const asked = method === 'GET' ? { query: given as Record<string, string> } : { body: given }
      const answer = await service.call(method, `/api/v1${path}`, { workspace: workspace.id, ...asked })
      if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
  }
}

/** Returns the URL of a view with this state: strings unchanged, everything else as JSON. */
export function viewAt(path: string, state: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(state).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return `${path}?${new URLSearchParams(texts as [string, string][]).toString()}`
}
