import {
  column,
  columnsOf,
  join,
  select,
  type AggregateNode,
  type Expr,
  type OperatorNode,
  type Relation,
} from '../../../contract/index.js'
import { mostFew, type NativeOperator } from '../dialect.js'
import { compileKey } from '../expr.js'
import { columnNames, pick } from '../required-columns.js'
import { topKGroupsOperator, isDistinct, isMembership, isIdentityFree } from '../identity/identity-free.js'
import { columnOf, nest, render } from '../select.js'
import { isOverADay, rangeOf } from '../range-of.js'
import type { Rule } from '../optimizer.js'
import { inputOf } from '../identity/nodes.js'

type Sort = Extract<Relation, { kind: 'sort' }>

interface TopKGroups {
  /** The column with the key of the groups. */
  readonly group: string
  /** How many groups; those equal to the last of them in the order are returned too. */
  readonly most: number
  readonly descending: boolean
}

const orderColumn = '@first'

/**
 * Finds a page of persons or sessions in two steps: top-k, then fetch. The first step computes only the
 * measures that the order and the conditions read, and selects the page's groups. The second reads only the
 * rows of these groups for the further columns (the first device, the last country …), which cost many times
 * as much. All groups equal to the last one in the order's first key are selected, and the other keys choose
 * among them.
 *
 *     SELECT person, max(time) AS seen, argMax(country, time) FROM events GROUP BY person ORDER BY seen DESC LIMIT 50
 *
 *     SELECT person, max(time) AS seen, argMax(country, time) FROM events
 *     WHERE person IN (SELECT person FROM events GROUP BY person ORDER BY max(time) DESC LIMIT 50 WITH TIES)
 *     GROUP BY person ORDER BY seen DESC LIMIT 50
 */
export const topKThenFetch: Rule<unknown> = { name: 'top-k-then-fetch', at: 'root', apply: topKFirst }

function topKFirst(plan: Relation): Relation | null {
  if (plan.kind !== 'sort' || plan.limit === null || plan.limit === 0) return null
  const [first] = plan.keys
  const node = groupsOf(plan.input)
  const group = node === null ? null : groupKey(node)
  const most = plan.limit + plan.offset
  if (first === undefined || node === null || group === null || most > mostFew) return null
  const narrow = narrowed(plan.input, columnNames([first.by]), group)
  if (narrow === null || !spares(node, narrow) || !isOverADay(rangeOf(ofAnyone(node.input)))) return null
  const options: TopKGroups = { group, most, descending: first.descending }
  const found: OperatorNode = {
    kind: 'operator',
    operator: topKGroupsOperator,
    inputs: [select(narrow, { [group]: column(group), [orderColumn]: first.by })],
    options,
    columns: { [group]: 'key' },
  }
  const input = widened(plan.input, wantedOf(plan), Object.freeze(found), group)
  return { ...plan, input }
}

/** Compiles the first step: the keys of the page's groups, in order, WITH TIES. */
export const compileTopKGroups: NativeOperator = (node, _needed, scope) => {
  const input = inputOf(node)
  const { group, most, descending } = node.options as TopKGroups
  const rows = scope.compile(input, new Set([group, orderColumn]))
  const columns = new Map([[group, columnOf(rows, group)]])
  const key = scope.dialect.byBytes(compileKey(column(orderColumn), rows, scope))
  const order = ` ORDER BY ${key} ${descending ? 'DESC' : 'ASC'} NULLS LAST`
  const limit = scope.dialect.limitWithTies?.(scope.parameters.bind(most, 'int'))
  if (limit === undefined) throw new Error('top-k-then-fetch requires WITH TIES')
  return nest(render({ ...rows, columns, text: null }, [group], scope, order + limit), columns, scope)
}

/**
 * The aggregate below conditions, columns and joins that keep one row for each group; null if there is none.
 */
function groupsOf(relation: Relation): AggregateNode | null {
  switch (relation.kind) {
    case 'aggregate':
      return relation
    case 'where':
    case 'derive':
    case 'select':
      return groupsOf(relation.input)
    case 'join': {
      const [key] = relation.on
      const single = key !== undefined && relation.on.length === 1 && isDistinct(relation.right, key.right)
      return single ? groupsOf(relation.left) : null
    }
    case 'scan':
    case 'window':
    case 'union':
    case 'spine':
    case 'sort':
    case 'operator':
      return null
  }
}

/**
 * The name of the grouping key if it is a person or session, the only key, and if the rows of its groups can
 * be selected by it; otherwise null.
 */
function groupKey({ by, sets, input }: AggregateNode): string | null {
  const [key, ...others] = Object.entries(by)
  if (key === undefined || others.length > 0 || sets !== null) return null
  const [name, expr] = key
  if (expr.kind !== 'column' || columnsOf(input)[expr.name] !== 'key') return null
  const isSelectable = expr.name === 'person' ? isIdentityFree(input) : isPresent(input, expr.name)
  return isSelectable ? name : null
}

/**
 * Whether a condition excludes rows whose key is null: they are a group, but no row is found by a null key.
 */
function isPresent(rows: Relation, name: string): boolean {
  if (rows.kind === 'derive' || rows.kind === 'where') {
    const inside = isPresent(rows.input, name)
    return inside || (rows.kind === 'where' && termsOf(rows.condition).some((term) => excludes(term, name)))
  }
  return false
}

const termsOf = (condition: Expr): readonly Expr[] =>
  condition.kind === 'and' ? condition.terms.flatMap(termsOf) : [condition]

const excludes = (term: Expr, name: string): boolean =>
  term.kind === 'not' &&
  term.term.kind === 'missing' &&
  term.term.value.kind === 'column' &&
  term.term.value.name === name

/** Whether the first step leaves out a costly measure: a first or last value. */
function spares(node: AggregateNode, narrow: Relation): boolean {
  const kept = groupsOf(narrow)?.measures ?? {}
  return Object.entries(node.measures).some(
    ([name, { kind }]) => (kind === 'first' || kind === 'last') && !(name in kept),
  )
}

/**
 * The relation with only these columns, those of its conditions and the key;
 * null if a selection renames or drops the key.
 */
function narrowed(relation: Relation, names: ReadonlySet<string>, group: string): Relation | null {
  const over = (input: Relation, more: Iterable<string>, make: (input: Relation) => Relation) => {
    const inner = narrowed(input, new Set(more), group)
    return inner && make(inner)
  }
  switch (relation.kind) {
    case 'aggregate': {
      const measures = Object.entries(relation.measures).filter(([name]) => names.has(name))
      return { ...relation, measures: Object.fromEntries(measures) }
    }
    case 'where':
      return over(relation.input, [...names, ...columnNames([relation.condition])], (input) => ({
        ...relation,
        input,
      }))
    case 'derive': {
      const own = pick(relation.columns, names)
      const others = [...names].filter((name) => !(name in relation.columns))
      return over(relation.input, [...others, ...columnNames(Object.values(own))], (input) => ({
        ...relation,
        input,
        columns: own,
      }))
    }
    case 'select': {
      const hidden = relation.columns[group] ?? column(group)
      if (hidden.kind !== 'column' || hidden.name !== group) return null
      const own = pick(relation.columns, names)
      return over(relation.input, columnNames(Object.values(own)), (input) =>
        select(input, { ...own, [group]: column(group) }),
      )
    }
    case 'join': {
      const right = columnsOf(relation.right)
      const left = [...names].filter((name) => !(name in right))
      return over(relation.left, [...left, ...relation.on.map((key) => key.left)], (input) => ({
        ...relation,
        left: input,
      }))
    }
    default:
      return null
  }
}

/**
 * The relation with all columns, over the rows of the selected groups.
 * Conditions are dropped: these groups meet them.
 */
function widened(
  relation: Relation,
  names: ReadonlySet<string>,
  found: OperatorNode,
  group: string,
): Relation {
  const over = (input: Relation, more: Iterable<string>): Relation =>
    widened(input, new Set(more), found, group)
  switch (relation.kind) {
    case 'aggregate': {
      const key = relation.by[group]
      if (key?.kind !== 'column') throw new Error(`unknown group ${group}`)
      const rows = key.name === 'person' ? ofAnyone(relation.input) : relation.input
      const measures = pick(relation.measures, names)
      return { ...relation, measures, input: join('inner', rows, found, [{ left: key.name, right: group }]) }
    }
    case 'where':
      return over(relation.input, names)
    case 'derive':
    case 'select': {
      const own = pick(relation.columns, names)
      const others = [...names].filter((name) => !(name in relation.columns))
      const input = over(relation.input, [...others, ...columnNames(Object.values(own))])
      return { ...relation, input, columns: own }
    }
    case 'join': {
      const keys = relation.on.map((key) => key.right)
      const right = Object.keys(columnsOf(relation.right)).filter((name) => !keys.includes(name))
      const left = [...names].filter((name) => !right.includes(name))
      if (left.length === names.size) return over(relation.left, left)
      return { ...relation, left: over(relation.left, [...left, ...relation.on.map((key) => key.left)]) }
    }
    default:
      throw new Error(`${relation.kind} has no groups`)
  }
}

/** The rows without joins that filter them by person: the selected persons already match these. */
function ofAnyone(rows: Relation): Relation {
  if (rows.kind === 'where' || rows.kind === 'derive') return { ...rows, input: ofAnyone(rows.input) }
  return rows.kind === 'join' && isMembership(rows) ? ofAnyone(rows.left) : rows
}

const wantedOf = (plan: Sort): ReadonlySet<string> =>
  new Set([...Object.keys(columnsOf(plan)), ...columnNames(plan.keys.map(({ by }) => by))])
