import {
  breakdownOperator,
  column,
  derive,
  join,
  rewrite,
  scan,
  select,
  text,
  where,
  type BreakdownOptions,
  type Expr,
  type Interval,
  type Measure,
  type Relation,
  type SourceName,
} from '../../contract/index.js'

/** A breakdown over one bucket: a measure for each label, of the rows of one scan. */
export interface OneBucket {
  /** Equal for breakdowns that differ in nothing but their label and their time. */
  readonly key: string
  readonly source: SourceName
  readonly range: Interval
  readonly label: Expr
  readonly measure: Measure
  readonly limit: number
  /** The rows with other labels, over another scan of the source. */
  over(scan: Relation, labels: Labels): Relation
}

type Labels = Readonly<Record<string, Expr>>

/**
 * Reads a plan as a breakdown over one bucket. Returns null for any other plan: one that names its labels, or whose rows
 * depend on anything but the scan row by row, since then the rows of two times together are not those of each.
 */
export function oneBucket(plan: Relation): OneBucket | null {
  if (plan.kind !== 'operator' || plan.operator !== breakdownOperator.name) return null
  const [input] = plan.inputs
  const { edges, measure, limit, names } = plan.options as BreakdownOptions
  const [from, to, ...others] = edges
  if (input === undefined || from === undefined || to === undefined || others.length > 0) return null
  const rows = names === undefined && !readsLabel(measure) ? rowsIn(input) : null
  if (rows?.label == null || rows.from !== from || rows.to !== to) return null
  const { source, label, over } = rows
  const alike = over(scan(source, null, null), { label: text('') })
  return {
    key: JSON.stringify([alike, measure, limit]),
    source,
    range: { from, to },
    label,
    measure,
    limit,
    over,
  }
}

/** The rows under a breakdown; `label` is null below the node that adds it. */
interface Rows extends Pick<OneBucket, 'source' | 'over'> {
  readonly from: number | null
  readonly to: number | null
  readonly label: Expr | null
}

function rowsIn(node: Relation): Rows | null {
  switch (node.kind) {
    case 'scan':
      return { ...node, label: null, over: (rows) => rows }
    case 'where': {
      const { condition } = node
      const rows = rowsIn(node.input)
      if (rows === null || readsLabel(condition)) return null
      return { ...rows, over: (...given) => where(rows.over(...given), condition) }
    }
    case 'derive': {
      const rows = rowsIn(node.input)
      if (rows === null || readsLabel(node.columns)) return null
      const { label, ...others } = node.columns
      if (label === undefined) return { ...rows, over: (...given) => derive(rows.over(...given), others) }
      const over: Rows['over'] = (from, labels) => derive(rows.over(from, labels), { ...others, ...labels })
      return { ...rows, label, over }
    }
    case 'select': {
      const rows = rowsIn(node.input)
      const { label, ...others } = node.columns
      if (rows === null || readsLabel(others) || !isColumn(others['timestamp'], 'timestamp')) return null
      if (label === undefined) return { ...rows, over: (...given) => select(rows.over(...given), others) }
      if (rows.label === null || !isColumn(label, 'label')) return null
      const over: Rows['over'] = (from, labels) =>
        select(rows.over(from, labels), { ...others, ...passed(labels) })
      return { ...rows, over }
    }
    case 'join': {
      const { how, right, on } = node
      const rows = rowsIn(node.left)
      if (rows === null || on.some((key) => key.left === 'label')) return null
      return { ...rows, over: (...given) => join(how, rows.over(...given), right, on) }
    }
    default:
      return null
  }
}

const passed = (labels: Labels): Labels =>
  Object.fromEntries(Object.keys(labels).map((name) => [name, column(name)]))

const isColumn = (expr: Expr | undefined, name: string): boolean =>
  expr?.kind === 'column' && expr.name === name

/** Whether a part of a plan reads the label, which takes another name. */
function readsLabel(part: object): boolean {
  let found = false
  rewrite(part, (node) => {
    if ('kind' in node && 'name' in node && node.kind === 'column' && node.name === 'label') found = true
    return undefined
  })
  return found
}
