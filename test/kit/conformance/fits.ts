/**
 * Returns how a response differs from what a case expects; null if it fits. The rules are those in the
 * description of the case files.
 */
export function misfit(expected: unknown, actual: unknown, fill: boolean, path = '$'): string | null {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return `${path}: expected a list`
    if (isPoints(expected.length > 0 ? expected : actual))
      return pointsMisfit(expected as Point[], actual as Point[], fill, path)
    if (expected.some((one) => isObject(one) && 'dimension' in one))
      return keyedMisfit(expected as Point[], actual as Point[], fill, path)
    if (expected.length !== actual.length)
      return `${path}: ${actual.length} entries, expected ${expected.length}`
    return firstOf(expected.map((one, index) => misfit(one, actual[index], fill, `${path}[${index}]`)))
  }
  if (isObject(expected)) {
    if ('$length' in expected)
      return Array.isArray(actual) && actual.length === expected['$length']
        ? null
        : `${path}: length is not ${String(expected['$length'])}`
    if (!isObject(actual)) return `${path}: expected an object, got ${JSON.stringify(actual)}`
    return firstOf(
      Object.entries(expected).map(([key, one]) => misfit(one, actual[key], fill, `${path}.${key}`)),
    )
  }
  if (typeof expected === 'number' && typeof actual === 'number')
    return Math.abs(expected - actual) <= 1e-6 * Math.max(1, Math.abs(expected))
      ? null
      : `${path}: ${actual}, expected ${expected}`
  return expected === actual
    ? null
    : `${path}: ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`
}

interface Point {
  readonly date?: string
  readonly dimension?: string
  readonly value?: number
  readonly entered?: number
  readonly converted?: number
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPoints = (list: readonly unknown[]): boolean =>
  list.length > 0 && list.every((one) => isObject(one) && 'date' in one && 'value' in one)

const isEmpty = ({ value, entered, converted }: Point): boolean => !value && !entered && !converted

const keyOf = ({ date, dimension }: Point): string => `${date ?? ''} ${dimension ?? ''}`

/** Points match by date and dimension; a point whose numbers are all zero may be missing on either side. */
function pointsMisfit(expected: Point[], actual: Point[], fill: boolean, path: string): string | null {
  const wanted = new Map(expected.map((one) => [keyOf(one), one]))
  const found = new Map(actual.map((one) => [keyOf(one), one]))
  const missing = expected.find((one) => !found.has(keyOf(one)) && (fill || !isEmpty(one)))
  if (missing) return `${path}: no point ${keyOf(missing)}`
  const extra = actual.find((one) => !wanted.has(keyOf(one)) && (fill || !isEmpty(one)))
  if (extra) return `${path}: unexpected point ${JSON.stringify(extra)}`
  return firstOf(
    expected.map((one) => {
      const got = found.get(keyOf(one))
      return got === undefined ? null : misfit(one, got, fill, `${path}{${keyOf(one)}}`)
    }),
  )
}

function keyedMisfit(expected: Point[], actual: Point[], fill: boolean, path: string): string | null {
  if (expected.length !== actual.length)
    return `${path}: ${actual.length} entries, expected ${expected.length}`
  const found = new Map(actual.map((one) => [one.dimension, one]))
  return firstOf(
    expected.map((one) => misfit(one, found.get(one.dimension), fill, `${path}{${one.dimension ?? ''}}`)),
  )
}

const firstOf = (misfits: readonly (string | null)[]): string | null =>
  misfits.find((one) => one !== null) ?? null
