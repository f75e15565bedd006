import type { Cell, Row } from '../../../contract/index.js'

interface CompareOptions {
  /** Whether to compare the order of the rows too: for plans with a sort at the top. */
  readonly ordered?: boolean
}

/**
 * Returns null if both results have the same rows, with multiplicity (and the same columns in the same
 * order), else a description of the difference. Integers are compared exactly, other numbers to a relative
 * 1e-9.
 */
export function sameRows(
  actual: readonly Row[],
  expected: readonly Row[],
  options: CompareOptions = {},
): string | null {
  const columns = differentColumns(actual, expected)
  if (columns !== null) return columns
  const { missing, unexpected } = unmatched(actual, expected)
  if (missing.length + unexpected.length > 0)
    return [
      `${actual.length} rows instead of ${expected.length}`,
      ...excerpt('missing', missing),
      ...excerpt('not expected', unexpected),
    ].join('\n')
  const at = actual.findIndex((row, index) => !sameRow(row, expected[index]!))
  if (options.ordered !== true || at === -1) return null
  return `the same rows, but row ${at} is\n  ${show(actual[at]!)}\ninstead of\n  ${show(expected[at]!)}`
}

function differentColumns(actual: readonly Row[], expected: readonly Row[]): string | null {
  const shapes = new Set([...actual, ...expected].map((row) => JSON.stringify(Object.keys(row))))
  return shapes.size > 1 ? `rows of different columns: ${[...shapes].join(' and ')}` : null
}

/** Removes each expected row's first equal partner; the rest on either side is the difference. */
function unmatched(actual: readonly Row[], expected: readonly Row[]): { missing: Row[]; unexpected: Row[] } {
  const candidates = new Map<string, Row[]>()
  for (const row of actual) {
    const list = candidates.get(withoutNumbers(row))
    if (list === undefined) candidates.set(withoutNumbers(row), [row])
    else list.push(row)
  }
  const missing = expected.filter((row) => {
    const list = candidates.get(withoutNumbers(row)) ?? []
    const index = list.findIndex((other) => sameRow(other, row))
    if (index !== -1) list.splice(index, 1)
    return index === -1
  })
  return { missing, unexpected: [...candidates.values()].flat() }
}

/** A precondition for equal rows that limits the search for partners. */
const withoutNumbers = (row: Row): string =>
  JSON.stringify(Object.values(row).map((cell) => (typeof cell === 'number' ? '#' : canonical(cell))))

const sameRow = (a: Row, b: Row): boolean =>
  Object.keys(a).every((name) => sameCell(a[name] ?? null, b[name] ?? null))

function sameCell(a: Cell, b: Cell): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return canonical(a) === canonical(b)
  if (a === b) return true
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) return false
  const difference = Math.abs(a - b)
  return difference <= 1e-12 || difference <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
}

/** JSON with its members sorted. */
const canonical = (cell: Cell): string =>
  JSON.stringify(cell, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

const shownRows = 5

const excerpt = (what: string, rows: readonly Row[]): readonly string[] =>
  rows.length === 0
    ? []
    : [
        `${what}:`,
        ...rows.slice(0, shownRows).map((row) => `  ${show(row)}`),
        ...(rows.length > shownRows ? [`  … and ${rows.length - shownRows} more`] : []),
      ]

const show = (row: Row): string => JSON.stringify(row)
