import { formatTime, formatValue } from '../../charts/format.js'
import { comeFrom, hereOf } from '../../people/came-from.js'
import { columnTitle, isTrait, traitOf } from '../../people/columns.js'
import {
  personHref,
  personKey,
  subtitleOf,
  titleOf,
  type PersonName,
  type PersonRow,
} from '../../people/person.js'
import { ShortId } from '../../people/short-id.js'
import { useProfiles } from '../../people/use-profiles.js'
import { ago } from '../../people/words.js'
import { Table, type Column } from '../../ui/table.js'
import { peopleViewText } from '../../text/people-view.js'

interface Props {
  readonly rows: readonly PersonRow[]
  readonly columns: readonly string[]
  /** The keys of the chosen people; null if the user may choose none. */
  readonly chosen: ReadonlySet<string> | null
  readonly onChoose: (person: PersonName, on: boolean) => void
}

/** People as a table with the columns of choice; the name leads to the person's page. */
export function PeopleTable({ rows, columns, chosen, onChoose }: Props) {
  const profiles = useProfiles(rows)
  const traitsOf = (row: PersonRow) => profiles.get(personKey(row))?.traits ?? {}
  const shown: readonly Column<PersonRow>[] = [
    ...(chosen === null
      ? []
      : [
          {
            key: 'chosen',
            title: '',
            render: (row: PersonRow) => (
              <input
                type="checkbox"
                aria-label={peopleViewText.selectPerson(titleOf(row, traitsOf(row)))}
                checked={chosen.has(personKey(row))}
                onChange={(event) => onChoose(row, event.currentTarget.checked)}
              />
            ),
          },
        ]),
    {
      key: 'person',
      title: peopleViewText.person,
      render: (row) => (
        <a
          class="person-cell"
          href={personHref(row)}
          onClick={() => comeFrom(rows, hereOf(), peopleViewText.people)}
        >
          <strong class="clip">{titleOf(row, traitsOf(row))}</strong>
          <small class="clip">{subtitleOf(row, traitsOf(row))}</small>
        </a>
      ),
    },
    ...columns.map((column): Column<PersonRow> => ({
      key: column,
      title: columnTitle(column),
      align: column === 'events' ? 'end' : 'start',
      render: (row) => cellOf(column, isTrait(column) ? traitOf(traitsOf(row), column) : row[column]),
    })),
  ]
  return <Table columns={shown} rows={rows} rowKey={personKey} caption={peopleViewText.people} />
}

function cellOf(column: string, value: unknown) {
  if (value === null || value === undefined || value === '') return <span class="faint">–</span>
  if (typeof value === 'number') return formatValue(value)
  if (typeof value !== 'string') return <span class="mono">{JSON.stringify(value)}</span>
  if (column === 'user_id' || column === 'device_id') return <ShortId id={value} what={columnTitle(column)} />
  if (column === 'last_seen' || column === 'first_seen')
    return (
      <time dateTime={value} title={peopleViewText.timeUTC(formatTime(value))}>
        {ago(value, Date.now())}
      </time>
    )
  return value
}
