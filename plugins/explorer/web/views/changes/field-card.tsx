import { useState } from 'preact/hooks'
import { formatPercent } from '../../charts/format.js'
import { fieldName } from '../../data/fields.js'
import { changesText } from '../../text/changes.js'
import { Button } from '../../ui/button.js'
import { FieldTable, type FieldTableProps } from './field-table.js'

interface Props extends FieldTableProps {
  /** Whether all values are shown at first. */
  readonly whole: boolean
}

/** A page of twenty fields with ten values each hides the fields behind the values. */
const fewValues = 4

/** A field of the change: its values with the largest parts, and all on demand. */
export function FieldCard({ field, whole, ...rest }: Props) {
  const [isWhole, setWhole] = useState(whole)
  const name = fieldName(field.field)
  const [first] = field.values
  const shown = isWhole ? field : { ...field, values: field.values.slice(0, fewValues) }
  return (
    <section class="card stack">
      <div class="spread">
        <h2>{name}</h2>
        {field.share !== null && first !== undefined && (
          <span class="soft">{changesText.valueExplainsShare(first.value, formatPercent(field.share))}</span>
        )}
      </div>
      <FieldTable {...rest} field={shown} />
      {shown.values.length < field.values.length && (
        <Button look="quiet" small onClick={() => setWhole(true)}>
          {changesText.showAllValues(field.values.length)}
        </Button>
      )}
    </section>
  )
}
