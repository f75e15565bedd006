import type { ClickHouseClient } from '@clickhouse/client'
import { setTimeout as pause } from 'node:timers/promises'
import { month, quarter, rangeOf } from '../days.js'
import { median } from '../engine.js'
import type { BenchWorkspace, Request } from '../service.js'

const range = `range=${rangeOf(month)}`
/** The twelve tiles of a dashboard. */
export const tiles: readonly Request[] = [
  ...['dau', 'wau', 'mau', 'stickiness/daily', 'events', 'sessions', 'sessions/unique'].map((path) => ({
    path: `metrics/${path}?${range}`,
  })),
  { path: `metrics/events/top?${range}` },
  { path: `metrics/events?${range}&breakdown=country` },
  { path: `metrics/events/per-actor?${range}&event=event_7&metric=p90` },
  { path: 'retention', body: { range: rangeOf(quarter) } },
  {
    path: 'funnels',
    body: {
      range: rangeOf(month),
      steps: [{ event: 'event_1' }, { event: 'event_3' }, { event: 'event_7' }],
    },
  },
]
const rounds = 7

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/**
 * Twelve tiles requested at once against one after another, over HTTP, and how long `SELECT 1` takes beside
 * them.
 */
export async function runTiles(workspace: BenchWorkspace, client: ClickHouseClient): Promise<string> {
  const ask = (tile: Request) => () => workspace.ask(tile)
  const ratios: number[] = []
  const beside: number[] = []
  for (let round = -1; round < rounds; round++) {
    let sum = 0
    for (const tile of tiles) sum += await timed(ask(tile))
    const pings = new AbortController()
    const pinging = (async () => {
      while (!pings.signal.aborted) {
        const took = await timed(async () => (await client.query({ query: 'SELECT 1' })).text())
        if (round >= 0) beside.push(took)
        await pause(10)
      }
    })()
    const together = await timed(() => Promise.all(tiles.map((tile) => ask(tile)())))
    pings.abort()
    await pinging
    if (round >= 0) ratios.push(together / sum)
  }
  const sorted = [...beside].sort((a, b) => a - b)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? NaN
  return (
    `Twelve tiles at once take ${median(ratios).toFixed(2)} times as long as one after the other (${ratios.map((one) => one.toFixed(2)).join(' ')}); ` +
    `\`SELECT 1\` beside them: median ${median(beside).toFixed(1)} ms, 95th percentile ${p95.toFixed(1)} ms (${beside.length} times).`
  )
}
