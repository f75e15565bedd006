import type { AggregateNode, Cell, Row } from '../../core/contract/index.js'
import { evaluateMeasure } from './evaluate-measure.js'
import { groupRows } from './rows.js'

/** One row a group of every grouping set. */
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
