import { useState } from 'preact/hooks'
import { SegmentedField } from '../ui/choice-fields.js'
import { TextField } from '../ui/field.js'
import { FormDialog } from '../ui/form-dialog.js'
import { NameField } from '../ui/name-field.js'
import type { BoardFields } from './api.js'
import type { BoardHead } from './types.js'

interface Props {
  /** Null: a new one. */
  readonly board: BoardHead | null
  /** Whether this person may make it private: its owner may. */
  readonly own: boolean
  readonly onSubmit: (fields: BoardFields) => Promise<unknown>
  readonly onClose: () => void
}

export function BoardDialog({ board, own, onSubmit, onClose }: Props) {
  const [name, setName] = useState(board?.name ?? '')
  const [description, setDescription] = useState(board?.description ?? '')
  const [visibility, setVisibility] = useState(board?.visibility ?? 'workspace')
  const fields = (): BoardFields => ({
    name,
    description: description.trim() === '' ? null : description.trim(),
    ...(own ? { visibility } : {}),
    ...(board === null ? { range: '30d' } : {}),
  })
  return (
    <FormDialog
      title={board === null ? 'New board' : 'Edit the board'}
      action={board === null ? 'Create' : 'Save'}
      fields={['name', 'description']}
      disabled={name.trim() === ''}
      onSubmit={() => onSubmit(fields())}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <NameField value={name} onInput={setName} problemOf={problemOf} />
          <TextField
            label="What it is about"
            value={description}
            onInput={setDescription}
            maxLength={2000}
            error={problemOf('description')}
          />
          {own && (
            <SegmentedField
              label="Who sees it"
              value={visibility}
              options={[
                { value: 'workspace', label: 'The workspace' },
                { value: 'private', label: 'Only me' },
              ]}
              onChange={setVisibility}
              {...(board?.visibility === 'workspace' &&
                visibility === 'private' && { hint: 'Its public links end with that' })}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
