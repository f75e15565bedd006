import {
  placeholderForm,
  placeholderIn,
  type SqlParameter,
  type SqlParameterType,
  type SqlPlaceholder,
} from '../../../contract/index.js'
import { reject } from './refuse.js'
import { escapedText } from './request.js'

/** Strings and quoted names, which are left alone, and what stands in braces. */
const parts = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"|\{([^{}]*)\}|[{}]/gs

/**
 * Returns the placeholders of a statement as the engine formats it, which has no comments and heredocs. Throws
 * VALIDATION_ERROR if something else stands in braces.
 */
export function placeholdersOf(canonical: string): readonly SqlPlaceholder[] {
  const found: SqlPlaceholder[] = []
  replaced(canonical, (placeholder) => {
    found.push(placeholder)
    return ''
  })
  return found
}

/**
 * Returns the statement with the engine's types, so that a parameter is the same value in every storage:
 *
 *     day >= {from:Date} AND timestamp < {to:DateTime}
 *     day >= {from:Date} AND timestamp < {to:DateTime64(3, 'UTC')}
 */
export const withEngineTypes = (canonical: string): string =>
  replaced(canonical, ({ name, type }) => `{${name}:${engineType(type)}}`)

/** Returns the statement with a literal for each placeholder, for checks of its words. */
export const withLiterals = (canonical: string): string =>
  replaced(canonical, ({ type }) => (/^U?Int|^Float/.test(type) ? '0' : "''"))

function replaced(canonical: string, by: (placeholder: SqlPlaceholder) => string): string {
  return canonical.replaceAll(parts, (found: string, inner: string | undefined) => {
    if (!/^[{}]/.test(found)) return found
    const placeholder = inner === undefined ? null : placeholderIn(inner)
    if (placeholder === null) throw reject(placeholderForm)
    return by(placeholder)
  })
}

const engineType = (type: string): string => type.replace('DateTime', "DateTime64(3, 'UTC')")

/** Returns the values in the form in which the engine reads them, by name. */
export const valuesOf = (parameters: readonly SqlParameter[]): Readonly<Record<string, string>> =>
  Object.fromEntries(parameters.map(({ name, type, value }) => [name, textOf(type, value)]))

function textOf(type: SqlParameterType, value: SqlParameter['value']): string {
  if (typeof value === 'string') return scalar(type, value)
  const isQuoted = /String|Date/.test(type)
  const members = value.map((one) => (isQuoted ? quoted(scalar(type, one)) : one))
  return `[${members.join()}]`
}

/** The engine reads `2026-01-31 12:00:00.000` as UTC, by the type of the placeholder. */
const scalar = (type: SqlParameterType, text: string): string => {
  if (type.includes('DateTime')) return text.replace('T', ' ').replace('Z', '')
  return type === 'String' ? escapedText(text) : text
}

/** Members of an array are literals; the array itself is not escaped again. */
const quoted = (text: string): string => `'${escapedText(text).replaceAll("'", "\\'")}'`
