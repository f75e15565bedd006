import { ByteWriter } from '../../sql/byte-writer.js'

/** Bytes of a buffer, unless one string needs more: some hundred rows, which the server reads while more are written. */
const mostBytes = 64 * 1024

/** `PGCOPY\n\377\r\n\0`, no flags, no extension. */
const header = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex')

/** The version of jsonb's binary form, which is followed by JSON as text. */
const jsonbVersion = 1

/** The oid of double precision. */
const doubleType = 701

/** Days from 1970-01-01 to Postgres' first day, 2000-01-01. */
const firstDay = 10_957

/**
 * Rows in the binary format of COPY, and arrays as binary parameters. All integers are big-endian, and each value
 * follows its length, which is -1 for null.
 *
 *   begin(); row(2); integer(5); text('é'); finish() → header  0002  00000008 0000000000000005  00000002 c3a9  ffff
 */
export class CopyBytes extends ByteWriter {
  /** @param expected the approximate number of bytes in all */
  constructor(expected: number) {
    super(expected, mostBytes)
  }

  /** What is before all rows. */
  begin(): void {
    this.room(header.length)
    this.at += header.copy(this.bytes, this.at)
  }

  /** What is before the values of a row. */
  row(columns: number): void {
    this.room(2)
    this.bytes[this.at++] = columns >>> 8
    this.bytes[this.at++] = columns
  }

  /** What is after all rows. */
  finish(): void {
    this.row(-1)
  }

  nothing(): void {
    this.room(4)
    this.word(-1)
  }

  /** A bigint that a number holds exactly. */
  integer(value: number): void {
    const high = Math.floor(value / 2 ** 32)
    this.words(value - high * 2 ** 32, high)
  }

  /** A bigint as its low and its high word. */
  words(low: number, high: number): void {
    this.room(12)
    this.word(8)
    this.word(high)
    this.word(low)
  }

  /** A date. @param day days since 1970-01-01 */
  day(day: number): void {
    this.room(8)
    this.word(4)
    this.word(day - firstDay)
  }

  double(value: number | null): void {
    if (value === null) {
      this.nothing()
      return
    }
    this.room(12)
    this.word(8)
    // There is no -0 in the text form of a number.
    this.at = this.bytes.writeDoubleBE(value === 0 ? 0 : value, this.at)
  }

  text(value: string | null): void {
    if (value === null) this.nothing()
    else this.sized(value, 0)
  }

  /** A jsonb. @param value as JSON.stringify returns it */
  json(value: string): void {
    this.sized(value, 1)
  }

  /** An array of double precision. */
  doubles(values: readonly (number | null)[]): void {
    const nulls = values.filter((value) => value === null).length
    this.room(4)
    this.word((values.length === 0 ? 12 : 20) + 12 * values.length - 8 * nulls)
    this.array(values.length, doubleType, nulls > 0)
    for (const value of values) this.double(value)
  }

  /** What is before the values of an array without a length of its own, as it is a parameter. */
  array(count: number, type: number, hasNulls = false): void {
    this.room(20)
    // Dimensions, then for each its length and its first index.
    this.word(count === 0 ? 0 : 1)
    this.word(hasNulls ? 1 : 0)
    this.word(type)
    if (count === 0) return
    this.word(count)
    this.word(1)
  }

  /** A string behind its length, and behind the version of jsonb if there is one. */
  private sized(value: string, version: number): void {
    this.roomFor(5, value)
    const from = this.at + 4
    if (version > 0) this.bytes[from] = jsonbVersion
    const size = version + this.utf8(value, from + version)
    this.word(size)
    this.at += size
  }

  /** A word that there is room for. */
  private word(value: number): void {
    const { bytes, at } = this
    bytes[at] = value >>> 24
    bytes[at + 1] = value >>> 16
    bytes[at + 2] = value >>> 8
    bytes[at + 3] = value
    this.at = at + 4
  }
}
