import { calculated, column, missing, not, property } from './builders.js'
import { calculatedPrefix } from './calculated.js'
import { unknownName } from './common-errors.js'
import { invalid } from './errors.js'
import { groupIdOf, hasGroup, isGroupType, noGroupType } from './groups.js'
import type { Expr } from './plan.js'
import type { TraitUse } from './question.js'
import { sources, type ColumnType, type SourceName } from './sources.js'

/** A field of a source, as one expression per value type; null where it has no values of that type. */
export interface Field {
  readonly name: string
  readonly text: Expr | null
  readonly number: Expr | null
  readonly boolean: Expr | null
  readonly time: Expr | null
  /** Any value as a string: shown by breakdowns and compared with untyped strings. */
  readonly label: Expr | null
  readonly exists: Expr
  /** Whether an untyped string (from a query string) also matches numbers and booleans. */
  readonly loose: boolean
  /** Set if the field is a trait of the person or of the row's group, which the query must join. */
  readonly trait: TraitUse | null
}

const jsonFields: Readonly<Partial<Record<SourceName, { column: string; bare: boolean; loose: boolean }>>> = {
  events: { column: 'properties', bare: true, loose: true },
  logs: { column: 'message', bare: false, loose: false },
  traits: { column: 'traits', bare: false, loose: false },
  contexts: { column: 'properties', bare: false, loose: false },
  metrics: { column: 'labels', bare: false, loose: false },
}

/** String columns that only plans use. */
const internal: ReadonlySet<string> = new Set(['label_names', 'series'])

/** The columns of a source that a caller may name. */
export function fieldNames(source: SourceName): readonly string[] {
  const shown = (type: ColumnType): boolean => type === 'text' || type === 'time'
  return Object.entries(sources[source])
    .filter(([name, type]) => shown(type) && !internal.has(name))
    .map(([name]) => name)
}

/**
 * Resolves a caller's field name on this source: a column, `properties.<name>` (on events also the bare
 * name), `message.<name>` on logs, `labels.<name>` on metrics, `trait:<name>`, `group:<type>`,
 * `group_trait:<type>.<name>` and `calc.<name>` on events. Anything else is a 422 that lists the known names.
 */
export function resolveField(source: SourceName, name: string, path = 'field'): Field {
  if (fieldNames(source).includes(name)) return columnField(source, name)
  const json = jsonFields[source]
  const addressed = json !== undefined && name.startsWith(`${json.column}.`)
  if (addressed) {
    const inner = name.slice(json.column.length + 1)
    if (inner !== '') return jsonField(name, inner, json.column, json.loose)
  }
  if (source === 'events' && name.startsWith(calculatedPrefix)) return calculatedField(name, path)
  const ofRow = source === 'events' ? joinedField(name, path) : null
  if (ofRow !== null) return ofRow
  if (json?.bare === true && !addressed && name !== '' && !name.endsWith(':'))
    return jsonField(`${json.column}.${name}`, name, json.column, json.loose)
  throw invalid(path, unknownName('field', name, fieldPatterns(source)))
}

/** Every name that a caller may use; a variable part is shown as a pattern (`properties.<name>`). */
export const fieldPatterns = (source: SourceName): readonly string[] => [
  ...fieldNames(source),
  ...(jsonFields[source] ? [`${jsonFields[source].column}.<name>`] : []),
  ...(source === 'events'
    ? ['trait:<name>', 'group:<type>', 'group_trait:<type>.<name>', 'calc.<name>']
    : []),
]

/** The numeric values of an event property. A field without numbers is a 422 for `path`. */
export function numbersOf(property: string, path = 'property'): Expr {
  const field = resolveField('events', property, path)
  if (field.trait !== null || field.number === null)
    throw invalid(path, `${property} has no numbers; name an event property`)
  return field.number
}

function columnField(source: SourceName, name: string): Field {
  const value = column(name)
  const isTime = (sources[source] as Readonly<Record<string, ColumnType>>)[name] === 'time'
  return {
    name,
    text: isTime ? null : value,
    number: null,
    boolean: null,
    time: isTime ? value : null,
    label: isTime ? null : value,
    exists: not(missing(value)),
    loose: false,
    trait: null,
  }
}

function jsonField(name: string, inner: string, of: string, loose: boolean): Field {
  return {
    name,
    text: property(inner, 'text', of),
    number: property(inner, 'number', of),
    boolean: property(inner, 'boolean', of),
    time: null,
    label: property(inner, 'label', of),
    exists: property(inner, 'exists', of),
    loose,
    trait: null,
  }
}

/** Its forms are found when the plan is run, so that no other question waits for the definitions. */
function calculatedField(name: string, path: string): Field {
  const inner = name.slice(calculatedPrefix.length)
  return {
    name,
    text: calculated(inner, 'text', path),
    number: calculated(inner, 'number', path),
    boolean: calculated(inner, 'boolean', path),
    time: null,
    label: calculated(inner, 'label', path),
    exists: calculated(inner, 'exists', path),
    loose: true,
    trait: null,
  }
}

/** The field of a prefix: a trait or a group. Returns null for any other name. */
function joinedField(name: string, path: string): Field | null {
  const [prefix, rest] = [name.slice(0, name.indexOf(':') + 1), name.slice(name.indexOf(':') + 1)]
  if (rest === '') return null
  switch (prefix) {
    case 'trait:':
      return traitField(name, { name: rest, prefix: name })
    case 'group:':
      return groupField(name, groupTypeIn(rest, name, path))
    case 'group_trait:': {
      const dot = rest.indexOf('.')
      if (dot < 1 || dot === rest.length - 1)
        throw invalid(path, `${name} must be group_trait:<type>.<name>, such as group_trait:company.plan`)
      const group = groupTypeIn(rest.slice(0, dot), name, path)
      return traitField(name, { name: rest.slice(dot + 1), prefix: name, group })
    }
    default:
      return null
  }
}

function groupTypeIn(type: string, name: string, path: string): string {
  if (!isGroupType(type)) throw invalid(path, noGroupType(`${type} in ${name}`))
  return type
}

function groupField(name: string, type: string): Field {
  const id = groupIdOf(type)
  return {
    name,
    text: id,
    number: null,
    boolean: null,
    time: null,
    label: id,
    exists: hasGroup(type),
    loose: false,
    trait: null,
  }
}

function traitField(name: string, trait: TraitUse): Field {
  return {
    name,
    text: column(`${name}_text`),
    number: column(`${name}_number`),
    boolean: column(`${name}_boolean`),
    time: null,
    label: column(`${name}_label`),
    exists: not(missing(column(`${name}_exists`))),
    loose: true,
    trait,
  }
}
