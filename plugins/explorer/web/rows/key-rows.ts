export interface Keyed<Row> {
  readonly key: string
  readonly row: Row
}

/** Rows have no ids: their whole content is one, and equal ones are counted from the oldest on. */
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
