import { useState } from 'preact/hooks'
import { Field, Segmented } from '../ui/field.js'
import { FormDialog } from '../ui/form-dialog.js'
import { NameField } from '../ui/name-field.js'
import { TextTile } from './text-tile.js'
import { boardsText } from '../text/boards.js'

interface Fields {
  readonly title: string
  readonly text: string
}

interface Props {
  /** Null to add a tile. */
  readonly tile: Fields | null
  readonly onSubmit: (fields: Fields) => Promise<unknown>
  readonly onClose: () => void
}

const longest = 10_000

/** A form for the title and the text of a tile, with a preview. */
export function TextDialog({ tile, onSubmit, onClose }: Props) {
  const [title, setTitle] = useState(tile?.title ?? boardsText.notes)
  const [text, setText] = useState(tile?.text ?? '')
  const [look, setLook] = useState<'write' | 'preview'>('write')
  return (
    <FormDialog
      title={tile === null ? boardsText.addText : boardsText.editText}
      action={tile === null ? boardsText.addText : boardsText.saveChanges}
      fields={['title', 'text']}
      disabled={title.trim() === '' || text.trim() === ''}
      wide
      onSubmit={() => onSubmit({ title, text })}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <NameField
            label={boardsText.title}
            field="title"
            value={title}
            onInput={setTitle}
            problemOf={problemOf}
          />
          <Segmented
            label={boardsText.text}
            value={look}
            options={[
              { value: 'write', label: boardsText.write },
              { value: 'preview', label: boardsText.preview },
            ]}
            onChange={setLook}
          />
          {look === 'preview' ? (
            <div class="card text-preview">
              <TextTile text={text} title={title} />
            </div>
          ) : (
            <Field
              label={boardsText.text}
              hint={boardsText.markdownHeadingBoldItalicsList}
              error={problemOf('text')}
            >
              {(ids) => (
                <textarea
                  {...ids}
                  class="input text-input"
                  rows={10}
                  maxLength={longest}
                  value={text}
                  onInput={(event) => setText(event.currentTarget.value)}
                />
              )}
            </Field>
          )}
        </>
      )}
    </FormDialog>
  )
}
