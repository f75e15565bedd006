import type { AnalyticsStore, CompiledQuery, Limits, Scalar } from '../../../contract/index.js'

/** The statements that answer a question whose plan has branches, of which one remains. */
export interface BranchForms<Q extends CompiledQuery = CompiledQuery> {
  /** Returns a row for each value that occurs, as `value`. */
  readonly values: Q
  /** By value, the statement that answers if no other value occurs. */
  readonly of: ReadonlyMap<Scalar, Q>
}

/** Runs the statement that decides; returns the one that answers, or null if several values occur, or none. */
export async function chooseBranchForm<Q extends CompiledQuery>(
  { values, of }: BranchForms<Q>,
  ask: AnalyticsStore['run'],
  limits: Limits,
  signal: AbortSignal | undefined,
): Promise<Q | null> {
  const [only, ...others] = await ask(values, limits, signal)
  const value = only?.['value'] ?? null
  return value === null || typeof value === 'object' || others.length > 0 ? null : (of.get(value) ?? null)
}
