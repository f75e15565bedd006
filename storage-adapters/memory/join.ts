import { column, type Cell, type Relation, type Row } from '../../core/contract/index.js'
import { identity } from './compare.js'
import { groupRows, tupleEvaluator } from './rows.js'

type JoinNode = Extract<Relation, { kind: 'join' }>

/** Every pair of rows whose keys are equal and not null; `added` are the right side's columns that the result has. */
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
