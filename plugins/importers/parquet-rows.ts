import { isNormalJson } from './normal-json.js'

/** The columns of some rows: the values of each by row. */
export interface ParquetColumn {
  readonly name: string
  readonly cells: ArrayLike<unknown>
  /** Whether the cells are times in milliseconds; only columns of canBeTime() are. */
  readonly isTime?: boolean
}

/** A row as the JSON of one of our lines. `hasId`: whether it has a message_id of its own; null if its text tells. */
export interface ParquetRow {
  readonly json: string
  readonly hasId: boolean | null
}

/** Members of our lines that are objects; a string with JSON is parsed as one. */
const objects = new Set(['properties', 'traits', 'context', 'data', 'labels', 'buckets'])

/** Whether the cells of a column are members of the line as they are, so that times need no object of their own. */
export const canBeTime = (name: string): boolean =>
  name !== 'message_id' && !name.includes('.') && !objects.has(name)

/** A member of the line: a column of its own, or all columns that nest in one object. */
interface Member {
  /** `"event":` */
  readonly key: string
  readonly parts: readonly Part[]
  readonly text: (row: number) => string
}

interface Part {
  readonly cells: ArrayLike<unknown>
  readonly isTime: boolean
  /** The name within the object; null if the column is the whole member. */
  readonly inner: string | null
}

/** A column's place in the line: its member is written there unless one of the earlier columns wrote it. */
interface RowPosition {
  readonly member: Member
  readonly cells: ArrayLike<unknown>
  readonly earlier: readonly Part[]
}

/**
 * Returns a function that writes rows as JSON. Empty cells are omitted; a name with a dot after one of `objects`
 * nests. What a column requires is decided once, not for each row. The text is always the same, because the id of a
 * row that has none is derived from it.
 *
 *   event | properties.plan | properties.total → {"event":"buy","properties":{"plan":"pro","total":5}}
 */
export function rowWriter(columns: readonly ParquetColumn[]): (row: number) => ParquetRow {
  const places = placesOf(columns)
  const ids = columns.find(({ name }) => name === 'message_id')?.cells ?? []
  return (row) => {
    let json = ''
    for (const { member, cells, earlier } of places) {
      if (!isPresent(cells[row]) || (earlier.length > 0 && isFilled(earlier, row))) continue
      json += `${json === '' ? '{' : ','}${member.key}${member.text(row)}`
    }
    return { json: json === '' ? '{}' : `${json}}`, hasId: ownId(ids[row]) }
  }
}

function isFilled(parts: readonly Part[], row: number): boolean {
  for (const { cells } of parts) if (isPresent(cells[row])) return true
  return false
}

const isPresent = (cell: unknown): boolean => cell !== null && cell !== undefined

function ownId(cell: unknown): ParquetRow['hasId'] {
  if (!isPresent(cell)) return false
  return isId(cell) ? true : null
}

const isId = (cell: unknown): boolean =>
  typeof cell === 'string' ? cell.trim() !== '' : isPresent(cell) && typeof cell !== 'object'

/** In the order of the columns, except that names that are integers come first, as in every object. */
function placesOf(columns: readonly ParquetColumn[]): readonly RowPosition[] {
  const byName = Object.fromEntries(columns.map((column) => [column.name, column]))
  const parts = new Map<string, Part[]>()
  const all = Object.values(byName).map(({ name, cells, isTime = false }) => {
    const dot = name.indexOf('.')
    const [outer, inner] = [name.slice(0, dot), name.slice(dot + 1)]
    const nests = dot > 0 && inner !== '' && objects.has(outer)
    const member = nests ? outer : name
    const known = parts.get(member) ?? []
    parts.set(member, known)
    const earlier = [...known]
    known.push({ cells, isTime, inner: nests ? inner : null })
    return { member, cells, earlier }
  })
  const members = new Map([...parts].map(([name, own]) => [name, memberOf(name, own)]))
  return all.flatMap(({ member: name, cells, earlier }) => {
    const member = members.get(name)
    return member === undefined ? [] : [{ member, cells, earlier }]
  })
}

function memberOf(name: string, parts: readonly Part[]): Member {
  const key = `${JSON.stringify(name)}:`
  const [only] = parts
  if (parts.length === 1 && only !== undefined && only.inner === null) {
    if (only.isTime) return { key, parts, text: (row) => timeText(only.cells[row] as number) }
    const text = objects.has(name) ? objectText : cellText
    return { key, parts, text: (row) => text(only.cells[row]) }
  }
  const inner = parts.map((part) => part.inner)
  const isFlat =
    inner.every((one) => one !== null && !/^\d+$/.test(one)) && new Set(inner).size === inner.length
  return { key, parts, text: isFlat ? flatText(parts) : (row) => JSON.stringify(nested(parts, row), plain) }
}

/** The object of columns that all nest and have names of their own. */
function flatText(parts: readonly Part[]): (row: number) => string {
  const all = parts.map(({ cells, inner }) => ({ cells, key: `${JSON.stringify(inner)}:` }))
  return (row) => {
    let json = ''
    for (const { cells, key } of all) {
      const cell = cells[row]
      if (isPresent(cell)) json += `${json === '' ? '{' : ','}${key}${cellText(cell)}`
    }
    return `${json}}`
  }
}

/** The object of a column `properties` together with columns `properties.<name>`, the later over the earlier. */
function nested(parts: readonly Part[], row: number): unknown {
  let value: unknown
  for (const { cells, inner } of parts) {
    const cell = cells[row]
    if (!isPresent(cell)) continue
    if (inner === null) value = parsed(cell)
    else value = { ...(typeof value === 'object' ? value : {}), [inner]: cell }
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

function objectText(cell: unknown): string {
  if (typeof cell !== 'string') return JSON.stringify(cell, plain)
  return isNormalJson(cell) ? cell : JSON.stringify(parsed(cell))
}

/** Matches strings without characters to escape, as most ids and names are. */
const isPlain = /^[ !#-[\]-~]{0,200}$/

function cellText(cell: unknown): string {
  switch (typeof cell) {
    case 'string':
      return isPlain.test(cell) ? `"${cell}"` : JSON.stringify(cell)
    case 'number':
      return Number.isFinite(cell) ? String(cell) : 'null'
    case 'boolean':
      return cell ? 'true' : 'false'
    case 'bigint':
      return BigInt.asIntN(54, cell) === cell ? cell.toString() : JSON.stringify(cell, plain)
    default:
      return cell instanceof Date ? timeText(cell.getTime()) : JSON.stringify(cell, plain)
  }
}

const dayMs = 24 * 60 * 60 * 1000
let lastDay = NaN
let lastDate = ''

/** As Date's toJSON(), which costs several times as much; the rows of a file have few days. */
function timeText(ms: number): string {
  const day = Math.floor(ms / dayMs)
  if (day !== lastDay) {
    const text = JSON.stringify(new Date(ms))
    // Years beyond 9999 have more digits, an invalid date has none.
    if (text.length !== 26) return text
    lastDay = day
    lastDate = text.slice(0, 12)
  }
  const rest = ms - day * dayMs
  const [seconds, millis] = [Math.floor(rest / 1000), rest % 1000]
  const [minutes, second] = [Math.floor(seconds / 60), seconds % 60]
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return `${lastDate}${two(hour)}:${two(minute)}:${two(second)}.${millis < 100 ? '0' : ''}${two(millis)}Z"`
}

const two = (number: number): string => (number < 10 ? `0${number}` : String(number))

/** 64-bit integers become strings if a number would be inexact. */
function plain(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value.toString()
  }
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}
