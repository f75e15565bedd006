import { useState } from 'preact/hooks'
import { me } from '../../api/account.js'
import { SegmentedField } from '../../ui/choice-fields.js'
import { TextField } from '../../ui/field.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { NameField } from '../../ui/name-field.js'
import { categories, saveMark, type MarkFields, type OwnedMark } from './mark.js'

interface Props {
  /** Null to create a mark. */
  readonly mark: OwnedMark | null
  /** The time of a new mark, ISO 8601; now by default. */
  readonly at?: string
  readonly onSaved: () => void
  readonly onClose: () => void
}

const names = { release: 'Release', news: 'News', incident: 'Incident' } as const

/** The value of a datetime-local input, in UTC like the charts by default. */
const inputOf = (iso: string): string => iso.slice(0, 16)

export function MarkDialog({ mark, at = new Date().toISOString(), onSaved, onClose }: Props) {
  const [fields, setFields] = useState<MarkFields>(
    mark ?? {
      title: '',
      description: null,
      timestamp: at,
      category: 'release',
      source_ref: null,
      scope: 'public',
    },
  )
  const set = (change: Partial<MarkFields>): void => setFields({ ...fields, ...change })
  const own = mark === null || mark.created_by === me.value?.user.id
  const { title, description, timestamp, category, source_ref, scope } = fields
  const text = (value: string): string | null => (value === '' ? null : value)
  return (
    <FormDialog
      title={mark === null ? 'New mark' : 'Edit mark'}
      action={mark === null ? 'Create mark' : 'Save changes'}
      fields={['title', 'description', 'timestamp', 'source_ref']}
      disabled={title.trim() === '' || timestamp === ''}
      onSubmit={async () => {
        await saveMark(mark?.id ?? null, { title, description, timestamp, category, source_ref, scope })
        onSaved()
      }}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <NameField
            label="Title"
            field="title"
            value={title}
            onInput={(value) => set({ title: value })}
            placeholder="Version 2.4"
            problemOf={problemOf}
          />
          <SegmentedField
            label="Category"
            value={category}
            options={categories.map((value) => ({ value, label: names[value] }))}
            onChange={(value) => set({ category: value })}
          />
          <TextField
            label="Time (UTC)"
            type="datetime-local"
            value={inputOf(timestamp)}
            onInput={(value) => set({ timestamp: value === '' ? '' : `${value}:00Z` })}
            required
            error={problemOf('timestamp')}
          />
          <TextField
            label="Description"
            value={description ?? ''}
            onInput={(value) => set({ description: text(value) })}
            maxLength={2000}
            error={problemOf('description')}
          />
          <TextField
            label="Link or commit"
            value={source_ref ?? ''}
            onInput={(value) => set({ source_ref: text(value) })}
            maxLength={2000}
            error={problemOf('source_ref')}
          />
          {own && (
            <SegmentedField
              label="Visible to"
              value={scope}
              options={[
                { value: 'public', label: 'The workspace' },
                { value: 'private', label: 'Only me' },
              ]}
              onChange={(value) => set({ scope: value })}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
