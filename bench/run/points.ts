import type { Cell, Row } from '../../contract/index.js'

/**
 * The rows as one string, without totals (no bucket) and zeros, which not every statement returns.
 * @param names the columns to compare; all unless given
 */
export function points(rows: readonly Row[], names?: readonly string[]): string {
  const told = rows.filter(
    (row) =>
      row['bucket'] !== null &&
      (row['value'] === undefined || Number(row['value']) !== 0) &&
      row['dimension'] !== null,
  )
  const columns = (row: Row): readonly string[] => [...(names ?? Object.keys(row))].sort()
  return told
    .map((row) =>
      columns(row)
        .map((name) => shown(row[name] ?? null))
        .join(' '),
    )
    .sort()
    .join('\n')
}

/** Engines return whole numbers as strings, and floats with different last digits. */
function shown(cell: Cell): string {
  if (cell === null || cell === '') return JSON.stringify(cell)
  if (typeof cell === 'object') return shownObject(cell)
  return Number.isNaN(Number(cell)) ? JSON.stringify(cell) : Number(cell).toPrecision(10)
}

/** Engines return members in different orders. */
const shownObject = (cell: object): string =>
  Object.entries(cell)
    .map(([name, value]) => `${name}: ${shown(value as Cell)}`)
    .sort()
    .join(', ')
