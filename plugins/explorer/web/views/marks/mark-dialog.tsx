import { useState } from 'preact/hooks'
import { me } from '../../api/account.js'
import { SegmentedField } from '../../ui/choice-fields.js'
import { TextField } from '../../ui/field.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { NameField } from '../../ui/name-field.js'
import { categories, saveMark, type MarkFields, type OwnedMark } from './mark.js'
import { marksText } from '../../text/marks.js'

interface Props {
  /** Null to create a mark. */
  readonly mark: OwnedMark | null
  /** The time of a new mark, ISO 8601; now by default. */
  readonly at?: string
  readonly onSaved: () => void
  readonly onClose: () => void
}

const names = { release: marksText.release, news: marksText.news, incident: marksText.incident } as const

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
      title={mark === null ? marksText.newMark : marksText.editMark}
      action={mark === null ? marksText.createMark : marksText.saveChanges}
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
            label={marksText.title}
            field="title"
            value={title}
            onInput={(value) => set({ title: value })}
            placeholder={marksText.version24}
            problemOf={problemOf}
          />
          <SegmentedField
            label={marksText.category}
            value={category}
            options={categories.map((value) => ({ value, label: names[value] }))}
            onChange={(value) => set({ category: value })}
          />
          <TextField
            label={marksText.timeUTC}
            type="datetime-local"
            value={inputOf(timestamp)}
            onInput={(value) => set({ timestamp: value === '' ? '' : `${value}:00Z` })}
            required
            error={problemOf('timestamp')}
          />
          <TextField
            label={marksText.description}
            value={description ?? ''}
            onInput={(value) => set({ description: text(value) })}
            maxLength={2000}
            error={problemOf('description')}
          />
          <TextField
            label={marksText.linkOrCommit}
            value={source_ref ?? ''}
            onInput={(value) => set({ source_ref: text(value) })}
            maxLength={2000}
            error={problemOf('source_ref')}
          />
          {own && (
            <SegmentedField
              label={marksText.visibleTo}
              value={scope}
              options={[
                { value: 'public', label: marksText.theWorkspace },
                { value: 'private', label: marksText.onlyMe },
              ]}
              onChange={(value) => set({ scope: value })}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
