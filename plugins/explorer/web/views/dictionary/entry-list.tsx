import { useState } from 'preact/hooks'
import { may } from '../../api/roles.js'
import { useAnswer } from '../../api/use-answer.js'
import { deleteEntry, entriesCall, type Entries } from '../../dictionary/api.js'
import type { AnyEntry, List, Status } from '../../dictionary/types.js'
import { Button } from '../../ui/button.js'
import { Confirm } from '../../ui/confirm.js'
import { Select, TextField } from '../../ui/field.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { EntryDialog } from './entry-dialog.js'
import { dictionaryViewText } from '../../text/dictionary-view.js'

interface Props {
  readonly list: List
  readonly search: string
  readonly status: Status | ''
  readonly onFilter: (changes: { readonly search?: string; readonly status?: Status | '' }) => void
}

const tags = { verified: 'tag good', hidden: 'tag', deprecated: 'tag bad' } as const
const statusNames = {
  verified: dictionaryViewText.verified,
  hidden: dictionaryViewText.hidden,
  deprecated: dictionaryViewText.deprecated,
} as const
export const statusOptions = [
  { value: 'verified', label: dictionaryViewText.verified },
  { value: 'hidden', label: dictionaryViewText.hidden },
  { value: 'deprecated', label: dictionaryViewText.deprecated },
] as const

/** The entries of a list, with search and status; editors can change them. */
export function EntryList({ list, search, status, onFilter }: Props) {
  const [edited, setEdited] = useState<AnyEntry | 'new' | null>(null)
  const [deleting, setDeleting] = useState<string | null>(null)
  const answer = useAnswer<Entries>(entriesCall(list, { search, status, limit: 1000 }))
  const add = may('editor') ? (
    <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
      {list === 'events' ? dictionaryViewText.describeAnEvent : dictionaryViewText.describeAProperty}
    </Button>
  ) : undefined
  return (
    <>
      <div class="row fields list-filters">
        <TextField
          label={dictionaryViewText.search}
          type="search"
          placeholder={dictionaryViewText.nameOrDescription}
          maxLength={200}
          value={search}
          onInput={(text) => onFilter({ search: text })}
        />
        <Select
          label={dictionaryViewText.status}
          value={status}
          options={[{ value: '', label: dictionaryViewText.anyStatus }, ...statusOptions]}
          onChange={(next) => onFilter({ status: next })}
        />
        {add}
      </div>
      <Answered
        answer={answer}
        isEmpty={({ data }) => (data[list] ?? []).length === 0}
        empty={
          <EmptyState
            icon="table"
            title={
              list === 'events'
                ? dictionaryViewText.noEventsDescribed
                : dictionaryViewText.noPropertiesDescribed
            }
            actions={add}
          >
            {dictionaryViewText.pickersShowDescriptionsList}
          </EmptyState>
        }
      >
        {({ data }) => (
          <>
            <ul class="card bare-list lines dictionary-list">
              {(data[list] ?? []).map((entry) => (
                <li key={entry.name}>
                  <Shown entry={entry} />
                  {may('editor') && (
                    <span class="row">
                      <Button
                        look="quiet"
                        icon="edit"
                        label={dictionaryViewText.editName(entry.name)}
                        onClick={() => setEdited(entry)}
                      />
                      <Button
                        look="quiet"
                        icon="trash"
                        label={dictionaryViewText.deleteName(entry.name)}
                        onClick={() => setDeleting(entry.name)}
                      />
                    </span>
                  )}
                </li>
              ))}
            </ul>
            {data.next !== null && <p class="soft">{dictionaryViewText.thereAreMoreSearchToFind}</p>}
          </>
        )}
      </Answered>
      {edited !== null && (
        <EntryDialog
          list={list}
          entry={edited === 'new' ? null : edited}
          onSaved={answer.reload}
          onClose={() => setEdited(null)}
        />
      )}
      {deleting !== null && (
        <Confirm
          title={dictionaryViewText.deleteQuestion(deleting)}
          text={
            list === 'events'
              ? dictionaryViewText.theDataOfTheEventAreKept
              : dictionaryViewText.theDataOfThePropertyAreKept
          }
          action={dictionaryViewText.deleteEntry}
          onConfirm={async () => {
            await deleteEntry(list, deleting)
            answer.reload()
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}

const Shown = ({ entry }: { readonly entry: AnyEntry }) => (
  <div>
    <span class="row">
      <strong class="mono">{entry.name}</strong>
      {entry.status !== null && <span class={tags[entry.status]}>{statusNames[entry.status]}</span>}
    </span>
    {entry.description !== null && <p class="soft">{entry.description}</p>}
    <small>{wordsOf(entry)}</small>
  </div>
)

function wordsOf({ owner, properties = [], type = null, allowed = null }: AnyEntry): string {
  const expected = properties.map(({ name, required }) =>
    required ? dictionaryViewText.requiredProperty(name) : name,
  )
  return [
    owner === null ? null : dictionaryViewText.ownerOwner(owner),
    expected.length === 0 ? null : dictionaryViewText.propertiesList(expected),
    type === null ? null : dictionaryViewText.typeType(type),
    allowed === null ? null : dictionaryViewText.valuesList(allowed.map(String)),
  ]
    .filter((words) => words !== null)
    .join(' · ')
}
