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

interface Props {
  readonly list: List
  readonly search: string
  readonly status: Status | ''
  readonly onFilter: (changes: { readonly search?: string; readonly status?: Status | '' }) => void
}

const tags = { verified: 'tag good', hidden: 'tag', deprecated: 'tag bad' } as const
const statusNames = { verified: 'Verified', hidden: 'Hidden', deprecated: 'Deprecated' } as const
export const statusOptions = [
  { value: 'verified', label: 'Verified' },
  { value: 'hidden', label: 'Hidden' },
  { value: 'deprecated', label: 'Deprecated' },
] as const

/** The entries of a list, with search and status; editors can change them. */
export function EntryList({ list, search, status, onFilter }: Props) {
  const [edited, setEdited] = useState<AnyEntry | 'new' | null>(null)
  const [deleting, setDeleting] = useState<string | null>(null)
  const answer = useAnswer<Entries>(entriesCall(list, { search, status, limit: 1000 }))
  const one = list === 'events' ? 'event' : 'property'
  const add = may('editor') ? (
    <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
      Describe {list === 'events' ? 'an event' : 'a property'}
    </Button>
  ) : undefined
  return (
    <>
      <div class="row fields">
        <TextField
          label="Search"
          type="search"
          placeholder="Name or description"
          maxLength={200}
          value={search}
          onInput={(text) => onFilter({ search: text })}
        />
        <Select
          label="Status"
          value={status}
          options={[{ value: '', label: 'Any status' }, ...statusOptions]}
          onChange={(next) => onFilter({ status: next })}
        />
        {add}
      </div>
      <Answered
        answer={answer}
        isEmpty={({ data }) => (data[list] ?? []).length === 0}
        empty={
          <EmptyState icon="table" title={`No ${list} described`} actions={add}>
            Pickers show descriptions, list verified names first and leave out hidden ones.
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
                        label={`Edit ${entry.name}`}
                        onClick={() => setEdited(entry)}
                      />
                      <Button
                        look="quiet"
                        icon="trash"
                        label={`Delete ${entry.name}`}
                        onClick={() => setDeleting(entry.name)}
                      />
                    </span>
                  )}
                </li>
              ))}
            </ul>
            {data.next !== null && <p class="soft">There are more. Search to find them.</p>}
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
          title={`Delete “${deleting}” from the dictionary?`}
          text={`The data of the ${one} are kept.`}
          action="Delete entry"
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
  const expected = properties.map(({ name, required }) => (required ? `${name} (required)` : name))
  return [
    owner === null ? null : `Owner: ${owner}`,
    expected.length === 0 ? null : `Properties: ${expected.join(', ')}`,
    type === null ? null : `Type: ${type}`,
    allowed === null ? null : `Values: ${allowed.map(String).join(', ')}`,
  ]
    .filter((words) => words !== null)
    .join(' · ')
}
