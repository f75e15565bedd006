import type { Dialect } from './sql-name.js'

/** A `{name:Type}` in a statement, and where it stands. */
export interface Placeholder {
  readonly name: string
  readonly type: string
  readonly from: number
  readonly to: number
}

/** The texts of the fields of parameters, by name. */
export type ParameterTexts = Readonly<Record<string, string>>

/** The body of a request: the statement, and the values of its parameters if it has any. */
export interface Statement {
  readonly query: string
  readonly parameters?: Readonly<Record<string, unknown>>
}

type Read = (text: string) => unknown

/** Integers are sent as strings: a number may not hold all their digits. */
const asString: Read = (text) => text
const asNumber: Read = (text) => (Number.isNaN(Number(text)) ? text : Number(text))
const asBoolean: Read = (text) => (text === 'true' ? true : text === 'false' ? false : text)

/** What the text of a field is sent as, by the type of its parameter. */
const readers: Readonly<Record<string, Read>> = {
  String: asString,
  Int64: asString,
  UInt64: asString,
  Float64: asNumber,
  Bool: asBoolean,
  Date: asString,
  DateTime: asString,
}
const scalarTypes = Object.keys(readers)
/** The types of parameters, as docs/sql.md lists them. */
export const parameterTypes: readonly string[] = [
  ...scalarTypes,
  ...scalarTypes.map((type) => `Array(${type})`),
]

const quiet: Readonly<Record<Dialect, string>> = {
  clickhouse: String.raw`'(?:[^'\\]|\\[^]|'')*'?|"(?:[^"\\]|\\[^])*"?|\`(?:[^\`\\]|\\[^])*\`?|#[ !].*`,
  postgres: String.raw`\b[eE]'(?:[^'\\]|\\[^]|'')*'?|'[^']*'?|"[^"]*"?`,
}
const both = String.raw`--.*|\/\*[^]*?(?:\*\/|$)|\$(\w*)\$[^]*?(?:\$\1\$|$)`
const placeholder = String.raw`\{\s*([A-Za-z_]\w{0,63})\s*:\s*([^{}]*?)\s*\}`

/** The placeholders of a statement in their order; the service reads them again, by the scanner of its storage. */
export function placeholdersIn(statement: string, dialect: Dialect): readonly Placeholder[] {
  const parts = new RegExp(`${both}|${quiet[dialect]}|${placeholder}`, 'g')
  return [...statement.matchAll(parts)].flatMap(({ 0: found, 2: name, 3: type, index }) =>
    name === undefined || type === undefined
      ? []
      : [{ name, type: type.replaceAll(/\s+/g, ''), from: index, to: index + found.length }],
  )
}

/** The parameters of a statement, each once. */
export function parametersIn(statement: string, dialect: Dialect): readonly Placeholder[] {
  const byName = new Map<string, Placeholder>()
  for (const one of placeholdersIn(statement, dialect)) if (!byName.has(one.name)) byName.set(one.name, one)
  return [...byName.values()]
}

/** The request of a statement with these texts in its fields. */
export function statementWith(query: string, texts: ParameterTexts, dialect: Dialect): Statement {
  const parameters = parametersIn(query, dialect).flatMap(({ name, type }) => {
    const value = valueOf(type, texts[name] ?? '')
    return value === undefined ? [] : [[name, value] as const]
  })
  return parameters.length === 0 ? { query } : { query, parameters: Object.fromEntries(parameters) }
}

/** What a text is sent as. Undefined for an empty field, except that of a string; the service says what is wrong. */
function valueOf(type: string, text: string): unknown {
  const inner = /^Array\((.*)\)$/.exec(type)?.[1]
  if (inner !== undefined) return membersOf(text).map((one) => valueOf(inner, one) ?? one)
  if (type === 'String') return text
  const written = text.trim()
  if (written === '') return undefined
  return (readers[type] ?? asString)(written)
}

/** The members of a list: one a line or, on one line, between commas. */
const membersOf = (text: string): readonly string[] =>
  text
    .split(text.includes('\n') ? '\n' : ',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** The texts of the fields for the values of a request. */
export function textsOf(parameters: unknown): ParameterTexts {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) return {}
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String).join('\n') : String(value),
    ]),
  )
}

/** The text that a browser's field for dates and times shows: in UTC, without an offset. */
export function localText(text: string): string {
  const time = Date.parse(
    /[zZ]|[+-]\d\d:?\d\d$/.test(text.slice(10)) || text.length <= 10 ? text : `${text}Z`,
  )
  return Number.isNaN(time) ? '' : new Date(time).toISOString().replace(/(?::00)?\.000Z$|Z$/, '')
}
