import {
  aggregate,
  and,
  ascending,
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
  where,
  type Expr,
  type Relation,
  type WorkspaceAsk,
} from '../../core/contract/index.js'
import { newestRow } from './newest.js'
import { catalogued } from './properties.js'
import type { DataSource } from './sources.js'

export interface ValuesRequest {
  readonly field: string
  readonly search?: string | undefined
  readonly limit: number
}

export interface FoundValues {
  /** The most frequent first, then by bytes. */
  readonly values: readonly string[]
  /** Further values may match. */
  readonly more: boolean
  /** Milliseconds: values that occur only in rows before then may be missing; null: all rows count. */
  readonly since: number | null
}

/** Rows that are read where the catalogue does not keep all values of a field: the newest. */
const fewRows = 100_000
/** Rows that are read if no value is found in these, and when the catalogue begins a field. */
const manyRows = 1_000_000
/** The points of metrics repeat themselves. */
const metricPoints = 100_000

/**
 * The values of a field that occur, as strings. From the catalogue if it has all values of the field, or if as many as
 * are asked for are among the most frequent ones that it has; else they are followed by those of the newest rows. An
 * unknown field, and one without a list of values, is a 422.
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
  if (source === undefined) return null
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

function labelOf({ id, source, perPerson, columns }: DataSource, name: string): Expr {
  const prefix = perPerson === true ? undefined : jsonColumns[source]
  const known = columns.find((one) => one.name === name)
  if (known?.data_type === 'text') return column(name)
  if (known !== undefined)
    throw invalid('field', `${name} is ${article(known.data_type)}: there is no list of its values`)
  if (prefix !== undefined && name.startsWith(`${prefix}.`) && name.length > prefix.length + 1) {
    const { label } = resolveField(source, name)
    if (label !== null) return label
  }
  const texts = columns.filter(({ data_type }) => data_type === 'text').map((one) => one.name)
  const all = [...texts, ...(prefix === undefined ? [] : [`${prefix}.<name>`])].join(', ')
  throw invalid('field', `${id} has no field ${JSON.stringify(name)}; known are ${all}`)
}

const jsonColumns: Readonly<Partial<Record<string, string>>> = { ...propertyColumns, metrics: 'labels' }

const article = (type: string): string =>
  type === 'json' ? 'JSON' : type === 'array' ? 'an array' : `a ${type}`

const caseless = (search: string): string => `(?i)${search.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`
