import { Agent, request } from 'node:http'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { loadSettings } from '../config/load.js'
import { createService } from '../core/service.js'
import { builtInPlugins } from '../plugins/index.js'
import { dau } from '../plugins/active-users/dau.js'
import { buildQuestion } from '../core/question/question.js'
import { questionSettings } from '../storage-adapters/clickhouse/connection.js'
import { compileQuery } from '../storage-adapters/clickhouse/store.js'
import { createRecordStore } from '../storage-adapters/postgres/records.js'
import { benchEngines, dayMs, fill, medians, quiet } from './engine.js'

/** A bare client, so that its own work is not taken for the service's. */
const agent = new Agent({ keepAlive: true })

function get(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(text))
      })
    })
      .on('error', reject)
      .end()
  })
}

/**
 * npm run bench:overhead: what GET /metrics/dau costs over HTTP (token, rights, validation, question, plan, query,
 * answer) beside the same statement sent straight through @clickhouse/client, in turns, in one run.
 */
const { store, client, postgres, clickhouse, stop } = await benchEngines()
const settings = loadSettings({
  environment: { ADMIN_EMAIL: 'bench@example.com', ADMIN_PASSWORD: 'a bench password' },
  file: null,
  directory: '/tmp',
})
const service = await createService({
  settings,
  plugins: builtInPlugins,
  analytics: store,
  records: createRecordStore({ ...postgres, log: quiet }),
  log: quiet,
  tokenKey: Buffer.from('a key of the bench, of more than thirty-two bytes'),
})
const direct = createClient({
  url: clickhouse.url,
  username: clickhouse.user,
  password: clickhouse.password,
  log: { level: ClickHouseLogLevel.OFF },
})
try {
  const { port } = await service.listen(0, '127.0.0.1')
  const base = `http://127.0.0.1:${port}/api/v1`
  const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<never> => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { data: never }).data
  }
  const { token } = await post('/auth/login', { email: 'bench@example.com', password: 'a bench password' })
  const authorization = `Bearer ${String(token)}`
  const workspace = (await post('/user/workspaces', { name: 'Bench', slug: 'bench' }, { authorization })) as {
    id: string
  }
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const ref = { id: workspace.id, number: 1 }
  await fill(client, ref, Number(process.argv[2] ?? 200_000), today)

  const { question } = buildQuestion({
    source: 'events',
    now: Date.now(),
    range: '30d',
    granularity: 'daily',
    timezone: 'UTC',
    conditions: [],
    breakdown: null,
    breakdownLimit: 25,
    earliest: null,
  })
  const query = compileQuery(ref, dau.plan(question, {}))
  const headers = { authorization, 'x-workspace-id': workspace.id }
  const times = await medians(
    {
      straight: async () => {
        const result = await direct.query({
          query: query.text,
          query_params: { ...query.parameters },
          format: 'JSONCompact',
          clickhouse_settings: questionSettings,
        })
        await result.json()
      },
      http: async () => {
        JSON.parse(await get(`${base}/metrics/dau?range=30d`, headers))
      },
    },
    300,
  )
  const { straight = NaN, http = NaN } = times
  console.log(
    `dau over HTTP ${http.toFixed(2)} ms, the same query straight ${straight.toFixed(2)} ms: ` +
      `${(http - straight).toFixed(2)} ms more, ratio ${(http / straight).toFixed(2)} (medians of 300 in turns)`,
  )
} finally {
  agent.destroy()
  await direct.close()
  await service.close()
  await stop()
}
