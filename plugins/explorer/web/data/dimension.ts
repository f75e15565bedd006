import { dataText } from '../text/data.js'

/** What an answer says of a dimension: its name, and with several breakdowns a value for each. */
export interface Dimensioned {
  readonly dimension?: string
  readonly dimensions?: readonly string[]
}

/** Between the values of a combination in its key; names and addresses show it nowhere. */
const separator = '\u0001'
export const otherName = '(other)'

/** A string that identifies a dimension; '' if there is none. Names do not: values may contain ` / `. */
export const dimensionKey = ({ dimension = '', dimensions }: Dimensioned): string =>
  dimensions === undefined ? dimension : dimensions.join(separator)

/** The values of a dimension, one for each breakdown. */
export const dimensionValues = (key: string): readonly string[] => key.split(separator)

export function dimensionName(key: string): string {
  const values = dimensionValues(key)
  return values.every((value) => value === otherName) ? otherName : values.join(' / ')
}

/** The fields of a body that name a dimension. */
export function dimensionFields(key: string): Dimensioned {
  const values = dimensionValues(key)
  return values.length === 1 ? { dimension: key } : { dimensions: values }
}

/** The parameters that name a dimension; none for null. */
export function dimensionParameters(key: string | null): Readonly<Record<string, string>> {
  if (key === null) return {}
  const { dimension, dimensions } = dimensionFields(key)
  return dimensions === undefined
    ? { dimension: dimension ?? '' }
    : { dimensions: JSON.stringify(dimensions) }
}

/** The columns of an export that name the groups: one for each breakdown if there are several. */
export function dimensionHeads(groups: readonly Dimensioned[], fields: readonly string[]): readonly string[] {
  const { dimensions = [] } = groups[0] ?? {}
  return dimensions.length > 1 ? dimensions.map((_, index) => fields[index] ?? dataText.dimensionNumber(index + 1)) : ['dimension']
}

/** A group with its values for these columns. */
export const withValues = <T extends Dimensioned>(group: T): T & { readonly values: readonly string[] } => ({
  ...group,
  values: dimensionValues(dimensionKey(group)),
})
