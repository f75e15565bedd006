import type { TableInfo } from './schema.js'
import { keywordSuggestions, type Suggestion } from './words.js'

/** The word before the caret, and its start in the statement. */
export interface Written {
  readonly word: string
  readonly from: number
}

export function writtenAt(statement: string, caret: number): Written {
  const [word = ''] = /[A-Za-z_][\w.]*$/.exec(statement.slice(0, caret)) ?? []
  return { word, from: caret - word.length }
}

const most = 12

/**
 * Completions at the caret, at most twelve. After FROM and JOIN: tables. Elsewhere: the fields of the tables that the
 * statement names (of all tables if it names none), then tables and keywords.
 */
export function suggestionsFor(
  statement: string,
  { word, from }: Written,
  tables: readonly TableInfo[],
): readonly Suggestion[] {
  const before = statement.slice(0, from)
  const isTable = /\b(from|join)\s+$/i.test(before)
  const named = tables.filter(({ table }) => new RegExp(`\\b${table}\\b`, 'i').test(statement))
  const ofTables = tables.map(({ table, name }): Suggestion => ({ text: table, about: name }))
  const fields = (named.length > 0 ? named : tables).flatMap((table) =>
    table.fields.map(({ name, data_type }): Suggestion => ({
      text: name,
      about: `${data_type} · ${table.table}`,
    })),
  )
  const all = isTable ? ofTables : [...fields, ...ofTables, ...keywordSuggestions]
  const typed = word.toLowerCase()
  const seen = new Set<string>()
  return all
    .filter(({ text }) => {
      const name = text.toLowerCase()
      const fits = name.startsWith(typed) || (typed.length > 2 && name.includes(typed))
      if (!fits || name === typed || seen.has(name)) return false
      seen.add(name)
      return true
    })
    .sort(
      (a, b) =>
        Number(b.text.toLowerCase().startsWith(typed)) - Number(a.text.toLowerCase().startsWith(typed)),
    )
    .slice(0, most)
}
