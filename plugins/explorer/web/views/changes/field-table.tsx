import { formatPercent, formatValue } from '../../charts/format.js'
import { fieldName } from '../../data/fields.js'
import { Table, type Column } from '../../ui/table.js'
import { barOf, lineHref, peopleCall, type ChangeData, type ChangeState } from './spec.js'
import type { FieldChange, ValueChange } from './spec.js'
import { changesText } from '../../text/changes.js'

type Side = 'before' | 'after'

export interface FieldTableProps {
  readonly state: ChangeState
  readonly data: ChangeData
  readonly field: FieldChange
  readonly onPeople: (side: Side, value: string) => void
}

/** The values of a field, each with its numbers: a link to its line, and buttons that list its people. */
export function FieldTable({ state, data, field, onPeople }: FieldTableProps) {
  const { kind } = state.metric
  const name = fieldName(field.field)
  const number = (side: Side, title: string): Column<ValueChange> => ({
    key: side,
    title,
    align: 'end',
    value: (row) => row[side],
    render: (row) => (
      <SideNumber
        text={formatValue(row[side], kind)}
        label={changesText.peopleOfValueSide(row.value, side)}
        {...(row[side] !== 0 && peopleCall(state, side, field.field, row.value) !== null
          ? { onClick: () => onPeople(side, row.value) }
          : {})}
      />
    ),
  })
  return (
    <Table
      caption={name}
      rows={field.values}
      rowKey={({ value }) => value}
      columns={[
        {
          key: 'value',
          title: name,
          value: ({ value }) => value,
          render: ({ value }) => {
            const href = lineHref(state, data, field.field, value)
            return href === null ? (
              <span title={value}>{value}</span>
            ) : (
              <a href={href} title={value}>
                {value}
              </a>
            )
          },
        },
        number('before', changesText.before),
        number('after', changesText.after),
        {
          key: 'change',
          title: changesText.change,
          align: 'end',
          value: ({ change }) => change,
          render: ({ change }) => `${change > 0 ? '+' : ''}${formatValue(change, kind)}`,
        },
        {
          key: 'share',
          title: field.share === null ? changesText.size : changesText.share,
          value: ({ change, share }) => share ?? Math.abs(change),
          render: (row) => <ShareBar row={row} field={field} />,
        },
      ]}
    />
  )
}

interface NumberProps {
  readonly text: string
  readonly label: string
  readonly onClick?: () => void
}

const SideNumber = ({ text, label, onClick }: NumberProps) =>
  onClick === undefined ? (
    <>{text}</>
  ) : (
    <button type="button" class="change-people" title={label} onClick={onClick}>
      {text}
    </button>
  )

const ShareBar = ({ row, field }: { readonly row: ValueChange; readonly field: FieldChange }) => (
  <span class="change-share">
    <span class="change-track" aria-hidden="true">
      <span
        class={row.change < 0 ? 'change-bar less' : 'change-bar'}
        style={{ width: `${100 * barOf(row, field)}%` }}
      />
    </span>
    {row.share !== null && <span class="number">{formatPercent(row.share)}</span>}
  </span>
)
