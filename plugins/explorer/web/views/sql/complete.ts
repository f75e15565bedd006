import { functionsOf } from './functions/signatures.js'
import { parametersIn, parameterTypes } from './parameters.js'
import type { TableInfo } from './schema.js'
import type { Dialect } from './sql-name.js'

/** A completion. */
export interface Offer {
  /** What is inserted; a function is inserted with its parentheses. */
  readonly text: string
  readonly kind: 'table' | 'column' | 'function' | 'keyword' | 'parameter'
  /** Type and table of a column, the name of a table, the signature of a function. */
  readonly detail: string
  readonly about: string
}

/** The word before the caret, and its start in the statement. */
export interface Written {
  readonly word: string
  readonly from: number
}

export interface Known {
  readonly tables: readonly TableInfo[]
  readonly dialect: Dialect
}

export function writtenAt(statement: string, caret: number): Written {
  const [word = ''] = /[A-Za-z_][\w.]*$/.exec(statement.slice(0, caret)) ?? []
  return { word, from: caret - word.length }
}

export const keywords =
  'SELECT FROM WHERE GROUP BY ORDER LIMIT OFFSET HAVING WITH AS AND OR NOT IN IS NULL LIKE ILIKE BETWEEN JOIN LEFT INNER CROSS ON USING UNION ALL DISTINCT CASE WHEN THEN ELSE END ASC DESC INTERVAL OVER PARTITION ROWS TRUE FALSE'.split(
    ' ',
  )

const most = 50

/**
 * Completions at the caret, best first. After FROM and JOIN: tables. After the name or alias of a table and a dot: its
 * columns. Behind a brace: the parameters of the statement, and behind the name of a parameter the types. Elsewhere: the columns of the tables that the statement names (of all tables if it names none), functions,
 * tables and keywords.
 */
export function completionsAt(
  statement: string,
  { word, from }: Written,
  { tables, dialect }: Known,
): { readonly from: number; readonly offers: readonly Offer[] } {
  const before = statement.slice(0, from)
  if (/\{\s*(?:\w+\s*:\s*(?:Array\s*\(\s*)?)?$/.test(before))
    return { from, offers: fitting(parametersAt(statement, before, dialect), word) }
  const owner = ownerOf(statement, word, tables)
  if (owner !== null) {
    const start = word.indexOf('.') + 1
    return { from: from + start, offers: fitting(columnsIn([owner]), word.slice(start)) }
  }
  const inTables = tables.map(({ table, name, description }): Offer => ({
    text: table,
    kind: 'table',
    detail: name,
    about: description,
  }))
  if (/\b(from|join)\s+$/i.test(before)) return { from, offers: fitting(inTables, word) }
  const named = tables.filter(({ table }) => isNamed(statement, table))
  const calls = functionsOf(dialect).map(({ name, signature, about }): Offer => ({
    text: name,
    kind: 'function',
    detail: signature,
    about,
  }))
  const words = keywords.map((text): Offer => ({ text, kind: 'keyword', detail: '', about: '' }))
  const all = [...columnsIn(named.length > 0 ? named : tables), ...calls, ...inTables, ...words]
  return { from, offers: fitting(all, word) }
}

/** The parameters that the statement has elsewhere or, behind a colon, the types. */
function parametersAt(statement: string, before: string, dialect: Dialect): readonly Offer[] {
  const texts = /:[^{}]*$/.test(before)
    ? parameterTypes
    : parametersIn(statement, dialect).map(({ name, type }) => `${name}:${type}`)
  return texts.map((text) => ({ text, kind: 'parameter', detail: '', about: '' }))
}

const isNamed = (statement: string, table: string): boolean =>
  new RegExp(`\\b${table}\\b`, 'i').test(statement)

const columnsIn = (tables: readonly TableInfo[]): readonly Offer[] =>
  tables.flatMap(({ table, fields }) =>
    fields.map(({ name, data_type, description }): Offer => ({
      text: name,
      kind: 'column',
      detail: `${data_type} · ${table}`,
      about: description,
    })),
  )

/** The table whose name or alias stands before the word's first dot; null if none does. */
function ownerOf(statement: string, word: string, tables: readonly TableInfo[]): TableInfo | null {
  const [prefix, ...rest] = word.split('.')
  if (prefix === undefined || rest.length === 0) return null
  const direct = tables.find(({ table }) => table === prefix)
  if (direct !== undefined) return direct
  const aliased = new RegExp(`\\b(?:from|join)\\s+(\\w+)\\s+(?:as\\s+)?${prefix}\\b`, 'i').exec(statement)
  return tables.find(({ table }) => table === aliased?.[1]) ?? null
}

/** The offers whose text begins with what was typed, then those that contain it; each text once. */
function fitting(offers: readonly Offer[], word: string): readonly Offer[] {
  const typed = word.toLowerCase()
  const seen = new Set<string>()
  const found = offers.filter(({ text, kind }) => {
    const name = text.toLowerCase()
    const fits = name.startsWith(typed) || (typed.length > 2 && name.includes(typed))
    // A whole keyword needs no completion; a function or column that is written in full still shows what it is.
    if (!fits || seen.has(name) || (kind === 'keyword' && name === typed)) return false
    seen.add(name)
    return true
  })
  const place = ({ text }: Offer): number => (text.toLowerCase().startsWith(typed) ? 0 : 1)
  return found.sort((a, b) => place(a) - place(b)).slice(0, most)
}
