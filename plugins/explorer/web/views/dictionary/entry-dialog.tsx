import { useState } from 'preact/hooks'
import { saveEntry } from '../../dictionary/api.js'
import { useDictionary } from '../../dictionary/described.js'
import type { AnyEntry, List, Status } from '../../dictionary/types.js'
import { SelectField } from '../../ui/choice-fields.js'
import { TextField } from '../../ui/field.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { ExpectedFields } from './expected-fields.js'
import { draftOf, typeOptions, valueOf, type ExpectedDraft } from './expected.js'

interface Props {
  readonly list: List
  /** Null to describe another name. */
  readonly entry: AnyEntry | null
  readonly onSaved: () => void
  readonly onClose: () => void
}

const statuses = [
  { value: '', label: 'None' },
  { value: 'verified', label: 'Verified: first in pickers' },
  { value: 'hidden', label: 'Hidden: not in pickers' },
  { value: 'deprecated', label: 'Deprecated: should no longer be sent' },
] as const

/** Describes an event or a property. */
export function EntryDialog({ list, entry, onSaved, onClose }: Props) {
  const [name, setName] = useState(entry?.name ?? '')
  const [description, setDescription] = useState(entry?.description ?? '')
  const [owner, setOwner] = useState(entry?.owner ?? '')
  const [status, setStatus] = useState<Status | ''>(entry?.status ?? '')
  const [expected, setExpected] = useState<readonly ExpectedDraft[]>((entry?.properties ?? []).map(draftOf))
  const [value, setValue] = useState<ExpectedDraft>(
    draftOf({ name: '', required: false, type: entry?.type ?? null, allowed: entry?.allowed ?? null }),
  )
  const isTaken = useDictionary(list, entry === null).has(name) && entry === null
  const save = async (): Promise<void> => {
    const ofList =
      list === 'events'
        ? {
            properties: expected.map((draft) => ({
              name: draft.name.trim(),
              required: draft.required,
              ...valueOf(draft),
            })),
          }
        : valueOf(value)
    await saveEntry(list, name, { description, owner, status: status === '' ? null : status, ...ofList })
    onSaved()
  }
  const one = list === 'events' ? 'event' : 'property'
  return (
    <FormDialog
      title={entry === null ? `Describe ${list === 'events' ? 'an event' : 'a property'}` : entry.name}
      action="Save changes"
      wide={list === 'events'}
      fields={['description', 'owner']}
      disabled={name === '' || isTaken || expected.some((draft) => draft.name.trim() === '')}
      onSubmit={save}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          {entry === null && (
            <TextField
              label={`Name of the ${one}`}
              value={name}
              onInput={setName}
              maxLength={500}
              required
              autofocus
              error={isTaken ? 'The dictionary has this name already. Edit its entry in the list.' : null}
            />
          )}
          <TextField
            label="Description"
            value={description}
            onInput={setDescription}
            maxLength={2000}
            error={problemOf('description')}
          />
          <TextField
            label="Owner"
            placeholder="A person or a team"
            value={owner}
            onInput={setOwner}
            maxLength={200}
            error={problemOf('owner')}
          />
          <SelectField label="Status" value={status} options={statuses} onChange={setStatus} />
          {list === 'events' ? (
            <ExpectedFields drafts={expected} onChange={setExpected} />
          ) : (
            <>
              <SelectField
                label="Type"
                value={value.type}
                options={typeOptions}
                onChange={(type) => setValue({ ...value, type })}
              />
              <TextField
                label="Allowed values"
                hint='Separated by commas; write "a, b" for a text with a comma. Empty allows any'
                value={value.allowed}
                onInput={(allowed) => setValue({ ...value, allowed })}
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}
