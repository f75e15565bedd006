import { Agent, request } from 'node:http'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { questionSettings } from '../storage-adapters/clickhouse/connection.js'
import { fill } from './data/clickhouse.js'
import { month, rangeOf } from './days.js'
import { benchEngines, medians } from './engine.js'
import { benchService } from './service.js'
import { compileNow } from '../core/run/ask-store.js'

/** A bare client, so that its own work does not count as the service's. */
const agent = new Agent({ keepAlive: true })

function get(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
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
 * npm run bench:overhead: the cost of GET /metrics/dau over HTTP (token, rights, validation, question, plan,
 * query, response) compared with the same statement sent straight through @clickhouse/client, in turns, in
 * one run.
 */
const engines = await benchEngines()
const { store, client, clickhouse } = engines
const service = await benchService(engines, store)
const direct = createClient({
  url: clickhouse.url,
  username: clickhouse.user,
  password: clickhouse.password,
  log: { level: ClickHouseLogLevel.OFF },
})
try {
  const workspace = await service.workspace('bench')
  await fill(client, workspace.ref, Number(process.argv[2] ?? 200_000))
  const path = `metrics/dau?range=${rangeOf(month)}`
  const [plan] = await workspace.plansOf({ path })
  if (plan === undefined) throw new Error('no plan')
  const query = await compileNow(store, workspace.ref, plan)
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
        JSON.parse(await get(`${service.base}/api/v1/${path}`, workspace.headers))
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
  await engines.stop()
}
