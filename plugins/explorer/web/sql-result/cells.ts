import { numberFormat } from '../text/format.js'

/** How the cells of a column are shown. */
export type CellKind = 'number' | 'id' | 'time' | 'date' | 'boolean' | 'json' | 'text'

export interface NamedType {
  readonly name: string
  /** The type as the storage names it: `Nullable(DateTime64(3, 'UTC'))`, `timestamp with time zone`. */
  readonly data_type: string
}

/** Numbers with these names are not amounts, and have no separators. */
const isId = (name: string): boolean => /(^|_)(id|ids|year|version|port|code|zip)$/i.test(name)

export function kindOf({ name, data_type }: NamedType): CellKind {
  const type = data_type.replaceAll(/^(?:(?:Nullable|LowCardinality)\()+/g, '').toLowerCase()
  if (/^(date|date32)\b/.test(type) && !/^datetime/.test(type)) return 'date'
  if (/^(datetime|timestamp)/.test(type)) return 'time'
  if (/^bool/.test(type)) return 'boolean'
  if (/^(json|jsonb|array|map|tuple|object)\b/.test(type) || type.endsWith('[]')) return 'json'
  if (/^(u?int\d+|float|decimal|smallint|integer|bigint|real|double|numeric)/.test(type))
    return isId(name) ? 'id' : 'number'
  return 'text'
}

export const isNumeric = (kind: CellKind): boolean => kind === 'number' || kind === 'id'

const amounts = numberFormat({ maximumFractionDigits: 6 })
const tiny = numberFormat({ maximumSignificantDigits: 6 })

/** A cell as the service sent it, without formats. */
export const rawText = (cell: unknown): string => (typeof cell === 'string' ? cell : JSON.stringify(cell))

/**
 * A cell for people: `1,234.5`; `2026-01-31 12:00:00`, with milliseconds if there are any; in UTC. A number that is sent
 * as a string, because no number represents it exactly, keeps its digits.
 */
export function cellText(cell: unknown, kind: CellKind): string {
  if (typeof cell === 'number' && kind === 'number')
    return cell !== 0 && Math.abs(cell) < 0.001 ? tiny.format(cell) : amounts.format(cell)
  if (typeof cell === 'string' && kind === 'time') return timeText(cell)
  return rawText(cell)
}

function timeText(iso: string): string {
  const [, day, clock, fraction = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z$/.exec(iso) ?? []
  if (day === undefined || clock === undefined) return iso
  return `${day} ${clock}${/^\.0*$/.test(fraction) ? '' : fraction}`
}
