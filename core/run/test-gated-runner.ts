import { builtInOperators, type AnalyticsStore, type CompiledQuery, type Row } from '../../contract/index.js'
import { createResultCache } from './result-cache.js'
import { roomyQueue } from './queue/test-queue.js'
import { createRunner, type Runner } from './run-plan.js'
import type { Turns } from './turns.js'

export interface Run {
  readonly query: CompiledQuery
  readonly signal: AbortSignal
  answer(rows: readonly Row[]): void
  fail(error: Error): void
}

export interface Gated {
  readonly runner: Runner
  readonly runs: Run[]
  readonly outcomes: string[]
  /** The origin of each result. */
  readonly from: string[]
  /** The workspaces whose statements were prepared, in order. */
  readonly prepared: string[]
  /** Changes the data of the first workspace; null makes its version unreadable. */
  change(version?: null): void
}

/** A runner over a store whose runs the test ends. */
export function gatedRunner(
  cacheBytes = 0,
  queue = roomyQueue(),
  turns: Turns = () => Promise.resolve(),
  store?: AnalyticsStore,
): Gated {
  const prepared: string[] = []
  const runs: Run[] = []
  const outcomes: string[] = []
  const from: string[] = []
  let version: number | null = 0
  const analytics = {
    native: new Set<string>(),
    compile(workspace, plan) {
      prepared.push(workspace.id)
      return { workspace, text: JSON.stringify(plan), parameters: { big: 1n }, columns: {} }
    },
    dataVersion: ({ number }) => {
      if (version === null) return Promise.reject(new Error('no idea'))
      return Promise.resolve(number === one.number ? `v${version}` : 'v0')
    },
    run: (query, _, signal) =>
      new Promise((answer, fail) => {
        if (signal === undefined) throw new Error('a run has a signal')
        runs.push({ query, signal, answer, fail })
      }),
  } as Partial<AnalyticsStore> as AnalyticsStore
  const silent = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  }
  const runner = createRunner({
    analytics: store ?? analytics,
    operators: new Map(builtInOperators.map((operator) => [operator.name, operator])),
    limits: { timeMs: 1, memoryBytes: 1, rows: 1 },
    log: silent,
    cache: createResultCache(cacheBytes),
    queue,
    turns,
    observer: {
      started: () => outcomes.push('started'),
      ended: (outcome) => outcomes.push(outcome),
      answered: (source) => from.push(source),
    },
  })
  const change = (to?: null): void => {
    version = to === null ? null : (version ?? 0) + 1
  }
  return { runner, runs, outcomes, from, prepared, change }
}

export const one = { id: 'ws_1', number: 1 }
export const two = { id: 'ws_2', number: 2 }
