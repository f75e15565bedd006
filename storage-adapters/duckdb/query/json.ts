import type { Column, Parameters, PropertyForm } from 'sextant/storage'

/** A JSON pointer (RFC 6901), in which no character of a name has a meaning but `~` and `/`. */
const pointer = (segments: readonly string[]): string =>
  segments.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A segment that would choose an element if it met an array. */
const isIndex = (segment: string): boolean => /^[-#\d]/.test(segment)

/**
 * Returns a property as a column. JSON is stored as text; a null counts as missing. Example for `a.b` as a
 * string, where the literal key `a.b` precedes b within a:
 *
 *   CASE WHEN json_type(p, '/a.b') is not null  THEN … p at '/a.b'  ELSE … p at '/a/b' END
 */
export function readProperty(json: string, name: string, as: PropertyForm, parameters: Parameters): Column {
  const literal = parameters.bind(pointer([name]), 'text')
  const segments = name.split('.')
  const { type, nullable } = shapes[as]
  if (segments.length === 1) return { sql: readAt(json, literal, as), type, nullable }
  const nested = parameters.bind(pointer(segments), 'text')
  const objects = segments.flatMap((segment, index) =>
    index > 0 && isIndex(segment)
      ? [`json_type(${json}, ${parameters.bind(pointer(segments.slice(0, index)), 'text')}) = 'OBJECT'`]
      : [],
  )
  const inner = readAt(json, nested, as)
  const otherwise = as === 'exists' ? 'false' : 'NULL'
  const within =
    objects.length === 0 ? inner : `CASE WHEN ${objects.join(' AND ')} THEN ${inner} ELSE ${otherwise} END`
  const sql = `(CASE WHEN ${readAt(json, literal, 'exists')} THEN ${readAt(json, literal, as)} ELSE ${within} END)`
  return { sql, type, nullable }
}

/** The type of a property as a column, by form. */
export const shapes = {
  text: { type: 'text', nullable: true },
  number: { type: 'float', nullable: true },
  boolean: { type: 'bool', nullable: true },
  label: { type: 'text', nullable: true },
  exists: { type: 'bool', nullable: false },
} as const satisfies Readonly<Record<PropertyForm, Omit<Column, 'sql'>>>

const numbers = `('UBIGINT', 'BIGINT', 'HUGEINT', 'UHUGEINT', 'DOUBLE')`

function readAt(json: string, path: string, as: PropertyForm): string {
  const kind = `json_type(${json}, ${path})`
  const text = `json_extract_string(${json}, ${path})`
  switch (as) {
    case 'text':
      return `(CASE WHEN ${kind} = 'VARCHAR' THEN ${text} END)`
    case 'number':
      // The JSON text is read once: that of a string begins with a quote, and no other value but a number is one.
      return `try_cast(json_extract(${json}, ${path})::VARCHAR AS DOUBLE)`
    case 'boolean':
      return `(CASE WHEN ${kind} = 'BOOLEAN' THEN ${text} = 'true' END)`
    case 'label':
      // The engine writes 1e21 for 1e+21.
      return (
        `(CASE WHEN ${kind} IN ('VARCHAR', 'BOOLEAN') THEN ${text} ` +
        `WHEN ${kind} IN ${numbers} THEN regexp_replace(${text}, 'e([0-9])', 'e+\\1') END)`
      )
    case 'exists':
      return `(coalesce(${kind}, 'NULL') <> 'NULL')`
  }
}
