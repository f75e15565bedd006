import type { Filter } from '../question/filter.js'
import { Button } from '../ui/button.js'
import { copy } from '../ui/copy.js'
import { fieldName } from '../data/fields.js'
import { leavesOf, type Leaf } from './flatten.js'
import './rows.css'
import { rowsText } from '../text/rows.js'

interface Props {
  readonly row: Readonly<Record<string, unknown>>
  /** If given, each value has buttons that filter by it. */
  readonly onFilter?: ((filter: Filter) => void) | undefined
  readonly hidden?: readonly string[]
}

/** All fields of a row with their values. */
export const RowDetails = ({ row, onFilter, hidden = [] }: Props) => (
  <div class="row-details">
    <dl>
      {leavesOf(row)
        .filter(({ field }) => !hidden.includes(field))
        .map((leaf) => (
          <div key={leaf.field}>
            <dt title={leaf.field}>{fieldName(leaf.field)}</dt>
            <dd class="mono">{String(leaf.value)}</dd>
            {onFilter !== undefined && <Tools leaf={leaf} onFilter={onFilter} />}
          </div>
        ))}
    </dl>
    <Button
      small
      look="quiet"
      icon="copy"
      onClick={() => void copy(JSON.stringify(row, null, 2), rowsText.jsonCopied)}
    >
      {rowsText.copyJSON}
    </Button>
  </div>
)

/** The time is filtered by the range, not by a filter. */
const isTime = ({ field }: Leaf): boolean => field === 'timestamp'

function Tools({ leaf, onFilter }: { readonly leaf: Leaf; readonly onFilter: (filter: Filter) => void }) {
  if (isTime(leaf)) return null
  const { field, value } = leaf
  return (
    <dd class="tools">
      <Button
        small
        look="quiet"
        icon="filter"
        label={rowsText.onlyRowsWhereFieldIsValue(field, value)}
        onClick={() => onFilter({ field, operator: 'in', value: [value] })}
      />
      <Button
        small
        look="quiet"
        icon="close"
        label={rowsText.noRowsWhereFieldIsValue(field, value)}
        onClick={() => onFilter({ field, operator: 'not_in', value: [value] })}
      />
    </dd>
  )
}
