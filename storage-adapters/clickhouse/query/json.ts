import type { PropertyForm } from '../../../core/contract/index.js'
import type { Column } from '../../sql/select.js'
import { identifier } from '../identifier.js'

/**
 * Keys in the JSON columns are stored with `.` as %2E (the engine does that, json_type_escape_dots_in_keys) and `%`
 * as %25 (the adapter does), so that a literal dot and a nesting never meet in one path.
 */
export const encodeKey = (key: string): string => key.replaceAll('%', '%25').replaceAll('.', '%2E')

/** A property as its own subcolumns: only the values of the asked JSON type are read from the disk. */
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
  // Quoted here: a bound Identifier is not unescaped by the engine, and behind ^ (the object at a path) not taken.
  const names = segments.map((segment) => identifier(encodeKey(segment))).join('.')
  return { value: `${json}.${names}`, object: `${json}.^${names}` }
}

function readPath({ value, object }: Path, as: PropertyForm): string {
  switch (as) {
    case 'text':
      return `${value}.:String`
    case 'number':
      // Whole numbers lie in a subcolumn of their own.
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
