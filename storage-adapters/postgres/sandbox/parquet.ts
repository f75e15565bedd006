import { ByteWriter, ParquetWriter, schemaFromColumnData, type BasicType } from 'hyparquet-writer'
import { readerOf } from './cells.js'
import { distinctNames, type Encoder } from './encoder.js'
import { invalidQuery } from './parse.js'
import type { Column, RawRow } from './statement.js'

/** The most rows in a row group. One group is held in memory. */
const groupRows = 10_000
const groupBytes = 16 * 1024 * 1024

interface Kind {
  readonly type: BasicType
  read(text: string): unknown
}

const integer: Kind = { type: 'INT64', read: BigInt }
const double: Kind = { type: 'DOUBLE', read: Number }
const boolean: Kind = { type: 'BOOLEAN', read: (text) => text === 't' }

/** A time; infinity and BC become null, as they have no value in milliseconds. */
const instant = (oid: number): Kind => ({
  type: 'TIMESTAMP',
  read(text) {
    const cell = readerOf(oid)(text)
    const time = new Date(typeof cell === 'string' ? cell : NaN)
    return Number.isNaN(time.getTime()) ? null : time
  },
})

const text = (oid: number): Kind => ({
  type: 'STRING',
  read(cell) {
    // Decimals keep their digits; arrays and JSON become JSON.
    const value = readerOf(oid)(cell)
    return typeof value === 'object' ? JSON.stringify(value) : cell
  },
})

function kindOf(oid: number): Kind {
  if (oid === 16) return boolean
  if (oid === 20 || oid === 21 || oid === 23) return integer
  if (oid === 700 || oid === 701) return double
  return oid === 1114 || oid === 1184 ? instant(oid) : text(oid)
}

/**
 * An encoder of Parquet files with nullable columns of int64, double, boolean, timestamp (milliseconds) and
 * string. Throws VALIDATION_ERROR if there are no columns.
 */
export function createParquet(columns: readonly Column[]): Encoder {
  if (columns.length === 0) throw invalidQuery('a Parquet file requires at least one column')
  const names = distinctNames(columns.map(({ name }) => name))
  const kinds = columns.map(({ oid }) => kindOf(oid))
  const bytes = new ByteWriter()
  const schema = schemaFromColumnData({
    columnData: names.map((name, index) => ({
      name,
      data: [],
      type: kinds[index]?.type ?? 'STRING',
      nullable: true,
    })),
  })
  const file = new ParquetWriter({ writer: bytes, schema })
  let held: RawRow[] = []
  let heldBytes = 0

  function take(): Uint8Array {
    const part = bytes.getBytes().slice()
    bytes.index = 0
    return part
  }

  function group(): void {
    if (held.length === 0) return
    const rows = held
    held = []
    heldBytes = 0
    void file.write({
      columnData: names.map((name, index) => ({
        name,
        data: rows.map((row) => {
          const cell = row[index] ?? null
          return cell === null ? null : kinds[index]?.read(cell)
        }),
      })),
      rowGroupSize: rows.length,
    })
  }

  return {
    start: take,
    rows(rows) {
      held.push(...rows)
      for (const row of rows) for (const cell of row) heldBytes += cell?.length ?? 0
      if (held.length >= groupRows || heldBytes >= groupBytes) group()
      return take()
    },
    end() {
      group()
      void file.finish()
      return take()
    },
  }
}
