import type { ClickHouseSettings } from '@clickhouse/client'
import type { AnalyticsStore, CompiledQuery, Row } from '../../core/contract/index.js'
import { inTurns, type Cost, type Meter, type Statement } from '../meter.js'
import type { BenchQuestion, Peer } from '../questions/types.js'
import type { BenchWorkspace } from '../service.js'
import { points } from './points.js'

export interface Asked {
  readonly workspace: BenchWorkspace
  /** The one answers as the service does, the other from the events alone. */
  readonly store: AnalyticsStore
  readonly raw: AnalyticsStore
  readonly settings: ClickHouseSettings
  readonly meter: Meter
  readonly withPeers: boolean
}

export interface Found {
  readonly question: BenchQuestion
  readonly bare: Cost | null
  readonly raw: Cost | null
  /** Null where the events themselves answer. */
  readonly rollup: Cost | null
  readonly peers: readonly { readonly peer: Peer; readonly cost: Cost | null; readonly same: boolean }[]
}

const rounds = 5
const limits = { timeMs: 600_000, memoryBytes: 7_000_000_000, rows: 1_000_000 }

/** Asks a question in all ways, which must give the same numbers where they should, and measures them in turns. */
export async function runQuestion(question: BenchQuestion, asked: Asked): Promise<Found> {
  const { workspace, store, raw, meter } = asked
  const plans = await workspace.plansOf(question.request)
  const compiled = (by: AnalyticsStore): readonly CompiledQuery[] => plans.map((plan) => by.compile(workspace.ref, plan))
  const [rolled, whole] = [compiled(store), compiled(raw)]
  const hasRollup = rolled.some(({ text }, at) => text !== whole[at]?.text)
  const answers: (readonly Row[])[] = []
  for (const [at, query] of whole.entries()) {
    const rows = await raw.run(query, limits)
    const other = rolled[at]
    if (hasRollup && other !== undefined && points(await store.run(other, limits)) !== points(rows))
      throw new Error(`${question.name}: rollups give other numbers than the events`)
    answers.push(rows)
  }
  const peers = asked.withPeers ? (question.peers ?? []) : []
  const same = await Promise.all(peers.map((peer) => isSame(peer, answers, asked)))

  const statements = (queries: readonly CompiledQuery[]): readonly Statement[] =>
    queries.map(({ text, parameters }) => ({ text, parameters, settings: asked.settings }))
  const bare = question.bare.replaceAll('$w', `w${workspace.ref.number}`)
  const costs = await inTurns(
    {
      bare: () => meter.cost([{ text: bare }]),
      raw: () => meter.cost(statements(whole)),
      ...(hasRollup ? { rollup: () => meter.cost(statements(rolled)) } : {}),
      ...Object.fromEntries(peers.map((peer, at) => [`peer ${at}`, () => meter.cost([{ text: peer.statement }])])),
    },
    rounds,
  )
  return {
    question,
    bare: costs['bare'] ?? null,
    raw: costs['raw'] ?? null,
    rollup: costs['rollup'] ?? null,
    peers: peers.map((peer, at) => ({ peer, cost: costs[`peer ${at}`] ?? null, same: same[at] ?? false })),
  }
}

/** Whether a shape gives our numbers. One that must and does not ends the bench; one that fails has given none. */
async function isSame(peer: Peer, answers: readonly (readonly Row[])[], { meter }: Asked): Promise<boolean> {
  const rows = await meter.rows({ text: peer.statement }).catch(() => null)
  if (rows === null) return false
  const names = Object.keys(rows[0] ?? {})
  const ours = answers.find(([row = {}]) => names.every((name) => name in row)) ?? []
  const [own, other] = [points(ours, names), points(rows, names)]
  if (own !== other && peer.differs === undefined)
    throw new Error(`${peer.of}, ${peer.shape}: other numbers\n${other.slice(0, 400)}\n— ours —\n${own.slice(0, 400)}`)
  return own === other
}
