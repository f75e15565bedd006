import { SegmentedField } from '../ui/choice-fields.js'
import { TextField } from '../ui/field.js'
import { NameField } from '../ui/name-field.js'
import type { Action } from '../ui/use-action.js'
import { libraryText } from '../text/library.js'

export interface QuestionDraft {
  readonly name: string
  readonly description: string
  /** Separated by commas. */
  readonly tags: string
  readonly visibility: 'workspace' | 'private'
}

interface Props {
  readonly draft: QuestionDraft
  readonly onChange: (changes: Partial<QuestionDraft>) => void
  readonly problemOf: Action['problemOf']
  /** Whether the user owns the question: only the owner can make it private. */
  readonly own: boolean
}

/** The fields that name and sort a saved question. */
export const QuestionFieldSet = ({ draft, onChange, problemOf, own }: Props) => (
  <>
    <NameField value={draft.name} onInput={(name) => onChange({ name })} problemOf={problemOf} />
    <TextField
      label={libraryText.description}
      value={draft.description}
      onInput={(description) => onChange({ description })}
      maxLength={2000}
      error={problemOf('description')}
    />
    <TextField
      label={libraryText.tags}
      hint={libraryText.separatedByCommas}
      placeholder={libraryText.growthWeeklyReview}
      value={draft.tags}
      onInput={(tags) => onChange({ tags })}
      maxLength={1000}
      error={problemOf('tags')}
    />
    {own && (
      <SegmentedField
        label={libraryText.visibleTo}
        value={draft.visibility}
        options={[
          { value: 'workspace', label: libraryText.theWorkspace },
          { value: 'private', label: libraryText.onlyMe },
        ]}
        onChange={(visibility) => onChange({ visibility })}
      />
    )}
  </>
)

/** The draft as fields of the API. */
export const fieldsOf = ({ name, description, tags, visibility }: QuestionDraft, own: boolean) => ({
  name,
  description: description.trim() === '' ? null : description.trim(),
  tags: tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== ''),
  ...(own ? { visibility } : {}),
})
