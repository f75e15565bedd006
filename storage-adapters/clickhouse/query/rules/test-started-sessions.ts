import * as plan from '../../../../contract/index.js'
import type { Expr, Measure, Relation } from '../../../../contract/index.js'

const { column } = plan
export const hour = 3_600_000
export const day = 24 * hour
export const from = Date.UTC(2024, 0, 10)
export const to = from + 2 * day
export const inSession = plan.not(plan.missing(column('session')))
export const german = plan.equals(column('country'), plan.text('DE'))

export interface StartedParts {
  readonly from: number
  readonly to: number
  /** The conditions on the rows of the range, on those before it, and on those whose sessions are looked up there. */
  readonly inRange: readonly Expr[]
  readonly before: readonly Expr[]
  readonly present: readonly Expr[]
  readonly measures: Readonly<Record<string, Measure>>
  readonly historyTo: number
  /** The end of the rows that are grouped; null: later rows count, too. */
  readonly rowsTo: number | null
  /** Further columns of the rows that are grouped; null: none. */
  readonly columns: Readonly<Record<string, Expr>> | null
}

/** Sessions that started in the range, by day. */
export function started(changes: Partial<StartedParts> = {}): Relation {
  const conditions = [inSession]
  const same = { inRange: conditions, before: conditions, present: conditions, measures: {}, columns: null }
  const [start, end] = [changes.from ?? from, changes.to ?? to]
  const parts: StartedParts = { from, to, historyTo: start, rowsTo: end, ...same, ...changes }
  const rows = (start: number | null, end: number | null, terms: readonly Expr[]): Relation =>
    plan.where(plan.scan('events', start, end), plan.and(...terms))
  const grouped = rows(parts.from, parts.rowsTo, parts.inRange)
  const active = plan.aggregate(
    parts.columns === null ? grouped : plan.derive(grouped, parts.columns),
    { session: column('session') },
    { timestamp: plan.min(column('timestamp')), ...parts.measures },
  )
  const inside = plan.where(active, plan.compare('lt', column('timestamp'), plan.instant(parts.to)))
  const present = plan.aggregate(
    rows(parts.from, parts.to, parts.present),
    { present: column('session') },
    {},
  )
  const known = plan.join('inner', rows(null, parts.historyTo, parts.before), present, [
    { left: 'session', right: 'present' },
  ])
  const begun = plan.aggregate(known, { begun: column('session') }, { before: plan.count() })
  const edges = [parts.from, parts.from + day, parts.to].filter(
    (edge, index) => index !== 1 || edge < parts.to,
  )
  const joined = plan.join('left', inside, begun, [{ left: 'session', right: 'begun' }])
  return plan.aggregate(
    plan.where(joined, plan.missing(column('before'))),
    { bucket: plan.bucket(column('timestamp'), edges) },
    {
      n: plan.count(),
      ...Object.fromEntries(Object.keys(parts.measures).map((name) => [name, plan.max(column(name))])),
    },
  )
}
