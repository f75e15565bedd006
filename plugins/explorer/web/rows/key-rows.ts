export interface Keyed<Row> {
  readonly key: string
  readonly row: Row
}

/**
 * Gives rows without ids a unique key: their content as JSON, and a counter for equal rows. `rows` is newest first; the
 * counter starts at the oldest row, so keys stay the same when newer rows arrive.
 */
export function keyRows<Row>(rows: readonly Row[]): readonly Keyed<Row>[] {
  const counts = new Map<string, number>()
  return rows
    .toReversed()
    .map((row) => {
      const text = JSON.stringify(row)
      const count = counts.get(text) ?? 0
      counts.set(text, count + 1)
      return { key: `${text}${count}`, row }
    })
    .toReversed()
}
