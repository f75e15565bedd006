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
} from '../../contract/index.js'
import { newestRow } from './newest.js'
import type { DataSource } from './sources.js'

/** The catalogue of an older workspace begins with the newest rows, and of their properties with those in the most rows. */
const sampleRows = 100_000
const samplePaths = 20_000

export interface SourceNames extends CatalogueNames {
  /** The prefix of each name in the names of fields: the column and a dot. */
  readonly prefix: string
}

/** Returns the catalogue's name of a source; undefined if its rows are derived from other sources and not in the catalogue. */
export const catalogued = ({ source, properties, perPerson }: DataSource): CatalogueSource | undefined =>
  perPerson === true ? undefined : source === 'metrics' ? 'metrics' : properties

/** Returns the names of properties in a source; null if its rows have none. */
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
 * Returns the name by which questions reach the value. Returns null if they cannot reach it: for an empty name, and for a
 * name with a dot inside an object.
 */
function nameOf(path: readonly string[]): string | null {
  const [only] = path
  if (path.length === 1 && only !== '') return only ?? null
  return path.some((name) => name === '' || name.includes('.')) ? null : path.join('.')
}

/** Returns the label names of the newest points. All labels are strings, and each point has the list of their names. */
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
