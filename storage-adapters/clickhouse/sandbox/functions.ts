import { aggregateNames, scalarNames } from './function-names.js'

const setOf = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/))
const scalars = setOf(scalarNames)
const aggregates = setOf(aggregateNames)

/** Combinators that may follow an aggregate's name: uniqIf, sumMergeState … */
const combinators = [
  ...['if', 'array', 'map', 'foreach', 'distinct', 'ordefault', 'ornull', 'argmin', 'argmax'],
  ...['state', 'simplestate', 'merge'],
]

/** Table functions that generate rows from their arguments alone. */
export const tableFunctions: ReadonlySet<string> = new Set([
  'numbers',
  'generateSeries',
  'generate_series',
  'SQLStandardValues',
])

/**
 * Whether a statement may call this function. Names are compared without case, because no two differ by case
 * alone.
 */
export function isAllowedFunction(name: string): boolean {
  const small = name.toLowerCase()
  return scalars.has(small) || small === 'lambda' || small === 'exists' || isAggregate(small)
}

function isAggregate(name: string): boolean {
  if (aggregates.has(name)) return true
  return combinators.some((one) => name.endsWith(one) && isAggregate(name.slice(0, -one.length)))
}
