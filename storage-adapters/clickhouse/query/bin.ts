import { edgesReached, type BucketText } from '../../sql/bucket.js'
import type { Parameters } from '../../sql/dialect.js'
import { evenStep } from '../../sql/edges.js'
import type { Column } from '../../sql/select.js'
import { bindList } from './parameters.js'

/** More edges than this are searched, or counted if they are evenly spaced. */
const mostCompared = 10

/**
 * A longer value is named once. The text of a time that is parsed has 3,000 characters, and the engine fails
 * (NOT_FOUND_COLUMN_IN_BLOCK) on a tuple of labels that name such values several times.
 */
const mostCharacters = 1000

/**
 * The label of the bin of a value. A comparison with null would count as false.
 *
 *     edges 0 and 10              multiIf(isNull(n), NULL, n < 0, '(-∞, 0)', n < 10, '[0, 10)', '[10, ∞)')
 *     every hour of a week        labels[greatest(0, least(intDiv(time - first, 3600000), 169)) + 1]
 *     every day, one of 23 hours  multiIf(time < edges[1], labels[1], transform(roundDown(time, edges), edges, others, ''))
 *     a value with a long text    arrayMap(x -> multiIf(isNull(x), NULL, x < 0, …), [value])[1]
 */
export function binText(
  value: Column,
  edges: readonly number[],
  labels: readonly string[],
  text: BucketText,
  parameters: Parameters,
): string {
  const labelOf = (sql: string): string => textOf({ ...value, sql }, edges, labels, text, parameters)
  return value.sql.length <= mostCharacters
    ? labelOf(value.sql)
    : `arrayElement(arrayMap(x -> ${labelOf('x')}, [${value.sql}]), 1)`
}

function textOf(
  { sql, type, nullable }: Column,
  edges: readonly number[],
  labels: readonly string[],
  text: BucketText,
  parameters: Parameters,
): string {
  const isTime = type === 'time'
  const none = nullable ? `isNull(${sql}), NULL, ` : ''
  const label = (index: number): string => parameters.bind(labels.at(index) ?? '', 'text')
  const below = (edge: number, index: number): string =>
    `${sql} < ${parameters.bind(edge, isTime ? 'int' : 'float')}, ${label(index)}, `
  if (edges.length <= mostCompared) return `multiIf(${none}${edges.map(below).join('')}${label(-1)})`
  if (isTime && evenStep(edges) !== null) {
    const found = `arrayElement(${bindList(labels, 'texts', parameters)}, ${edgesReached(sql, edges, text, parameters)} + 1)`
    return nullable ? `if(isNull(${sql}), NULL, ${found})` : found
  }
  // roundDown returns the first edge for a value below it, which is compared before.
  const first = edges.slice(0, 1).map(below).join('')
  const list = bindList(edges, isTime ? 'ints' : 'floats', parameters)
  const value = type === 'int' ? `toFloat64(${sql})` : sql
  const others = bindList(labels.slice(1), 'texts', parameters)
  return `multiIf(${none}${first}transform(roundDown(${value}, ${list}), ${list}, ${others}, ''))`
}
