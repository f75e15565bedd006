import { useState } from 'preact/hooks'
import { reloadShared } from '../../api/use-shared.js'
import { useAnswers } from '../../api/use-answer.js'
import { hrefOf, navigate } from '../../router/location.js'
import { SegmentedField } from '../../ui/choice-fields.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { NameField } from '../../ui/name-field.js'
import { Answered } from '../../ui/states.js'
import { toast } from '../../ui/toast.js'
import { addTile, createBoard, deleteBoard } from '../api.js'
import { knownCalls, knownOf, type CatalogueBody } from './known-calls.js'
import { placed } from './placed.js'
import { templates, type Made, type Template } from './templates.js'
import { boardsText } from '../../text/boards.js'

/** Creates a board from a template, with tiles for what the workspace has. */
export function TemplateDialog({ onClose }: { readonly onClose: () => void }) {
  const [id, setId] = useState<Template['id']>('product')
  const [named, setNamed] = useState<string | null>(null)
  const answer = useAnswers<CatalogueBody>(knownCalls)
  const template = templates.find((one) => one.id === id)
  const made = answer.data === null || template === undefined ? null : template.make(knownOf(answer.data))
  const name = named ?? template?.name ?? ''
  return (
    <FormDialog
      title={boardsText.newBoardFromATemplate}
      action={boardsText.createBoard}
      fields={['name']}
      disabled={made === null || made.tiles.length === 0 || name.trim() === ''}
      onSubmit={async () => {
        if (made !== null) await create(name.trim(), template?.about ?? '', made)
      }}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <SegmentedField
            label={boardsText.template}
            value={id}
            options={templates.map((one) => ({ value: one.id, label: one.name }))}
            onChange={setId}
            {...(template === undefined ? {} : { hint: template.about })}
          />
          <NameField value={name} onInput={setNamed} problemOf={problemOf} />
          <Answered answer={answer}>{() => made !== null && <Contents {...made} />}</Answered>
        </>
      )}
    </FormDialog>
  )
}

/** What the board will show, and what this workspace has no data for. */
const Contents = ({ tiles, missing }: Made) => (
  <div class="stack">
    <div>
      <strong>{boardsText.tiles(tiles.length)}</strong>
      <p class="soft">{tiles.map(({ title }) => title).join(' · ')}</p>
    </div>
    {missing.length > 0 && (
      <ul class="faint" aria-label={boardsText.leftOut}>
        {missing.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    )}
  </div>
)

/** Creates the board with all of its tiles, or none: a board with only some of them is deleted again. */
async function create(name: string, description: string, { tiles }: Made): Promise<void> {
  const { id } = await createBoard({ name, description, range: '30d' })
  try {
    for (const tile of placed(tiles)) await addTile(id, tile)
  } catch (error) {
    await deleteBoard(id).catch(() => undefined)
    throw error
  }
  reloadShared('/api/v1/boards')
  toast(boardsText.boardNameCreated(name))
  navigate(hrefOf(`/boards/${id}`))
}
