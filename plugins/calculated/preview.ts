import {
  aggregate,
  ascending,
  calculatedValues,
  column,
  count,
  descending,
  invalid,
  scan,
  select,
  sort,
  typeOfValue,
  type CalculatedType,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { checkedType, propertyKeeper } from './property-keeper.js'

const previewRows = 100_000
const mostValues = 20

/** A name that no property can have. */
const previewed = 'this expression'

export interface Preview {
  readonly type: CalculatedType
  readonly values: readonly { readonly value: string | null; readonly rows: number }[]
}

/** Returns the most frequent values of an expression in the newest events, with hours and weekdays in the workspace's time zone. */
export async function preview(ask: WorkspaceAsk, expression: string): Promise<Preview> {
  const all = await ask.use(propertyKeeper).properties(ask.workspace.id)
  checkedType(all, previewed, expression)
  const draft = { name: previewed, expression, description: null, type: 'any' as const }
  const read = calculatedValues(new Map([...all, [previewed, draft]]), ask.clock?.() ?? null)
  const value = read(previewed, (message) => invalid('/expression', message))
  const time = { timestamp: column('timestamp') }
  const [oldest] = await ask.rows(
    sort(select(scan('events'), time), [descending(column('timestamp'))], 1, previewRows - 1),
  )
  const from = oldest === undefined ? null : Number(oldest['timestamp'])
  const counted = aggregate(scan('events', from), { value: value.label }, { rows: count() })
  const rows = await ask.rows(
    sort(counted, [descending(column('rows')), ascending(column('value'))], mostValues),
  )
  return {
    type: typeOfValue(value),
    values: rows.map((row) => ({ value: row['value'] as string | null, rows: Number(row['rows']) })),
  }
}
