import { randomInt } from 'node:crypto'
import fc from 'fast-check'

/** The seed of this run's random cases: PROPERTY_SEED, or a new number. Every failure prints it. */
export const propertySeed = Number(process.env['PROPERTY_SEED'] ?? randomInt(2 ** 31))

/** The number of random cases that a test draws: PROPERTY_RUNS, or its usual number. */
export const propertyRuns = (usual: number): number => Number(process.env['PROPERTY_RUNS'] ?? usual)

/**
 * The seed of the cases that are the same in every run. Conditions that a test must have met to be meaningful
 * (a rollup that was read, a cached result) are asserted over these, because a new seed may never meet them.
 */
export const fixedSeed = 20_261_123

/**
 * Checks this many random cases. Returns the seed, the path and the error of the first that fails, or null.
 * It does not shrink: each attempt would store a data set of its own.
 */
export async function failureOf<T>(
  property: fc.IAsyncProperty<T>,
  runs: number,
  seed: number = propertySeed,
): Promise<string | null> {
  const { failed, errorInstance, counterexamplePath } = await fc.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: true,
  })
  if (!failed) return null
  const what = errorInstance instanceof Error ? errorInstance.message : 'failed'
  return `PROPERTY_SEED=${seed} path ${counterexamplePath ?? ''}: ${what.slice(0, 4_000)}`
}
