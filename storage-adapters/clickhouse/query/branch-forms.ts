import { LRUCache } from 'lru-cache'
import type { AnalyticsStore, CompiledQuery, Limits, Row, Scalar } from '../../../contract/index.js'
import { isThrown } from '../errors.js'

/** The statements that answer a question whose plan has branches, of which one remains. */
export interface BranchForms<Q extends CompiledQuery = CompiledQuery> {
  /** Returns a row for each value that occurs, as `value`. */
  readonly values: Q
  /** By value, the statement that answers if no other value occurs. */
  readonly of: ReadonlyMap<Scalar, Q>
  /** By value, the statement that answers if no other value occurs, and fails (isThrown) if it reads one. */
  readonly guesses: ReadonlyMap<Scalar, () => Q>
}

/** The only value that the last statement of its kind has found; a guess that is always checked. */
export interface LastBranches {
  get(values: CompiledQuery): Scalar | undefined
  set(values: CompiledQuery, value: Scalar): void
  forget(values: CompiledQuery): void
}

export interface ChoiceOptions {
  readonly ask: AnalyticsStore['run']
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
  readonly last?: LastBranches
}

/** The statement that answers if the last value is still the only one; null if there is none, or no last value. */
export function guessedForm<Q extends CompiledQuery>(
  { values, guesses }: BranchForms<Q>,
  last: LastBranches | undefined,
): Q | null {
  const known = last?.get(values)
  return (known === undefined ? undefined : guesses.get(known))?.() ?? null
}

/** Runs the statement that decides; returns the one that answers, or null if several values occur, or none. */
export async function chooseBranchForm<Q extends CompiledQuery>(
  { values, of }: BranchForms<Q>,
  { ask, limits, signal, last }: ChoiceOptions,
): Promise<Q | null> {
  const [only, ...more] = await ask(values, limits, signal)
  const value = only?.['value'] ?? null
  if (value === null || typeof value === 'object' || more.length > 0) return null
  last?.set(values, value)
  return of.get(value) ?? null
}

/**
 * Runs the statement that answers: a branch's, or else the one of all branches. Where the last value is known, its branch
 * is asked first, and checks the value while it reads.
 */
export async function answerFromBranches<Q extends CompiledQuery>(
  branches: BranchForms<Q>,
  all: Q,
  options: ChoiceOptions,
): Promise<readonly Row[]> {
  const { ask, limits, signal, last } = options
  const guess = guessedForm(branches, last)
  const guessed = guess && (await unlessThrown(() => ask(guess, limits, signal)))
  if (guess && guessed === null) last?.forget(branches.values)
  // One row may be the total of no rows at all: if the value does not occur either, all branches have no row.
  if (guessed && guessed.length !== 1) return guessed
  const form = await chooseBranchForm(branches, options)
  if (guessed && form !== null && guess === guessedForm(branches, last)) return guessed
  return ask(form ?? all, limits, signal)
}

async function unlessThrown<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!isThrown(error)) throw error
    return null
  }
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
    forget: (values) => void known.delete(keyOf(values)),
  }
}
