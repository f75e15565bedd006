import { useState } from 'preact/hooks'
import { Field, Segmented } from '../ui/field.js'
import { FormDialog } from '../ui/form-dialog.js'
import { NameField } from '../ui/name-field.js'
import { TextTile } from './text-tile.js'

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
  const [title, setTitle] = useState(tile?.title ?? 'Notes')
  const [text, setText] = useState(tile?.text ?? '')
  const [look, setLook] = useState<'write' | 'preview'>('write')
  return (
    <FormDialog
      title={tile === null ? 'Add text' : 'Edit text'}
      action={tile === null ? 'Add text' : 'Save changes'}
      fields={['title', 'text']}
      disabled={title.trim() === '' || text.trim() === ''}
      wide
      onSubmit={() => onSubmit({ title, text })}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <NameField label="Title" field="title" value={title} onInput={setTitle} problemOf={problemOf} />
          <Segmented
            label="Text"
            value={look}
            options={[
              { value: 'write', label: 'Write' },
              { value: 'preview', label: 'Preview' },
            ]}
            onChange={setLook}
          />
          {look === 'preview' ? (
            <div class="card text-preview">
              <TextTile text={text} title={title} />
            </div>
          ) : (
            <Field
              label="Text"
              hint="Markdown: # heading, **bold**, *italics*, - list, [link](https://…), `code`. Public links show it."
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
