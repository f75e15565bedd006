import type { Cells } from '../api/types.js'

/** The columns of a list of people beside the name: fields of its rows, and traits as `trait:<name>`. */
export const rowColumns = ['last_seen', 'first_seen', 'events', 'user_id', 'device_id'] as const

export const usualColumns: readonly string[] = ['trait:plan', 'trait:company', 'events', 'last_seen']
/** More columns are no table that can be read. */
export const mostColumns = 12

const prefix = 'trait:'

export const isTrait = (column: string): boolean => column.startsWith(prefix)

const isColumn = (value: unknown): value is string =>
  typeof value === 'string' &&
  ((rowColumns as readonly string[]).includes(value) || (isTrait(value) && value.length > prefix.length))

/** The columns in an address, each once; the usual ones if it has none that exist. */
export function readColumns(text: string | null): readonly string[] {
  const named = (text ?? '').split(',').map(decode).filter(isColumn)
  const known = [...new Set(named)].slice(0, mostColumns)
  return known.length === 0 ? usualColumns : known
}

/** The opposite of readColumns(); null for the usual columns. */
export function columnsText(columns: readonly string[]): string | null {
  const text = columns.map(encode).join(',')
  return columns.length === 0 || text === usualColumns.map(encode).join(',') ? null : text
}

/** Names of traits may contain the comma that separates columns. */
const encode = (column: string): string => column.replaceAll('%', '%25').replaceAll(',', '%2C')
const decode = (text: string): string => text.replaceAll('%2C', ',').replaceAll('%25', '%')

export function columnTitle(column: string): string {
  if (isTrait(column)) return column.slice(prefix.length)
  const words = column.replaceAll('_', ' ').replace(/ id$/, ' ID')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The value of a person's trait; members of objects are named with dots. Undefined if there is none. */
export function traitOf(traits: Cells, column: string): unknown {
  const name = column.slice(prefix.length)
  if (Object.hasOwn(traits, name)) return traits[name]
  let value: unknown = traits
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Cells)[part]
  }
  return value
}
