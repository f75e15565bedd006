import { propertyColumns, type Batch, type CatalogueSource } from '../../contract/index.js'

type RowOf<S extends CatalogueSource> = Batch[S][number]
type Read<R> = (row: R) => string | null | undefined

/** The sources whose rows have context columns, whose values are kept as well: they are read from `row.context`. */
export const withContext: ReadonlySet<CatalogueSource> = new Set(['events', 'contexts'])

/**
 * The other columns of each source whose values are kept, and how they are read from a row that is about to be stored.
 * `user_id` is not among them: a link may change the user of a device afterwards.
 */
export const keptColumns: {
  readonly [S in CatalogueSource]: readonly (readonly [string, Read<RowOf<S>>])[]
} = {
  events: [
    ['event_name', (row) => row.event_name],
    ['device_id', (row) => row.device_id],
    ['session_id', (row) => row.session_id],
  ],
  logs: [
    ['level', (row) => row.level],
    ['service', (row) => row.service],
    ['source', (row) => row.source],
    ['session_id', (row) => row.session_id],
  ],
  contexts: [
    ['device_id', (row) => row.device_id],
    ['session_id', (row) => row.session_id],
  ],
  traits: [['device_id', (row) => row.device_id]],
  metrics: [
    ['name', (row) => row.name],
    ['type', (row) => row.type],
    ['temporality', (row) => row.temporality],
    ['unit', (row) => row.unit],
    ['service', (row) => row.service],
    ['source', (row) => row.source],
  ],
}

/** Returns the prefix of a source's property names in the names of fields, such as `properties.`. */
export const prefixOf = (source: CatalogueSource): string =>
  `${source === 'metrics' ? 'labels' : propertyColumns[source]}.`
