import { column, type Cell, type Relation, type Row } from '../../contract/index.js'
import { identity } from './compare.js'
import { groupRows, tupleEvaluator } from './rows.js'

type JoinNode = Extract<Relation, { kind: 'join' }>

/**
 * The `join` operator: every pair of rows whose keys are equal and not null. `left`
 * also returns the left rows without a partner, with nulls for the right columns.
 * `added` names the right side's columns in the result.
 *
 *     left          right            left join on l = r
 *     {l: a}        {r: a, v: 1}     {l: a, v: 1}
 *     {l: b}        {r: a, v: 2}     {l: a, v: 2}
 *     {l: null}     {r: null, v: 3}  {l: b, v: null}
 *                                    {l: null, v: null}
 */
export function joinRows(
  node: JoinNode,
  left: readonly Row[],
  right: readonly Row[],
  added: readonly string[],
): readonly Row[] {
  const leftKey = tupleEvaluator(node.on.map((key) => column(key.left)))
  const groups = groupRows(
    right,
    node.on.map((key) => column(key.right)),
  )
  const matches = new Map(groups.map(({ tuple, rows }) => [identity(tuple), rows]))
  const matchesOf = (key: readonly Cell[]): readonly Row[] =>
    key.includes(null) ? [] : (matches.get(identity(key)) ?? [])
  const take = (row: Row | null): Row => Object.fromEntries(added.map((name) => [name, row?.[name] ?? null]))
  return left.flatMap((row) => {
    const found = matchesOf(leftKey(row))
    if (found.length === 0) return node.how === 'left' ? [{ ...row, ...take(null) }] : []
    return found.map((other) => ({ ...row, ...take(other) }))
  })
}
