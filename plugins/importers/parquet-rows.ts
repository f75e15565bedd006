import { bytesWriter } from './parquet-bytes.js'
import {
  isFlat,
  isPresent,
  isWritten,
  objects,
  placesOf,
  type Member,
  type ParquetColumn,
  type Part,
  type RowPosition,
} from './parquet-members.js'

/** A row as the JSON of one of our lines. `hasId`: whether it has a message_id of its own; null if its text tells. */
export interface ParquetRow {
  readonly json: string
  readonly hasId: boolean | null
}

/**
 * Returns a function that writes rows, from one to another, as JSON. Empty cells are omitted; a name with a dot after one
 * of `objects` nests. What a column requires is decided once, not for each row. The text is always the same, because
 * the id of a row that has none is derived from it.
 *
 *   event | properties.plan | properties.total → {"event":"buy","properties":{"plan":"pro","total":5}}
 */
export function rowsWriter(
  columns: readonly ParquetColumn[],
): (from: number, to: number) => readonly ParquetRow[] {
  const places = placesOf(columns)
  const copied = bytesWriter(places)
  const written = textWriter(places)
  const ids = columns.find(({ name }) => name === 'message_id')
  return (from, to) => {
    const texts = copied(from, to)
    return texts.map((text, index) => {
      const row = from + index
      return { json: text ?? written(row), hasId: ids === undefined ? false : ownId(cellOf(ids, row)) }
    })
  }
}

function ownId(cell: unknown): ParquetRow['hasId'] {
  if (!isPresent(cell)) return false
  return isId(cell) ? true : null
}

const isId = (cell: unknown): boolean =>
  typeof cell === 'string' ? cell.trim() !== '' : isPresent(cell) && typeof cell !== 'object'

/** Writes rows of any values. */
function textWriter(places: readonly RowPosition[]): (row: number) => string {
  const members = places.map((place) => ({
    place,
    key: `${JSON.stringify(place.member.name)}:`,
    text: textOf(place.member),
  }))
  return (row) => {
    let json = ''
    for (const { place, key, text } of members)
      if (isWritten(place, row)) json += `${json === '' ? '{' : ','}${key}${text(row)}`
    return json === '' ? '{}' : `${json}}`
  }
}

function textOf({ name, parts }: Member): (row: number) => string {
  const [only] = parts
  if (parts.length === 1 && only !== undefined && only.inner === null) {
    const text = objects.has(name) ? objectText : cellText
    return (row) => text(cellOf(only, row))
  }
  return isFlat(parts) ? flatText(parts) : (row) => JSON.stringify(nested(parts, row), plain)
}

/** A cell as a value of its own. */
function cellOf(
  { cells, isTime = false, strings = null }: Pick<ParquetColumn, 'cells' | 'isTime' | 'strings'>,
  row: number,
): unknown {
  const cell = cells[row]
  if (typeof cell !== 'number') return cell
  if (strings !== null) return strings.text(cell)
  return isTime ? new Date(cell) : cell
}

/** The object of columns that all nest and have names of their own. */
function flatText(parts: readonly Part[]): (row: number) => string {
  const all = parts.map((part) => ({ part, key: `${JSON.stringify(part.inner)}:` }))
  return (row) => {
    let json = ''
    for (const { part, key } of all)
      if (isPresent(part.cells[row])) json += `${json === '' ? '{' : ','}${key}${cellText(cellOf(part, row))}`
    return `${json}}`
  }
}

/** The object of a column `properties` together with columns `properties.<name>`, the later over the earlier. */
function nested(parts: readonly Part[], row: number): unknown {
  let value: unknown
  for (const part of parts) {
    const cell = cellOf(part, row)
    if (!isPresent(cell)) continue
    if (part.inner === null) value = parsed(cell)
    else value = { ...(typeof value === 'object' ? value : {}), [part.inner]: cell }
  }
  return value
}

function parsed(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

const objectText = (cell: unknown): string => JSON.stringify(parsed(cell), plain)

const cellText = (cell: unknown): string =>
  typeof cell === 'bigint' && BigInt.asIntN(54, cell) === cell ? cell.toString() : JSON.stringify(cell, plain)

/** 64-bit integers become strings if a number would be inexact. */
function plain(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value.toString()
  }
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}
