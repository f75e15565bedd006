import { useState } from 'preact/hooks'
import { get } from '../../api/call.js'
import type { Data } from '../../api/types.js'
import { useShared } from '../../api/use-shared.js'
import type { FieldInfo } from '../../data/fields.js'
import { columnTitle, mostColumns, rowColumns } from '../../people/columns.js'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { Popover } from '../../ui/popover.js'
import { peopleViewText } from '../../text/people-view.js'

interface Props {
  readonly value: readonly string[]
  readonly onChange: (columns: readonly string[]) => void
}

const prefix = 'traits.'
const traits = get('/api/v1/data/sources/user_traits/fields', { limit: 1_000 })

/** Chooses the columns of the list of people: what its rows have, and the traits that occur. */
export const ColumnsMenu = (props: Props) => (
  <Popover text={peopleViewText.columns} icon="table">
    {() => <Columns {...props} />}
  </Popover>
)

function Columns({ value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const { data, error, reload } = useShared<Data<{ readonly fields: readonly FieldInfo[] }>>(traits)
  const names = (data?.data.fields ?? []).flatMap(({ name }) =>
    name.startsWith(prefix) && !name.startsWith(`${prefix}group.`)
      ? [`trait:${name.slice(prefix.length)}`]
      : [],
  )
  // A chosen trait stays in the list, also if no person has it any more.
  const all = [...new Set([...value, ...rowColumns, ...names])]
  const search = typed.trim().toLowerCase()
  const shown = all.filter((column) => columnTitle(column).toLowerCase().includes(search))
  const isFull = value.length >= mostColumns
  return (
    <div class="columns-panel">
      <TextField
        label={peopleViewText.findAColumn}
        type="search"
        value={typed}
        onInput={setTyped}
        autofocus
      />
      <ul class="bare-list" aria-label={peopleViewText.columns}>
        {shown.map((column) => {
          const on = value.includes(column)
          return (
            <li key={column}>
              <label class="row">
                <input
                  type="checkbox"
                  checked={on}
                  disabled={on ? value.length === 1 : isFull}
                  onChange={() => onChange(on ? value.filter((one) => one !== column) : [...value, column])}
                />
                <span class="clip">{columnTitle(column)}</span>
              </label>
            </li>
          )
        })}
      </ul>
      {shown.length === 0 && <p class="faint">{peopleViewText.noMatches}</p>}
      {isFull && <p class="faint">{peopleViewText.atMostMostColumnsRemoveOne(mostColumns)}</p>}
      {error !== null && (
        <p class="problem" role="alert">
          {error.message}{' '}
          <Button small onClick={reload}>
            {peopleViewText.tryAgain}
          </Button>
        </p>
      )}
    </div>
  )
}
