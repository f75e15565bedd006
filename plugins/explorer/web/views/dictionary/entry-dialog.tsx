import { useState } from 'preact/hooks'
import { saveEntry } from '../../dictionary/api.js'
import { useDictionary } from '../../dictionary/described.js'
import type { AnyEntry, List, Status } from '../../dictionary/types.js'
import { SelectField } from '../../ui/choice-fields.js'
import { TextField } from '../../ui/field.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { ExpectedFields } from './expected-fields.js'
import { draftOf, typeOptions, valueOf, type ExpectedDraft } from './expected.js'
import { dictionaryViewText } from '../../text/dictionary-view.js'

interface Props {
  readonly list: List
  /** Null to describe another name. */
  readonly entry: AnyEntry | null
  readonly onSaved: () => void
  readonly onClose: () => void
}

const statuses = [
  { value: '', label: dictionaryViewText.none },
  { value: 'verified', label: dictionaryViewText.verifiedFirstInPickers },
  { value: 'hidden', label: dictionaryViewText.hiddenNotInPickers },
  { value: 'deprecated', label: dictionaryViewText.deprecatedShouldNoLongerBeSent },
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
  const describe =
    list === 'events' ? dictionaryViewText.describeAnEvent : dictionaryViewText.describeAProperty
  return (
    <FormDialog
      title={entry === null ? describe : entry.name}
      action={dictionaryViewText.saveChanges}
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
              label={
                list === 'events' ? dictionaryViewText.nameOfTheEvent : dictionaryViewText.nameOfTheProperty
              }
              value={name}
              onInput={setName}
              maxLength={500}
              required
              autofocus
              error={isTaken ? dictionaryViewText.theDictionaryHasThisName : null}
            />
          )}
          <TextField
            label={dictionaryViewText.description}
            value={description}
            onInput={setDescription}
            maxLength={2000}
            error={problemOf('description')}
          />
          <TextField
            label={dictionaryViewText.owner}
            placeholder={dictionaryViewText.aPersonOrATeam}
            value={owner}
            onInput={setOwner}
            maxLength={200}
            error={problemOf('owner')}
          />
          <SelectField
            label={dictionaryViewText.status}
            value={status}
            options={statuses}
            onChange={setStatus}
          />
          {list === 'events' ? (
            <ExpectedFields drafts={expected} onChange={setExpected} />
          ) : (
            <>
              <SelectField
                label={dictionaryViewText.type}
                value={value.type}
                options={typeOptions}
                onChange={(type) => setValue({ ...value, type })}
              />
              <TextField
                label={dictionaryViewText.allowedValues}
                hint={dictionaryViewText.separatedByCommasWriteAB}
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
