import type { ClickHouseSettings } from '@clickhouse/client'
import type { AnalyticsStore, CompiledQuery, Row } from '../../contract/index.js'
import {
  chooseBranchForm,
  guessedForm,
  lastBranches,
} from '../../storage-adapters/clickhouse/query/branch-forms.js'
import type { ClickHouseQuery } from '../../storage-adapters/clickhouse/query/compile-query.js'
import { inTurns, type Cost, type Meter, type Statement } from '../meter.js'
import { floors } from '../questions/floors.js'
import type { BenchQuestion, Peer } from '../questions/types.js'
import type { BenchWorkspace } from '../service.js'
import type { Kept } from './kept.js'
import { limits } from './limits.js'
import { points } from './points.js'
import { statementsOf } from './statements.js'
import { compileNow } from '../../core/run/ask-store.js'

export interface Asked {
  readonly workspace: BenchWorkspace
  /** `store` answers as the service does, `raw` from the events alone. */
  readonly store: AnalyticsStore
  readonly raw: AnalyticsStore
  readonly kept: Kept
  readonly settings: ClickHouseSettings
  readonly meter: Meter
  readonly withPeers: boolean
}

export interface Found {
  readonly question: BenchQuestion
  readonly bare: Cost | null
  readonly raw: Cost | null
  /** Null where only the events answer. */
  readonly rollup: Cost | null
  /** Null without a floor (see questions/floors.ts). */
  readonly floor: Cost | null
  readonly peers: readonly { readonly peer: Peer; readonly cost: Cost | null; readonly same: boolean }[]
}

/** Runs a question in all ways, checks that numbers agree where they must, and measures the ways in turns. */
export async function runQuestion(question: BenchQuestion, asked: Asked): Promise<Found> {
  const { workspace, store, raw, meter } = asked
  const plans = await workspace.plansOf(question.request)
  const compiled = (by: AnalyticsStore): Promise<readonly CompiledQuery[]> =>
    Promise.all(plans.map((plan) => compileNow(by, workspace.ref, plan)))
  const [small, whole] = [await compiled(store), await compiled(raw)]
  /** As the service answers: from rollups, and from the activity snapshot where it matches. */
  const rolled: CompiledQuery[] = []
  const asRun: CompiledQuery[] = []
  const answers: (readonly Row[])[] = []
  for (const [at, query] of whole.entries()) {
    const rows = await raw.run(query, limits)
    answers.push(rows)
    asRun.push(...(await withoutBranches(query, raw)))
    const [other, plan] = [small[at], plans[at]]
    if (other === undefined || plan === undefined) continue
    const kept = await asked.kept.answer(plan)
    rolled.push(...(kept?.asked ?? [other]))
    for (const found of [await store.run(other, limits), ...(kept === null ? [] : [kept.rows])])
      if (points(found) !== points(rows))
        throw new Error(`${question.name}: rollups give other numbers than the events`)
  }

  const hasRollup = rolled.some(({ text }, at) => rolled.length > whole.length || text !== whole[at]?.text)

  const statements = (queries: readonly CompiledQuery[]): readonly Statement[] =>
    statementsOf(queries, asked.settings)
  const ways = new Map<string, readonly Statement[]>([
    ['bare', [{ text: question.bare.replaceAll('$w', `w${workspace.ref.number}`) }]],
    ['raw', statements(asRun)],
  ])
  if (hasRollup) ways.set('rollup', statements(rolled))
  const floor = floors[question.name]
  if (floor !== undefined)
    ways.set('floor', [
      { text: floor.statement(asked.kept.map).replaceAll('$w', `w${workspace.ref.number}`) },
    ])
  const first: Record<string, Cost> = {}
  for (const [name, list] of ways) first[name] = (await meter.run(list)).cost
  const same = new Map<Peer, boolean>()
  const peers = asked.withPeers ? (question.peers ?? []) : []
  for (const peer of peers) {
    const measured = await meter.run([{ text: peer.statement }]).catch((error: unknown) => {
      console.error(`${peer.of}, ${peer.shape}: ${String(error).slice(0, 200)}`)
      return null
    })
    if (measured === null) continue
    same.set(peer, isSame(peer, measured.rows, answers))
    ways.set(peer.shape, [{ text: peer.statement }])
    first[peer.shape] = measured.cost
  }

  const tasks = [...ways].map(([name, list]) => [name, async () => (await meter.run(list)).cost] as const)
  const costs = await inTurns(Object.fromEntries(tasks), first)
  return {
    question,
    bare: costs['bare'] ?? null,
    raw: costs['raw'] ?? null,
    rollup: costs['rollup'] ?? null,
    floor: costs['floor'] ?? null,
    peers: peers.map((peer) => ({ peer, cost: costs[peer.shape] ?? null, same: same.get(peer) ?? false })),
  }
}

/** The statements that run from the second time on: of a plan with branches, the guess, or the one that decides and the one that answers. */
async function withoutBranches(
  query: CompiledQuery & Partial<Pick<ClickHouseQuery, 'branches'>>,
  store: AnalyticsStore,
): Promise<readonly CompiledQuery[]> {
  const { branches = null } = query
  if (branches === null) return [query]
  const last = lastBranches()
  const ask: AnalyticsStore['run'] = (...asked) => store.run(...asked)
  const form = await chooseBranchForm(branches, { ask, limits, signal: undefined, last })
  const guess = guessedForm(branches, last)
  return guess === null ? [branches.values, form ?? query] : [guess]
}

/** Whether a shape gives our numbers. Throws if it must and does not. */
function isSame(peer: Peer, rows: readonly Row[], answers: readonly (readonly Row[])[]): boolean {
  const names = Object.keys(rows[0] ?? {})
  const ours = answers.find(([row = {}]) => names.every((name) => name in row)) ?? []
  const [own, other] = [points(ours, names), points(rows, names)]
  if (own !== other && peer.differs === undefined)
    throw new Error(
      `${peer.of}, ${peer.shape}: other numbers\n${other.slice(0, 400)}\n— ours —\n${own.slice(0, 400)}`,
    )
  return own === other
}
