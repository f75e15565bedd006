import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import type { Row } from '../core/contract/index.js'
import { median } from './engine.js'

/** A statement and what it is asked under. */
export interface Statement {
  readonly text: string
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly settings?: ClickHouseSettings
}

/** Processor time of the engine in milliseconds, rows read, and the most memory that was held, in megabytes. */
export interface Cost {
  readonly cpu: number
  readonly rows: number
  readonly memory: number
}

export interface Meter {
  rows(statement: Statement): Promise<readonly Row[]>
  /** What the statements cost together, the memory being that of the hungriest. */
  cost(statements: readonly Statement[]): Promise<Cost>
}

/** Nothing may be remembered from the round before; a shape of others that grows without bound is ended. */
const fair: ClickHouseSettings = {
  use_query_condition_cache: 0,
  use_query_cache: 0,
  max_memory_usage: '7000000000',
  max_execution_time: 600,
}

export async function createMeter(client: ClickHouseClient): Promise<Meter> {
  /** The engine's own count, in microseconds. */
  const used = async (): Promise<number> => {
    const query = `SELECT value FROM system.events WHERE event = 'OSCPUVirtualTimeMicroseconds'`
    const [[value] = []] = await (await client.query({ query, format: 'JSONCompactEachRow' })).json<string[]>()
    return Number(value)
  }
  const ask = (statement: Statement, settings: ClickHouseSettings) =>
    client.query({
      query: statement.text,
      ...(statement.parameters === undefined ? {} : { query_params: { ...statement.parameters } }),
      format: 'JSONEachRow',
      clickhouse_settings: { ...statement.settings, ...fair, ...settings },
    })
  const own: number[] = []
  for (let round = 0; round < 20; round++) own.push(-(await used()) + (await used()))
  const counting = median(own)

  return {
    rows: async (statement) => (await ask(statement, {})).json<Row>(),
    async cost(statements) {
      const before = await used()
      const parts = []
      for (const statement of statements) {
        const result = await ask(statement, { http_wait_end_of_query: 1 })
        await result.text()
        const summary = JSON.parse(String(result.response_headers['x-clickhouse-summary'])) as Record<string, string>
        parts.push({ rows: Number(summary['read_rows']), memory: Number(summary['memory_usage']) / 1e6 })
      }
      return {
        cpu: Math.max(0, (await used()) - before - counting) / 1000,
        rows: parts.reduce((sum, { rows }) => sum + rows, 0),
        memory: Math.max(...parts.map(({ memory }) => memory)),
      }
    },
  }
}

/** What took longer is asked once. */
const slowMs = 4_000

/**
 * The costs of several ways, asked in turns, round after round, so that what else happens on the machine falls on all
 * alike: the medians. Null: the engine gave up.
 */
export async function inTurns(
  tasks: Readonly<Record<string, () => Promise<Cost>>>,
  rounds: number,
): Promise<Readonly<Record<string, Cost | null>>> {
  const found = new Map<string, Cost[] | null>()
  for (let round = 0; round <= rounds; round++)
    for (const [name, task] of Object.entries(tasks)) {
      const known = found.get(name)
      const [first] = known ?? []
      if (known === null || (first !== undefined && first.cpu > slowMs)) continue
      const cost = await task().catch((error: unknown) => {
        console.error(`${name}: ${String(error).slice(0, 200)}`)
        return null
      })
      // The first round only warms up, except of what is too slow for a second one.
      if (cost === null) found.set(name, null)
      else if (round > 0 || cost.cpu > slowMs) found.set(name, [...(known ?? []), cost])
    }
  return Object.fromEntries([...found].map(([name, costs]) => [name, costs && medianCost(costs)]))
}

const medianCost = (costs: readonly Cost[]): Cost => ({
  cpu: median(costs.map(({ cpu }) => cpu)),
  rows: median(costs.map(({ rows }) => rows)),
  memory: median(costs.map(({ memory }) => memory)),
})
