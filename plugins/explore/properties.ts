import {
  aggregate,
  byBytes,
  column,
  count,
  propertyColumns,
  propertyTypes,
  scan,
  type PropertyType,
  type WorkspaceAsk,
} from '../../core/contract/index.js'
import { newestRow } from './newest.js'
import type { DataSource } from './sources.js'

/** What is looked at: the newest rows, and of their properties those in the most rows. */
const sampleRows = 100_000
const mostProperties = 1_000

/** A property that occurs. */
export interface SeenProperty {
  /** As questions name it. */
  readonly name: string
  readonly types: readonly PropertyType[]
  /** Of the rows that were looked at, 0 to 1. */
  readonly share: number
}

export interface SeenProperties {
  /** The rows that were looked at. */
  readonly sample: number
  /** Those in the most rows first, then by name. */
  readonly properties: readonly SeenProperty[]
  /** There are more. */
  readonly more: boolean
}

/** The properties that occur in a source; null: it has none. */
export async function seenProperties(ask: WorkspaceAsk, data: DataSource): Promise<SeenProperties | null> {
  if (data.source === 'metrics') return seenLabels(ask)
  if (data.properties === undefined) return null
  // More paths than are shown: several may be one property, by their types or dots.
  const found = await ask.properties(data.properties, { rows: sampleRows, paths: 2 * mostProperties })
  const prefix = propertyColumns[data.properties]
  const counts = new Map<string, Map<PropertyType, number>>()
  for (const { path, type, rows } of found.properties) {
    const inner = nameOf(path)
    if (inner === null) continue
    const name = `${prefix}.${inner}`
    const types = counts.get(name) ?? new Map<PropertyType, number>()
    counts.set(name, types.set(type, (types.get(type) ?? 0) + rows))
  }
  return shown(counts, found.sample, found.more)
}

/**
 * The name by which questions reach the value, or null for one that they cannot reach: a name with a dot inside an
 * object, an empty name.
 */
function nameOf(path: readonly string[]): string | null {
  const [only] = path
  if (path.length === 1 && only !== '') return only ?? null
  return path.some((name) => name === '' || name.includes('.')) ? null : path.join('.')
}

/** All labels are texts, and each point has the list of their names. */
async function seenLabels(ask: WorkspaceAsk): Promise<SeenProperties> {
  const from = await newestRow(ask, 'metrics', sampleRows)
  const sets = await ask.rows(
    aggregate(scan('metrics', from), { label_names: column('label_names') }, { rows: count() }),
  )
  const counts = new Map<string, Map<PropertyType, number>>()
  let sample = 0
  for (const { label_names, rows } of sets) {
    sample += Number(rows)
    for (const label of JSON.parse(label_names as string) as readonly string[]) {
      const name = `labels.${label}`
      counts.set(name, new Map([['text', (counts.get(name)?.get('text') ?? 0) + Number(rows)]]))
    }
  }
  return shown(counts, sample, false)
}

function shown(
  counts: ReadonlyMap<string, ReadonlyMap<PropertyType, number>>,
  sample: number,
  more: boolean,
): SeenProperties {
  const ranked = [...counts].map(([name, types]) => {
    const byRows = [...types].sort(([a, x], [b, y]) => y - x || rank(a) - rank(b))
    const rows = Math.min(
      sample,
      byRows.reduce((sum, [, rows]) => sum + rows, 0),
    )
    return { name, types: byRows.map(([type]) => type), rows }
  })
  ranked.sort((a, b) => b.rows - a.rows || byBytes(a.name, b.name))
  const properties = ranked
    .slice(0, mostProperties)
    .map(({ name, types, rows }) => ({ name, types, share: rows / sample }))
  return { sample, properties, more: more || ranked.length > mostProperties }
}

const rank = (type: PropertyType): number => propertyTypes.indexOf(type)
