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
import type { DataSource } from './sources.js'

export interface ValuesRequest {
  readonly field: string
  readonly search?: string | undefined
  readonly limit: number
}

export interface FoundValues {
  /** The most frequent first, then by bytes. */
  readonly values: readonly string[]
  /** Milliseconds: only rows from then on were looked at; null: all. */
  readonly since: number | null
}

/** So many of the newest rows are looked at; the points of metrics repeat themselves. */
const newestRows = 1_000_000
const newestPoints = 100_000

/** The values of a field that occur, as texts. An unknown field, and one without a list of values, is a 422. */
export async function valuesOf(
  ask: WorkspaceAsk,
  data: DataSource,
  { field, search, limit }: ValuesRequest,
): Promise<FoundValues> {
  const label = labelOf(data, field)
  const since = await newestRow(ask, data.source, data.source === 'metrics' ? newestPoints : newestRows)
  const terms = [not(missing(label)), ...(search ? [match('regex', label, caseless(search))] : [])]
  const rows = where(rowsOf(data, since), and(...terms))
  const counted = aggregate(rows, { value: label }, { rows: count() })
  const found = await ask.rows(sort(counted, [descending(column('rows')), ascending(column('value'))], limit))
  return { values: found.map((row) => row['value'] as string), since }
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
