import {
  aggregate,
  and,
  ascending,
  calculatedPrefix,
  column,
  count,
  descending,
  invalid,
  match,
  missing,
  not,
  peopleOf,
  propertyCatalogue,
  propertyColumns,
  resolveField,
  scan,
  sort,
  unknownName,
  where,
  type Expr,
  type Relation,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { newestRow } from './newest.js'
import { catalogued } from './properties.js'
import type { DataSource } from './sources.js'

export interface ValuesRequest {
  readonly field: string
  readonly search?: string | undefined
  readonly limit: number
}

export interface FoundValues {
  /** Most frequent first; on equal counts, by bytes. */
  readonly values: readonly string[]
  /** Whether more values may match. */
  readonly more: boolean
  /** Values that occur only in rows before this time (milliseconds since 1970 UTC) may be missing; null if all rows count. */
  readonly since: number | null
}

/** The newest rows, which are read if the catalogue does not have all values of a field. */
const fewRows = 100_000
/** Rows that are read if a search finds no value in `fewRows`, and when the catalogue begins a field. */
const manyRows = 1_000_000
/** Fewer for metrics: their points repeat the same values. */
const metricPoints = 100_000

/**
 * Returns the values of a field, as strings. They come from the catalogue if it has all values of the field, or enough of
 * the most frequent ones for the limit; otherwise the values of the newest rows follow. Throws VALIDATION_ERROR for an
 * unknown field and for one without a list of values.
 */
export async function valuesOf(
  ask: WorkspaceAsk,
  data: DataSource,
  wanted: ValuesRequest,
): Promise<FoundValues> {
  const label = labelOf(data, wanted.field)
  const kept = await keptValues(ask, data, label, wanted)
  if (kept !== null && (kept.whole || kept.values.length >= wanted.limit))
    return { values: kept.values, more: !kept.whole, since: kept.since }
  const first = kept?.values ?? []
  const read = async (since: number | null): Promise<FoundValues> => {
    const rows = await readValues(ask, data, label, { ...wanted, since })
    const values = [...new Set([...first, ...rows.map(([value]) => value)])].slice(0, wanted.limit)
    return { values, more: since !== null || rows.length >= wanted.limit, since }
  }
  const found = await read(await newestOf(ask, data, fewRows))
  if (found.values.length > 0 || found.since === null || !wanted.search || data.source === 'metrics')
    return found
  return read(await newestOf(ask, data, manyRows))
}

async function keptValues(ask: WorkspaceAsk, data: DataSource, label: Expr, wanted: ValuesRequest) {
  const source = catalogued(data)
  // The catalogue would keep the values of an expression that has changed since.
  if (source === undefined || wanted.field.startsWith(calculatedPrefix)) return null
  const rows = source === 'metrics' ? metricPoints : manyRows
  return ask.use(propertyCatalogue).values(ask.workspace, source, wanted, async (limit) => {
    const since = await newestRow(ask, data.source, rows)
    return { since, found: await readValues(ask, data, label, { limit, since }) }
  })
}

async function newestOf(ask: WorkspaceAsk, data: DataSource, rows: number): Promise<number | null> {
  const source = data.perPerson === true ? 'events' : catalogued(data)
  const known =
    source === undefined ? undefined : await ask.use(propertyCatalogue).newest(ask.workspace, source, rows)
  return known === undefined ? newestRow(ask, data.source, rows) : known
}

async function readValues(
  ask: WorkspaceAsk,
  data: DataSource,
  label: Expr,
  { search, since, limit }: Omit<ValuesRequest, 'field'> & { readonly since: number | null },
): Promise<readonly (readonly [value: string, rows: number])[]> {
  const terms = [not(missing(label)), ...(search ? [match('regex', label, caseless(search))] : [])]
  const counted = aggregate(where(rowsOf(data, since), and(...terms)), { value: label }, { rows: count() })
  const found = await ask.rows(sort(counted, [descending(column('rows')), ascending(column('value'))], limit))
  return found.map(({ value, rows }) => [value as string, Number(rows)] as const)
}

function rowsOf({ source, perPerson }: DataSource, since: number | null): Relation {
  const rows = scan(source, since)
  return perPerson === true ? peopleOf(rows) : rows
}

function labelOf({ source, perPerson, columns }: DataSource, name: string): Expr {
  const prefix = perPerson === true ? undefined : jsonColumns[source]
  const known = columns.find((one) => one.name === name)
  if (known?.data_type === 'text') return column(name)
  if (known !== undefined)
    throw invalid('field', `${name} is ${article(known.data_type)}; only text fields have a list of values`)
  if (source === 'events' && perPerson !== true && name.startsWith(calculatedPrefix)) {
    const { label } = resolveField(source, name)
    if (label !== null) return label
  }
  if (prefix !== undefined && name.startsWith(`${prefix}.`) && name.length > prefix.length + 1) {
    const { label } = resolveField(source, name)
    if (label !== null) return label
  }
  const texts = columns.filter(({ data_type }) => data_type === 'text').map((one) => one.name)
  const names = [...texts, ...(prefix === undefined ? [] : [`${prefix}.<name>`])]
  throw invalid('field', unknownName('field', name, names))
}

const jsonColumns: Readonly<Partial<Record<string, string>>> = { ...propertyColumns, metrics: 'labels' }

const article = (type: string): string =>
  type === 'json' ? 'JSON' : type === 'array' ? 'an array' : `a ${type}`

const caseless = (search: string): string => `(?i)${search.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`
