import { useState } from 'preact/hooks'
import { SegmentedField } from '../ui/choice-fields.js'
import { TextField } from '../ui/field.js'
import { FormDialog } from '../ui/form-dialog.js'
import { NameField } from '../ui/name-field.js'
import type { BoardFields } from './api.js'
import type { BoardHead } from './types.js'
import { boardsText } from '../text/boards.js'

interface Props {
  /** Null to create a board. */
  readonly board: BoardHead | null
  /** Whether the user owns the board: only the owner can make it private. */
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
      title={board === null ? boardsText.newBoardTitle : boardsText.editBoard}
      action={board === null ? boardsText.createBoard : boardsText.saveChanges}
      fields={['name', 'description']}
      disabled={name.trim() === ''}
      onSubmit={() => onSubmit(fields())}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <NameField value={name} onInput={setName} problemOf={problemOf} />
          <TextField
            label={boardsText.description}
            value={description}
            onInput={setDescription}
            maxLength={2000}
            error={problemOf('description')}
          />
          {own && (
            <SegmentedField
              label={boardsText.visibleTo}
              value={visibility}
              options={[
                { value: 'workspace', label: boardsText.theWorkspace },
                { value: 'private', label: boardsText.onlyMe },
              ]}
              onChange={setVisibility}
              {...(board?.visibility === 'workspace' &&
                visibility === 'private' && {
                  hint: boardsText.aPrivateBoardHasNoPublic,
                })}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
