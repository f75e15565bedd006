import type { AggregateNode, Cell, Row } from '../../contract/index.js'
import { evaluateMeasure } from './evaluate-measure.js'
import { groupRows } from './rows.js'

/**
 * The `aggregate` operator: one row for each group of each grouping set, with the keys and then the measures.
 * A key outside the set is null. Without keys and sets there is exactly one row, even over no rows.
 *
 *     rows                     by {a, b}, sets [[a], []], count
 *     {a: x, b: 1}             {a: x, b: null, n: 2}
 *     {a: x, b: 2}             {a: y, b: null, n: 1}
 *     {a: y, b: 1}             {a: null, b: null, n: 3}
 */
export function aggregateRows(
  node: Omit<AggregateNode, 'kind' | 'input'>,
  input: readonly Row[],
): readonly Row[] {
  const names = Object.keys(node.by)
  const resultRow = (keys: Readonly<Record<string, Cell>>, rows: readonly Row[]): Row => ({
    ...Object.fromEntries(names.map((name) => [name, keys[name] ?? null])),
    ...Object.fromEntries(
      Object.entries(node.measures).map(([name, measure]) => [name, evaluateMeasure(measure, rows)]),
    ),
  })
  if (node.sets === null && names.length === 0) return [resultRow({}, input)]
  return (node.sets ?? [names]).flatMap((set) => {
    const exprs = Object.entries(node.by).filter(([name]) => set.includes(name))
    const groups = groupRows(
      input,
      exprs.map(([, expr]) => expr),
    )
    return groups.map(({ tuple, rows }) =>
      resultRow(Object.fromEntries(exprs.map(([name], index) => [name, tuple[index] ?? null])), rows),
    )
  })
}
