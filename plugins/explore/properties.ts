import {
  aggregate,
  column,
  count,
  propertyCatalogue,
  propertyColumns,
  scan,
  type CatalogueNames,
  type CatalogueSource,
  type CatalogueStart,
  type CatalogueWanted,
  type PropertySource,
  type WorkspaceAsk,
} from '../../core/contract/index.js'
import { newestRow } from './newest.js'
import type { DataSource } from './sources.js'

/** Of rows that are older than the catalogue: the newest are looked at, and of their properties those in the most rows. */
const sampleRows = 100_000
const samplePaths = 20_000

export interface SourceNames extends CatalogueNames {
  /** What stands before each name: the column, and a dot. */
  readonly prefix: string
}

/** What the catalogue calls a source; undefined: it keeps nothing of its rows, which are made of others. */
export const catalogued = ({ source, properties, perPerson }: DataSource): CatalogueSource | undefined =>
  perPerson === true ? undefined : source === 'metrics' ? 'metrics' : properties

/** The names that occur in a source; null: its rows carry none. */
export async function namesOf(
  ask: WorkspaceAsk,
  data: DataSource,
  wanted: Omit<CatalogueWanted, 'prefix'>,
): Promise<SourceNames | null> {
  const { properties } = data
  const source = catalogued(data)
  if (source === undefined) return null
  const prefix = `${source === 'metrics' ? 'labels' : propertyColumns[source]}.`
  const catalogue = ask.use(propertyCatalogue)
  const found = await catalogue.names(ask.workspace, source, { ...wanted, prefix }, () =>
    properties === undefined ? labelsBefore(ask) : propertiesBefore(ask, properties),
  )
  return { ...found, prefix }
}

interface Before {
  readonly rows: number
  readonly found: readonly CatalogueStart[]
}

async function propertiesBefore(ask: WorkspaceAsk, source: PropertySource): Promise<Before> {
  const { sample, properties } = await ask.properties(source, { rows: sampleRows, paths: samplePaths })
  const found = properties.flatMap(({ path, type, rows }) => {
    const name = nameOf(path)
    return name === null ? [] : [{ name, type, rows }]
  })
  return { rows: sample, found }
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
async function labelsBefore(ask: WorkspaceAsk): Promise<Before> {
  const from = await newestRow(ask, 'metrics', sampleRows)
  const sets = await ask.rows(
    aggregate(scan('metrics', from), { label_names: column('label_names') }, { rows: count() }),
  )
  const counts = new Map<string, number>()
  let sample = 0
  for (const { label_names, rows } of sets) {
    sample += Number(rows)
    for (const label of JSON.parse(label_names as string) as readonly string[])
      if (label !== '') counts.set(label, (counts.get(label) ?? 0) + Number(rows))
  }
  return { rows: sample, found: [...counts].map(([name, rows]) => ({ name, type: 'text', rows })) }
}
