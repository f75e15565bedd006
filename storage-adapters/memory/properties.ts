import {
  byBytes,
  propertyColumns,
  propertyTypes,
  type Cell,
  type JsonObject,
  type PropertiesFound,
  type PropertyFound,
  type PropertySample,
  type PropertySource,
  type PropertyType,
  type Row,
} from '../../contract/index.js'
import { scanRows } from './scan.js'
import type { WorkspaceData } from './workspace-data.js'

/**
 * The properties in the newest `rows` rows by (timestamp, seq), most frequent first, at most `paths` of them.
 * Objects are entered: {a: {b: 1}} has the property a.b. An array is one property; null is none.
 */
export function findProperties(
  data: WorkspaceData,
  source: PropertySource,
  { rows, paths }: PropertySample,
): PropertiesFound {
  const sample = [...scanRows(data, source, null, null)].sort(newestFirst).slice(0, rows)
  const counts = new Map<string, PropertyFound>()
  for (const row of sample)
    for (const [path, type] of leavesOf(row[propertyColumns[source]] as JsonObject, [])) {
      const key = JSON.stringify([path, type])
      counts.set(key, { path, type, rows: (counts.get(key)?.rows ?? 0) + 1 })
    }
  const properties = [...counts.values()].sort(mostFirst)
  return { sample: sample.length, properties: properties.slice(0, paths), more: properties.length > paths }
}

const newestFirst = (a: Row, b: Row): number =>
  Number(b['timestamp']) - Number(a['timestamp']) || Number(b['seq']) - Number(a['seq'])

function* leavesOf(
  object: JsonObject,
  above: readonly string[],
): Generator<readonly [path: readonly string[], type: PropertyType]> {
  for (const [name, value] of Object.entries(object)) {
    const path = [...above, name]
    if (isObject(value)) yield* leavesOf(value, path)
    else if (value !== null) yield [path, typeOf(value)]
  }
}

const isObject = (value: Cell): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function typeOf(value: Exclude<Cell, null>): PropertyType {
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    default:
      return 'array'
  }
}

const mostFirst = (a: PropertyFound, b: PropertyFound): number =>
  b.rows - a.rows || byPath(a.path, b.path) || propertyTypes.indexOf(a.type) - propertyTypes.indexOf(b.type)

function byPath(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((name, at) => name !== b[at])
  if (index === -1) return a.length - b.length
  const other = b[index]
  return other === undefined ? 1 : byBytes(a[index] ?? '', other)
}
