import type { Parameters } from '../../sql/dialect.js'
import type { Column } from '../../sql/select.js'

/** More edges than this are searched; only dates have so many. */
const mostCompared = 100

/**
 * The label of the bin of a value. A comparison with null would count as false.
 *
 *     multiIf(isNull(n), NULL, n < 0, '(-∞, 0)', n < 10, '[0, 10)', '[10, ∞)')
 */
export function binText(
  { sql, type, nullable }: Column,
  edges: readonly number[],
  labels: readonly string[],
  parameters: Parameters,
): string {
  const none = nullable ? `isNull(${sql}), NULL, ` : ''
  const text = (label: string | undefined): string => parameters.bind(label ?? '', 'text')
  const below = (count: number): string =>
    edges
      .slice(0, count)
      .map(
        (edge, index) =>
          `${sql} < ${parameters.bind(edge, type === 'time' ? 'int' : 'float')}, ${text(labels[index])}, `,
      )
      .join('')
  if (edges.length <= mostCompared || type !== 'time')
    return `multiIf(${none}${below(edges.length)}${text(labels.at(-1))})`
  // roundDown returns the first edge for a value below it, which is compared before.
  const list = parameters.bind(edges, 'ints')
  const found = `transform(roundDown(${sql}, ${list}), ${list}, ${parameters.bind(labels.slice(1), 'texts')}, '')`
  return `multiIf(${none}${below(1)}${found})`
}
