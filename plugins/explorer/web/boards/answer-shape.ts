import type { SeriesData, TopData } from '../api/types.js'
import { isSqlResult, type SqlResult } from '../sql-result/result.js'

/** The shape of a response body. Derived from its fields, because a plugin's metric may answer with any of them. */
export type Shape =
  | { readonly of: 'series'; readonly data: SeriesData; readonly ratio: boolean }
  | { readonly of: 'top'; readonly data: TopData['data'] }
  | { readonly of: 'funnel'; readonly steps: readonly FunnelStep[]; readonly conversion: number }
  | { readonly of: 'cohorts'; readonly cohorts: readonly Cohort[] }
  | {
      readonly of: 'groups'
      readonly groups: readonly Group[]
      readonly sizeLabel: string
      readonly intensityLabel: string
    }
  | { readonly of: 'rows'; readonly rows: readonly Readonly<Record<string, unknown>>[] }
  | { readonly of: 'sql'; readonly result: SqlResult }
  | { readonly of: 'other' }

export interface FunnelStep {
  readonly step: number
  readonly event: string
  readonly count: number
  readonly overall_rate: number
}

export interface Cohort {
  readonly cohort_date: string
  readonly cohort_size: number
  readonly retention: readonly number[]
}

export interface Group {
  readonly group: string
  readonly size: number
  readonly intensity: number
}

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRows = (value: unknown): value is readonly Json[] => Array.isArray(value) && value.every(isObject)

/** The shape of a body, with or without the `data` envelope; `other` if it is none that can be drawn. */
export function shapeOf(body: unknown): Shape {
  const data = isObject(body) && 'data' in body ? body['data'] : body
  if (isRows(data)) {
    const isTop = isObject(body) && 'total_labels' in body
    return isTop ? { of: 'top', data: data as unknown as TopData['data'] } : { of: 'rows', rows: data }
  }
  if (isSqlResult(data)) return { of: 'sql', result: data }
  if (!isObject(data)) return { of: 'other' }
  if (isRows(data['points'])) {
    const [first] = data['points']
    return {
      of: 'series',
      data: data as unknown as SeriesData,
      ratio: first !== undefined && 'converted' in first,
    }
  }
  if (isRows(data['steps']))
    return {
      of: 'funnel',
      steps: data['steps'] as unknown as readonly FunnelStep[],
      conversion: Number(data['overall_conversion']),
    }
  if (isRows(data['cohorts']))
    return { of: 'cohorts', cohorts: data['cohorts'] as unknown as readonly Cohort[] }
  if (isRows(data['groups']))
    return {
      of: 'groups',
      groups: data['groups'] as unknown as readonly Group[],
      sizeLabel: String(data['size_label']),
      intensityLabel: String(data['intensity_label']),
    }
  if (isRows(data['fields']) && 'change' in data) return { of: 'rows', rows: bestValues(data['fields']) }
  return { of: 'other' }
}

/** The fields of an explained change, each with the value that explains most. */
const bestValues = (fields: readonly Json[]): readonly Json[] =>
  fields.flatMap(({ field, values }) =>
    isRows(values) ? values.slice(0, 1).map((value) => ({ field, ...value })) : [],
  )
