import { useRef, useState } from 'preact/hooks'
import { reloadShared } from '../api/use-shared.js'
import { workspace } from '../api/workspace.js'
import { createBoard } from '../boards/api.js'
import { BoardDialog } from '../boards/board-dialog.js'
import { TemplateDialog } from '../boards/templates/template-dialog.js'
import { hrefOf, navigate } from '../router/location.js'
import { Dialog } from '../ui/dialog.js'
import { FormDialog } from '../ui/form-dialog.js'
import { NameField } from '../ui/name-field.js'
import { Once } from '../ui/once.js'
import { toast } from '../ui/toast.js'
import { createKey } from '../views/manage/keys.js'
import { MarkDialog } from '../views/marks/mark-dialog.js'
import type { DialogName } from './actions.js'
import { paletteText } from '../text/palette.js'
import { uiText } from '../text/ui.js'
import { Rich } from '../ui/rich.js'

interface Props {
  readonly name: Exclude<DialogName, 'shortcuts'>
  readonly onClose: () => void
}

/** The dialog that an action of the palette opens over the current view. */
export function ActionDialog({ name, onClose }: Props) {
  switch (name) {
    case 'key':
      return <KeyDialog onClose={onClose} />
    case 'board':
      return <BoardDialog board={null} own onSubmit={openNewBoard} onClose={onClose} />
    case 'template':
      return <TemplateDialog onClose={onClose} />
    case 'mark':
      return <MarkDialog mark={null} onSaved={() => toast(paletteText.markCreated)} onClose={onClose} />
  }
}

const openNewBoard: Parameters<typeof BoardDialog>[0]['onSubmit'] = async (fields) => {
  const { id } = await createBoard(fields)
  reloadShared('/api/v1/boards')
  navigate(hrefOf(`/boards/${id}`))
}

/** Creates an ingest key, and shows it once. */
function KeyDialog({ onClose }: Pick<Props, 'onClose'>) {
  const [name, setName] = useState('')
  const [made, setMade] = useState<string | null>(null)
  const created = useRef<string | null>(null)
  const create = async (): Promise<void> => {
    created.current = await createKey(workspace.value?.id ?? '', { name, kind: 'ingest' })
  }
  if (made !== null)
    return (
      <Dialog title={paletteText.newIngestKey} onClose={onClose}>
        <div class="stack">
          <p>
            <Rich text={paletteText.copyTheKeyNow} />
          </p>
          <Once text={made} copied={uiText.keyCopied} />
        </div>
      </Dialog>
    )
  return (
    <FormDialog
      title={paletteText.newIngestKey}
      action={paletteText.createIngestKey}
      fields={['name']}
      disabled={name.trim() === ''}
      onSubmit={create}
      // Once the key is created, the dialog that shows it takes the place of the form.
      onClose={() => (created.current === null ? onClose() : setMade(created.current))}
    >
      {(problemOf) => (
        <NameField value={name} onInput={setName} placeholder={paletteText.webShop} problemOf={problemOf} />
      )}
    </FormDialog>
  )
}
