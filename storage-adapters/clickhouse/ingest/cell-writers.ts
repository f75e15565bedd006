import { ColumnBytes } from './column-bytes.js'

/** The cells of a column of one insert, written row after row. */
export interface CellWriter<R> {
  /** `low` and `high` are the words of the message's hash, 0 if the row has no message id. */
  add(row: R, low: number, high: number): void
  /** Returns the cells as the format Native has them. Null if this form cannot hold them: see `Column.otherwise`. */
  end(): readonly Buffer[] | null
}

/** Opens the cells of a column for about so many rows. */
export type OpenCells<R> = (rows: number) => CellWriter<R>

/** Bytes of a short id. */
const usualText = 32

/** Cells that `write` appends one after another, of about `bytes` each. */
const plainCells =
  <R>(bytes: number, write: (out: ColumnBytes, row: R, low: number, high: number) => void): OpenCells<R> =>
  (rows) => {
    const out = new ColumnBytes(rows * bytes)
    return {
      add(row, low, high) {
        write(out, row, low, high)
      },
      end: () => out.end(),
    }
  }

export const integerCells = <R>(of: (row: R) => number): OpenCells<R> =>
  plainCells(8, (out, row) => {
    out.integer(of(row))
  })

export const hashCells: OpenCells<unknown> = plainCells(8, (out, _, low, high) => {
  out.words(low, high)
})

export const textCells = <R>(of: (row: R) => string): OpenCells<R> =>
  plainCells(usualText, (out, row) => {
    out.string(of(row))
  })

/** The cells of two columns, one column behind the other, as those of a tuple are. */
export const pairCells =
  <R>(first: OpenCells<R>, second: OpenCells<R>): OpenCells<R> =>
  (rows) => {
    const [one, two] = [first(rows), second(rows)]
    return {
      add(row, low, high) {
        one.add(row, low, high)
        two.add(row, low, high)
      },
      end: () => [...(one.end() ?? []), ...(two.end() ?? [])],
    }
  }

/** A byte for each value says whether it is null, then come all values. What JSON has no number for is null. */
export const nullableDoubleCells = <R>(of: (row: R) => number | null): OpenCells<R> => {
  const isNull = (value: number | null): value is null => value === null || !Number.isFinite(value)
  return pairCells<R>(
    plainCells(1, (out, row) => {
      out.byte(isNull(of(row)) ? 1 : 0)
    }),
    plainCells(8, (out, row) => {
      const value = of(row)
      out.double(isNull(value) ? 0 : value)
    }),
  )
}

/** For each list the number of values up to its end, then all values. */
export const listCells =
  <R, V>(of: (row: R) => readonly V[], values: OpenCells<V>): OpenCells<R> =>
  (rows) => {
    const ends = new ColumnBytes(8 * rows)
    const all = values(rows)
    let count = 0
    return {
      add(row) {
        const list = of(row)
        for (const value of list) all.add(value, 0, 0)
        count += list.length
        ends.integer(count)
      },
      end: () => [...ends.end(), ...(all.end() ?? [])],
    }
  }

export const doubleCells = <R>(of: (row: R) => number): OpenCells<R> =>
  plainCells(8, (out, row) => {
    out.double(of(row))
  })
