import type { PropertyForm } from '../../../contract/index.js'
import type { Column } from '../../sql/select.js'
import { identifier } from '../identifier.js'

/**
 * Returns a key as JSON columns store it: `.` as %2E (which the engine writes, json_type_escape_dots_in_keys)
 * and `%` as %25 (which the adapter writes), so that a literal dot and a nesting never share a path.
 */
export const encodeKey = (key: string): string => key.replaceAll('%', '%25').replaceAll('.', '%2E')

/**
 * Returns a property as a column. It reads subcolumns, so that only values of the requested JSON type are
 * read from disk. Example for `a.b` as a number, where the literal key `a.b` precedes b within a:
 *
 *   if(exists(json.`a%2Eb`), ifNull(json.`a%2Eb`.:Float64, …), ifNull(json.`a`.`b`.:Float64, …))
 */
export function readProperty(json: string, name: string, as: PropertyForm): Column {
  const literal = pathOf(json, [name])
  const segments = name.split('.')
  const type = columnType[as]
  if (segments.length === 1 || segments.includes(''))
    return { sql: readPath(literal, as), type, nullable: as !== 'exists' }
  const nested = pathOf(json, segments)
  const sql =
    as === 'exists'
      ? `(${readPath(literal, as)} OR ${readPath(nested, as)})`
      : `if(${readPath(literal, 'exists')}, ${readPath(literal, as)}, ${readPath(nested, as)})`
  return { sql, type, nullable: as !== 'exists' }
}

const columnType = { text: 'text', number: 'float', boolean: 'bool', label: 'text', exists: 'bool' } as const

interface Path {
  readonly value: string
  readonly object: string
}

function pathOf(json: string, segments: readonly string[]): Path {
  // Quoted here: ClickHouse does not unescape a bound Identifier and rejects one after ^ (the object at a
  // path).
  const names = segments.map((segment) => identifier(encodeKey(segment))).join('.')
  return { value: `${json}.${names}`, object: `${json}.^${names}` }
}

function readPath({ value, object }: Path, as: PropertyForm): string {
  switch (as) {
    case 'text':
      return `${value}.:String`
    case 'number':
      // Integers are in a subcolumn of their own.
      return `ifNull(${value}.:Float64, toFloat64(${value}.:Int64))`
    case 'boolean':
      return `${value}.:Bool`
    case 'label': {
      const float = `replaceRegexpOne(toString(${value}.:Float64), 'e([0-9])', 'e+\\\\1')`
      return `coalesce(${value}.:String, toString(${value}.:Int64), ${float}, toString(${value}.:Bool))`
    }
    case 'exists':
      return `(isNotNull(${value}) OR notEmpty(JSONAllPaths(${object})))`
  }
}
