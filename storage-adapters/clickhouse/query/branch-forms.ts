import { LRUCache } from 'lru-cache'
import type { AnalyticsStore, CompiledQuery, Limits, Row, Scalar } from '../../../contract/index.js'

/** The statements that answer a question whose plan has branches, of which one remains. */
export interface BranchForms<Q extends CompiledQuery = CompiledQuery> {
  /** Returns a row for each value that occurs, as `value`. */
  readonly values: Q
  /** By value, the statement that answers if no other value occurs. */
  readonly of: ReadonlyMap<Scalar, Q>
  /** By value, the statement that returns a row for each other value that occurs, if the value need not occur. */
  readonly others: ReadonlyMap<Scalar, () => Q>
}

/** The only value that the last statement of its kind has found; a guess that is always checked. */
export interface LastBranches {
  get(values: CompiledQuery): Scalar | undefined
  set(values: CompiledQuery, value: Scalar): void
}

export interface ChoiceOptions {
  readonly ask: AnalyticsStore['run']
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
  readonly last?: LastBranches
}

/**
 * Runs the statement that decides; returns the one that answers, or null if several values occur, or none. Where the
 * last value is known, the statement asks for others alone: the engine finds by its key that there are none.
 */
export async function chooseBranchForm<Q extends CompiledQuery>(
  { values, of, others }: BranchForms<Q>,
  { ask, limits, signal, last }: ChoiceOptions,
): Promise<Q | null> {
  const known = last?.get(values)
  const beside = known === undefined ? undefined : others.get(known)
  if (known !== undefined && beside !== undefined && (await ask(beside(), limits, signal)).length === 0)
    return of.get(known) ?? null
  const [only, ...more] = await ask(values, limits, signal)
  const value = only?.['value'] ?? null
  if (value === null || typeof value === 'object' || more.length > 0) return null
  last?.set(values, value)
  return of.get(value) ?? null
}

/**
 * Runs the statement that answers: a branch's, or else the one of all branches. A guess is not enough for an answer of one
 * row, which may be the total of no rows at all: if the value does not occur either, all branches have no row.
 */
export async function answerFromBranches<Q extends CompiledQuery>(
  branches: BranchForms<Q>,
  all: Q,
  options: ChoiceOptions,
): Promise<readonly Row[]> {
  const { ask, limits, signal, last } = options
  const isKnown = last?.get(branches.values) !== undefined
  const form = await chooseBranchForm(branches, options)
  const rows = await ask(form ?? all, limits, signal)
  if (!isKnown || form === null || rows.length !== 1) return rows
  const sure = await chooseBranchForm(branches, { ask, limits, signal })
  return sure === form ? rows : ask(sure ?? all, limits, signal)
}

/** The most kinds of statements that are remembered. */
const mostLast = 1_000

/** Remembers values in this process: the same for any range, by the strings that a statement compares. */
export function lastBranches(): LastBranches {
  const known = new LRUCache<string, Scalar>({ max: mostLast })
  const keyOf = ({ workspace, text, parameters }: CompiledQuery): string =>
    JSON.stringify([
      workspace.number,
      text,
      Object.values(parameters).filter((value) => typeof value === 'string'),
    ])
  return {
    get: (values) => known.get(keyOf(values)),
    set: (values, value) => void known.set(keyOf(values), value),
  }
}
