import type { ViewReport, WorkspaceRef } from '../../../../contract/index.js'
import type { RollupState } from './state.js'
import { databaseOf, shardsOf, type WorkspaceDatabase } from '../../cluster/database.js'
import type { Servers } from '../../cluster/servers.js'
import { groupingOf, rollups, rollupTable, storedColumns, type Rollup } from './tables.js'

interface DaySum {
  readonly day: string
  readonly rows: string
  readonly sum: string
}

/**
 * Attempts: events may arrive between the two reads, so a day differs only if it differs in every attempt.
 */
const tries = 3

/**
 * Compares the rollups with the rows. Per day it compares the number of rows and a sum of hashes over all
 * groups with their counts and times; two different sets share that sum with probability 2^-64.
 */
export async function checkRollups(
  servers: Servers,
  state: RollupState,
  workspace: WorkspaceRef,
): Promise<readonly ViewReport[]> {
  const { generation, shares } = await state.built(workspace)
  const reports: ViewReport[] = []
  for (const rollup of rollups) {
    const share = shares.get(rollup.name) ?? 0
    const differs =
      share < 1 ? [] : await differences(servers, { rolled: workspace, rows: workspace, generation }, rollup)
    reports.push({ name: rollup.name, built: share, differs })
  }
  return reports
}

/** Returns the days on which the rollup of one workspace differs from the rows of another. */
export async function differences(
  servers: Servers,
  of: { readonly rolled: WorkspaceRef; readonly rows: WorkspaceRef; readonly generation: number },
  rollup: Rollup,
): Promise<readonly string[]> {
  const { cluster } = servers
  let differing: readonly string[] | null = null
  for (let attempt = 0; attempt < tries && differing?.length !== 0; attempt++) {
    const [rolled, raw] = [
      await sums(servers, rolledText(databaseOf(of.rolled, cluster), rollup, of.generation)),
      await sums(servers, rawText(databaseOf(of.rows, cluster), rollup)),
    ]
    const days = [...new Set([...rolled.keys(), ...raw.keys()])].sort()
    const now = days.filter((day) => rolled.get(day) !== raw.get(day))
    const before: readonly string[] = differing ?? now
    differing = now.filter((day) => before.includes(day))
  }
  return differing ?? []
}

async function sums(servers: Servers, query: string): Promise<ReadonlyMap<string, string>> {
  const clickhouse_settings = await servers.reading()
  const result = await servers.client.query({ query, format: 'JSONEachRow', clickhouse_settings })
  const rows = await result.json<DaySum>()
  return new Map(rows.map(({ day, rows: count, sum }) => [day, `${count} ${sum}`]))
}

const summed = (groups: string): string =>
  `SELECT toString(day) AS day, toString(sum(n)) AS rows, toString(sum(sipHash64(*))) AS sum FROM (${groups}) GROUP BY day`

function rawText({ name: database }: WorkspaceDatabase, rollup: Rollup): string {
  const keys = groupingOf(rollup).join(', ')
  const measures =
    'toInt64(count()) AS n, toUnixTimestamp64Milli(min(timestamp)) AS a, toUnixTimestamp64Milli(max(timestamp)) AS z'
  return `${summed(`SELECT ${keys}, ${measures} FROM ${database}.events_v1 GROUP BY ${keys}`)} SETTINGS optimize_use_projections = 0`
}

function rolledText(database: WorkspaceDatabase, rollup: Rollup, generation: number): string {
  const table = rollupTable(database.stored, rollup, generation)
  const keys = groupingOf(rollup)
    .map((key) => `t.\`${key}\``)
    .join(', ')
  const { rows, first, last } = storedColumns('t')
  const measures = `sum(${rows}) AS n, min(${first}) AS a, max(${last}) AS z`
  return summed(
    `SELECT ${keys}, ${measures} FROM ${shardsOf(database)?.read(table) ?? table} AS t GROUP BY ${keys}`,
  )
}
