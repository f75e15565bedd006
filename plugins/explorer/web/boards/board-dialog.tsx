import { useState } from 'preact/hooks'
import { Segmented, TextField } from '../ui/field.js'
import { FormDialog } from '../ui/form-dialog.js'
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
          <TextField
            label="Name"
            value={name}
            onInput={setName}
            maxLength={200}
            autofocus
            required
            error={problemOf('name')}
          />
          <TextField
            label="What it is about"
            value={description}
            onInput={setDescription}
            maxLength={2000}
            error={problemOf('description')}
          />
          {own && (
            <div class="field">
              <span class="label">Who sees it</span>
              <Segmented
                label="Who sees it"
                value={visibility}
                options={[
                  { value: 'workspace', label: 'The workspace' },
                  { value: 'private', label: 'Only me' },
                ]}
                onChange={setVisibility}
              />
              {board?.visibility === 'workspace' && visibility === 'private' && (
                <p class="about">Its public links end with that.</p>
              )}
            </div>
          )}
        </>
      )}
    </FormDialog>
  )
}
