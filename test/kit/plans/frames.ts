import { scan, sources, type ColumnType, type Relation, type SourceName } from '../../../contract/index.js'

/**
 * The properties of a column, finer than its type. The floats are of three kinds: `exact` are multiples of
 * 0.25 of moderate size (sums do not depend on the order), `wild` are arbitrary but the same in every engine,
 * `inexact` may differ in the last digits, so that nothing may depend on them.
 */
export type Kind = ScalarKind | 'inexact' | 'json' | 'key'

export const scalarKinds = ['text', 'int', 'exact', 'bool', 'time', 'wild'] as const
export type ScalarKind = (typeof scalarKinds)[number]

export const isScalar = (kind: Kind): kind is ScalarKind => (scalarKinds as readonly string[]).includes(kind)

export const typeOfKind: Readonly<Record<ScalarKind, ColumnType>> = {
  text: 'text',
  int: 'int',
  exact: 'float',
  wild: 'float',
  time: 'time',
  bool: 'bool',
}

/** A relation under construction, with the known properties of its rows. */
export interface Frame {
  readonly relation: Relation
  readonly columns: Readonly<Record<string, Kind>>
  /** Columns in whose values no two rows agree, if known. */
  readonly unique: readonly string[] | null
  /** An approximate upper bound of the number of rows. */
  readonly size: number
}

export const columnsOfKind = (frame: Frame, fits: (kind: Kind) => boolean): readonly string[] =>
  Object.keys(frame.columns).filter((name) => fits(frame.columns[name]!))

/** Returns the columns that order the rows totally, the same in every engine; null if there are none. */
export function totalOrder(frame: Frame): readonly string[] | null {
  const sortable = frame.unique?.every((name) => isScalar(frame.columns[name]!)) === true
  return sortable ? frame.unique : null
}

const kindsOfTypes = { text: 'text', int: 'int', float: 'wild', time: 'time', bool: 'bool' } as const

/** Floats of a source that are multiples of 0.25. */
const exactColumns: ReadonlySet<string> = new Set(['value', 'count', 'sum', 'le', 'observations'])

const uniqueColumns: Readonly<Partial<Record<SourceName, readonly string[]>>> = {
  metric_buckets: ['seq', 'le'],
  links: ['device_id'],
}

export function scanned(source: SourceName, from: number | null = null, to: number | null = null): Frame {
  const columns = Object.entries<ColumnType>(sources[source]).map(([name, type]) => [
    name,
    type === 'json' || type === 'key' ? type : exactColumns.has(name) ? 'exact' : kindsOfTypes[type],
  ])
  return {
    relation: scan(source, from, to),
    columns: Object.fromEntries(columns) as Readonly<Record<string, Kind>>,
    unique: uniqueColumns[source] ?? ['seq'],
    size: 40,
  }
}

/** Columns that can split the counts of persons: all but the persons themselves, whose name is text for some actors. */
export const splitsOf = (frame: Frame): readonly string[] =>
  columnsOfKind(frame, (kind) => kind === 'text' || kind === 'bool' || kind === 'int').filter(
    (name) => name !== 'person',
  )
