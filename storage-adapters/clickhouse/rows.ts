import { randomBytes } from 'node:crypto'
import type { Cell, ColumnType, Columns, JsonObject, JsonValue, Row } from '../../contract/index.js'

function mapKeys(value: JsonValue, change: (key: string) => string): JsonValue {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((one: JsonValue) => mapKeys(one, change))
  const entries = Object.entries(value as JsonObject).map(([key, one]) => [change(key), mapKeys(one, change)])
  return Object.fromEntries(entries) as JsonObject
}

const marker = `\uE000${randomBytes(9).toString('base64url')}`
const markedNumber = new RegExp(`"${marker}([^"]*)"`, 'g')

/**
 * Returns an object as the JSON that a JSON column reads. The engine escapes dots in keys; percent signs are
 * escaped here (see encodeKey). Integers of 19 and more digits would become UInt64, a subcolumn that no
 * reader looks into. They are written with an exponent and so become Float64.
 */
export function jsonText(given: JsonObject): string {
  const plain = JSON.stringify(given)
  const escaped = plain.includes('%')
  const value = escaped ? mapKeys(given, (key) => key.replaceAll('%', '%25')) : given
  const text = escaped ? JSON.stringify(value) : plain
  if (!/[:[,]-?\d{19,}/.test(text)) return text
  const mark = (_key: string, member: unknown): unknown =>
    typeof member === 'number' && Number.isInteger(member) && Math.abs(member) >= 2 ** 63
      ? marker + member.toExponential()
      : member
  return JSON.stringify(value, mark).replace(markedNumber, '$1')
}

/** Returns a JSONCompact row as an object with values of the plan's column types. */
export function decodeRow(
  cells: readonly unknown[],
  columns: readonly (readonly [string, ColumnType])[],
): Row {
  const row: Record<string, Cell> = {}
  columns.forEach(([name, type], index) => {
    row[name] = decode(cells[index], type)
  })
  return row
}

/** Returns the columns of a plan as (name, type) pairs. */
export const columnList = (columns: Columns): readonly (readonly [string, ColumnType])[] =>
  Object.entries(columns)

function decode(cell: unknown, type: ColumnType): Cell {
  if (cell === null || cell === undefined) return null
  switch (type) {
    case 'text':
      return cell as string
    case 'int':
    case 'float':
    case 'time':
      return Number(cell)
    case 'bool':
      return Boolean(cell)
    case 'json':
      return JSON.stringify(cell).includes('%')
        ? mapKeys(cell as JsonValue, (key) => key.replaceAll('%25', '%'))
        : (cell as JsonValue)
    case 'key':
      throw new Error('a key column cannot be returned')
  }
}
