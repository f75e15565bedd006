import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import type { Row } from '../contract/index.js'
import { median } from './engine.js'

/** A statement, its parameters and its settings. */
export interface Statement {
  readonly text: string
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly settings?: ClickHouseSettings
}

/** Processor time of the engine in milliseconds, rows read, and peak memory in megabytes. */
export interface Cost {
  readonly cpu: number
  readonly rows: number
  readonly memory: number
}

export interface Measured {
  readonly cost: Cost
  /** The rows of the last statement. */
  readonly rows: readonly Row[]
}

export interface Meter {
  /** Runs the statements one after the other; returns their total cost, with the memory of the largest. */
  run(statements: readonly Statement[]): Promise<Measured>
}

/** No caches between rounds; a statement of other products that grows without bound is ended. */
const fair: ClickHouseSettings = {
  use_query_condition_cache: 0,
  use_query_cache: 0,
  max_memory_usage: '7000000000',
  max_execution_time: 600,
  http_wait_end_of_query: 1,
}

/** Reads the engine's own count of its processor time, in microseconds. */
export const engineClock = (client: ClickHouseClient) => async (): Promise<number> => {
  const query = `SELECT value FROM system.events WHERE event = 'OSCPUVirtualTimeMicroseconds'`
  const [[value] = []] = await (await client.query({ query, format: 'JSONCompactEachRow' })).json<string[]>()
  return Number(value)
}

export async function createMeter(client: ClickHouseClient): Promise<Meter> {
  const used = engineClock(client)
  const ask = (statement: Statement) =>
    client.query({
      query: statement.text,
      ...(statement.parameters === undefined ? {} : { query_params: { ...statement.parameters } }),
      format: 'JSONEachRow',
      clickhouse_settings: { ...statement.settings, ...fair },
    })
  const own: number[] = []
  for (let round = 0; round < 20; round++) own.push(-(await used()) + (await used()))
  const counting = median(own)

  return {
    async run(statements) {
      const before = await used()
      const parts = []
      let answer = ''
      for (const statement of statements) {
        const result = await ask(statement)
        answer = await result.text()
        const summary = JSON.parse(String(result.response_headers['x-clickhouse-summary'])) as Record<
          string,
          string
        >
        parts.push({ rows: Number(summary['read_rows']), memory: Number(summary['memory_usage']) / 1e6 })
      }
      const cost = {
        cpu: Math.max(0, (await used()) - before - counting) / 1000,
        rows: parts.reduce((sum, { rows }) => sum + rows, 0),
        memory: Math.max(...parts.map(({ memory }) => memory)),
      }
      return {
        cost,
        rows: answer
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Row),
      }
    },
  }
}

/** Slow statements run once, medium ones three times, all others five times. */
const slowMs = 1_500
const quickMs = 200

/**
 * The costs of several ways, run in turns, round after round, so that other work of the machine affects all equally:
 * medians of the processor time; memory and rows of the last round.
 * @param first the cost of each in the run that gave its numbers
 */
export async function inTurns(
  tasks: Readonly<Record<string, () => Promise<Cost>>>,
  first: Readonly<Record<string, Cost>>,
): Promise<Readonly<Record<string, Cost>>> {
  const costs = new Map<string, Cost[]>(
    Object.entries(first).map(([name, cost]) => [name, cost.cpu > slowMs ? [cost] : []]),
  )
  for (let round = 1; round <= 5; round++)
    for (const [name, task] of Object.entries(tasks)) {
      const [{ cpu } = { cpu: 0 }] = [first[name]].filter((one) => one !== undefined)
      if (cpu > slowMs || (cpu > quickMs && round > 3)) continue
      costs.set(name, [...(costs.get(name) ?? []), await task()])
    }
  return Object.fromEntries(
    [...costs].map(([name, list]) => {
      const { rows = 0, memory = 0 } = list.at(-1) ?? {}
      return [name, { cpu: median(list.map(({ cpu }) => cpu)), rows, memory }]
    }),
  )
}
