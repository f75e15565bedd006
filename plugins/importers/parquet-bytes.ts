import { isNormalJson } from './normal-json.js'
import {
  isFlat,
  isPresent,
  isWritten,
  objects,
  type Member,
  type Part,
  type RowPosition,
} from './parquet-members.js'
import type { ParquetStrings } from './parquet-strings.js'

const room = 1024 * 1024
/** A longer row is not copied. */
const mostOfRow = 64 * 1024
/** Filled and emptied within one call. */
const buffer = Buffer.allocUnsafe(room)

/** Rows on their way to text. Bytes after the end of `bytes` are lost; no row is so long. */
interface Output {
  readonly bytes: Buffer
  isAscii: boolean
}

/** Writes a value of a row at a place and returns the place after it, or -1 if JSON may write it differently. */
type WriteValue = (row: number, out: Output, at: number) => number

/**
 * Returns a function that writes rows, from one to another, by copying bytes, and returns null for each row that is long
 * or has a value that JSON writes differently. Most rows have none, and so no string is made of a value: only one of many
 * rows, from which the text of each is cut.
 */
export function bytesWriter(
  places: readonly RowPosition[],
): (from: number, to: number) => readonly (string | null)[] {
  const members = places.map((place) => ({
    place,
    key: keyOf(place.member.name),
    write: writerOf(place.member),
  }))
  const isAscii = members.every(({ key }) => key.every((byte) => byte < 0x80))

  function writeRow(row: number, out: Output, start: number): number {
    let at = start
    for (const { place, key, write } of members) {
      if (!isWritten(place, row)) continue
      out.bytes[at] = at === start ? openObject : comma
      at = write(row, out, copy(key, 0, key.length, out, at + 1))
      if (at === -1 || at > start + mostOfRow) return -1
    }
    if (at === start) out.bytes[at++] = openObject
    out.bytes[at] = closeObject
    return at + 1
  }

  return (from, to) => {
    const out: Output = { bytes: buffer, isAscii }
    const texts: (string | null)[] = []
    /** The rows that were copied since the last cut: the index in `texts`, and the end. */
    let copied: { readonly index: number; readonly end: number }[] = []
    let at = 0
    const cut = (): void => {
      const all = out.isAscii ? buffer.toString('latin1', 0, at) : null
      let start = 0
      for (const { index, end } of copied) {
        texts[index] = all === null ? buffer.toString('utf8', start, end) : all.slice(start, end)
        start = end
      }
      copied = []
      at = 0
    }
    for (let row = from; row < to; row++) {
      if (at > room - 2 * mostOfRow) cut()
      const end = writeRow(row, out, at)
      texts.push(null)
      if (end === -1) continue
      copied.push({ index: row - from, end })
      at = end
    }
    cut()
    return texts
  }
}

const [openObject, closeObject, quote, comma] = [0x7b, 0x7d, 0x22, 0x2c]

/** `"event":` */
const keyOf = (name: string | null): Uint8Array => Buffer.from(`${JSON.stringify(name)}:`)

function copy(from: Uint8Array, start: number, end: number, { bytes }: Output, at: number): number {
  for (let index = start; index < end; index++) bytes[at++] = from[index] as number
  return at
}

function copyAscii(text: string, { bytes }: Output, at: number): number {
  for (let index = 0; index < text.length; index++) bytes[at++] = text.charCodeAt(index)
  return at
}

function writerOf({ name, parts }: Member): WriteValue {
  const [only] = parts
  if (parts.length === 1 && only !== undefined && only.inner === null)
    return objects.has(name) ? objectWriter(only) : cellWriter(only)
  return isFlat(parts) ? flatWriter(parts) : () => -1
}

/** JSON that is written as it is. */
const objectWriter =
  ({ cells, strings }: Part): WriteValue =>
  (row, out, at) => {
    const cell = cells[row]
    if (strings === null || typeof cell !== 'number') return -1
    const [bytes, start, end] = [strings.bytesOf(cell), strings.startOf(cell), strings.endOf(cell)]
    if (!isNormalJson(bytes, start, end)) return -1
    out.isAscii &&= strings.isAscii(cell)
    return copy(bytes, start, end, out, at)
  }

/** The object of columns that all nest and have names of their own. */
function flatWriter(parts: readonly Part[]): WriteValue {
  const all = parts.map((part) => ({ ...part, key: keyOf(part.inner), write: cellWriter(part) }))
  if (all.some(({ key }) => key.some((byte) => byte >= 0x80))) return () => -1
  return (row, out, start) => {
    let at = start
    for (const { cells, key, write } of all) {
      if (!isPresent(cells[row])) continue
      out.bytes[at] = at === start ? openObject : comma
      at = write(row, out, copy(key, 0, key.length, out, at + 1))
      if (at === -1) return -1
    }
    out.bytes[at] = closeObject
    return at + 1
  }
}

function cellWriter({ cells, isTime, strings }: Part): WriteValue {
  if (strings !== null) return (row, out, at) => writeString(strings, cells[row] as number, out, at)
  if (isTime) return (row, out, at) => writeTime(cells[row] as number, out, at)
  return (row, out, at) => {
    const cell = cells[row]
    switch (typeof cell) {
      case 'number':
        return copyAscii(Number.isFinite(cell) ? String(cell) : 'null', out, at)
      case 'boolean':
        return copyAscii(cell ? 'true' : 'false', out, at)
      case 'bigint':
        return BigInt.asIntN(54, cell) === cell ? copyAscii(cell.toString(), out, at) : -1
      default:
        return cell instanceof Date ? writeTime(cell.getTime(), out, at) : -1
    }
  }
}

function writeString(strings: ParquetStrings, number: number, out: Output, at: number): number {
  if (!strings.isPlain(number)) return -1
  out.isAscii &&= strings.isAscii(number)
  out.bytes[at] = quote
  const end = copy(strings.bytesOf(number), strings.startOf(number), strings.endOf(number), out, at + 1)
  out.bytes[end] = quote
  return end + 1
}

const dayMs = 24 * 60 * 60 * 1000
let lastDay = NaN
let lastDate = ''

/** As Date's toJSON(), which costs several times as much; the rows of a file have few days. */
function writeTime(ms: number, out: Output, start: number): number {
  const day = Math.floor(ms / dayMs)
  if (day !== lastDay) {
    const text = JSON.stringify(new Date(ms))
    // Years beyond 9999 have more digits, an invalid date has none.
    if (text.length !== 26) return copyAscii(text, out, start)
    lastDay = day
    lastDate = text.slice(0, 12)
  }
  const rest = ms - day * dayMs
  const [seconds, millis] = [Math.floor(rest / 1000), rest % 1000]
  const [minutes, second] = [Math.floor(seconds / 60), seconds % 60]
  let at = copyAscii(lastDate, out, start)
  at = digits(Math.floor(minutes / 60), colon, out, at)
  at = digits(minutes % 60, colon, out, at)
  at = digits(second, dot, out, at)
  out.bytes[at++] = zero + Math.floor(millis / 100)
  at = digits(millis % 100, upperZ, out, at)
  out.bytes[at] = quote
  return at + 1
}

const [zero, colon, dot, upperZ] = [0x30, 0x3a, 0x2e, 0x5a]

/** Writes a number of two digits and the sign after it. */
function digits(number: number, sign: number, { bytes }: Output, at: number): number {
  bytes[at] = zero + Math.floor(number / 10)
  bytes[at + 1] = zero + (number % 10)
  bytes[at + 2] = sign
  return at + 3
}
