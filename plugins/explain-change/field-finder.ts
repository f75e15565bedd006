import {
  contextColumns,
  propertyCatalogue,
  serviceRef,
  type CatalogueSource,
  type PropertyCatalogue,
  type PropertySource,
  type ServiceDependencies,
  type SourceName,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { inTurns } from './in-turns.js'
import { mostLabels } from './pairs.js'

/** Finds the fields of a source that may explain a change. */
export interface FieldFinder {
  /** Columns first, then the names in the most rows. Those known to have more than 1,000 values are left out. */
  fieldsOf(ask: WorkspaceAsk, source: SourceName): Promise<readonly string[]>
}

export const fieldFinder = serviceRef<FieldFinder>('explain-change-fields')

/** Names of one source of the catalogue, as fields of the metric's source. */
interface Names {
  readonly source: CatalogueSource
  /** In the catalogue: `properties.`. */
  readonly stored: string
  /** In a question: `trait:`. */
  readonly asked: string
  readonly most: number
}

interface Fields {
  /** Without the columns whose values name one person, session or moment: they explain nothing. */
  readonly columns: readonly string[]
  readonly names: readonly Names[]
}

const namesOf = (source: CatalogueSource, stored: string, most: number, asked = stored): Names => ({
  source,
  stored,
  asked,
  most,
})

const none: Fields = { columns: [], names: [] }

const fields: Readonly<Partial<Record<SourceName, Fields>>> = {
  events: {
    columns: ['event_name', ...contextColumns],
    names: [namesOf('events', 'properties.', 24), namesOf('traits', 'traits.', 8, 'trait:')],
  },
  logs: { columns: ['level', 'service', 'source'], names: [namesOf('logs', 'message.', 24)] },
  contexts: { columns: contextColumns, names: [namesOf('contexts', 'properties.', 24)] },
  metrics: { columns: ['service', 'source'], names: [namesOf('metrics', 'labels.', 24)] },
}

/** Reads of the catalogue at a time. */
const readsAtOnce = 4
/** The rows in which names are looked for where no catalogue has them. */
const sampleRows = 10_000

/** The catalogue has not begun in this workspace: it begins with a sample of rows, when names are listed. */
class NotBegun extends Error {}

const notBegun = (): Promise<never> => Promise.reject(new NotBegun())

export function createFieldFinder({ find }: Pick<ServiceDependencies, 'find'>): FieldFinder {
  const catalogue = find(propertyCatalogue)
  return Object.freeze({
    async fieldsOf(ask, source) {
      const { columns, names } = fields[source] ?? none
      const [first] = names
      const shown = first === undefined ? columns : await withoutLong(catalogue, ask, first.source, columns)
      const named = await Promise.all(names.map((one) => namedFields(catalogue, ask, one)))
      return [...shown, ...named.flat()]
    },
  } satisfies FieldFinder)
}

async function namedFields(
  catalogue: PropertyCatalogue | null,
  ask: WorkspaceAsk,
  { source, stored, asked, most }: Names,
): Promise<readonly string[]> {
  const known = await catalogued(catalogue, ask, source, stored, 2 * most)
  const found = known ?? (source === 'metrics' ? [] : await inRows(ask, source, 2 * most))
  // Traits of groups are traits of their own, which no person has.
  const names = source === 'traits' ? found.filter((name) => !name.startsWith('group.')) : found
  const short = await withoutLong(
    catalogue,
    ask,
    source,
    names.map((name) => stored + name),
  )
  return short.slice(0, most).map((field) => asked + field.slice(stored.length))
}

/** Returns the names in the most rows; null if the catalogue does not have them. */
async function catalogued(
  catalogue: PropertyCatalogue | null,
  ask: WorkspaceAsk,
  source: CatalogueSource,
  prefix: string,
  limit: number,
): Promise<readonly string[] | null> {
  try {
    const found = await catalogue?.names(ask.workspace, source, { prefix, limit }, notBegun)
    return found?.names.filter(({ types }) => types.some(isShown)).map(({ name }) => name) ?? null
  } catch (error) {
    if (error instanceof NotBegun) return null
    throw error
  }
}

/** A breakdown shows arrays as "(none)". */
const isShown = (type: string): boolean => type !== 'array'

async function inRows(ask: WorkspaceAsk, source: PropertySource, limit: number): Promise<readonly string[]> {
  const { properties } = await ask.properties(source, { rows: sampleRows, paths: 2 * limit })
  const names = properties
    .filter(({ path, type }) => isShown(type) && isReachable(path))
    .map(({ path }) => path.join('.'))
  return [...new Set(names)].slice(0, limit)
}

/** A question reaches a name with a dot, but not inside an object, and no empty name. */
const isReachable = (path: readonly string[]): boolean =>
  path.every((name) => name !== '' && (path.length === 1 || !name.includes('.')))

/** Leaves out the fields of which the catalogue knows that they have more values than one statement tells apart. */
async function withoutLong(
  catalogue: PropertyCatalogue | null,
  ask: WorkspaceAsk,
  source: CatalogueSource,
  all: readonly string[],
): Promise<readonly string[]> {
  if (catalogue === null) return all
  const isLong = async (field: string): Promise<boolean> => {
    try {
      const values = await catalogue.values(ask.workspace, source, { field, limit: mostLabels }, notBegun)
      return values?.whole === false
    } catch (error) {
      if (error instanceof NotBegun) return false
      throw error
    }
  }
  const long = await inTurns(all, readsAtOnce, isLong)
  return all.filter((_, index) => long[index] !== true)
}
