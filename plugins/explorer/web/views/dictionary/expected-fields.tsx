import { Button } from '../../ui/button.js'
import { SelectField } from '../../ui/choice-fields.js'
import { TextField } from '../../ui/field.js'
import { emptyDraft, typeOptions, type ExpectedDraft } from './expected.js'
import { dictionaryViewText } from '../../text/dictionary-view.js'

interface Props {
  readonly drafts: readonly ExpectedDraft[]
  readonly onChange: (drafts: readonly ExpectedDraft[]) => void
}

/** Edits the properties that an event is expected to have, one row each. */
export function ExpectedFields({ drafts, onChange }: Props) {
  const replace = (index: number, changes: Partial<ExpectedDraft>): void =>
    onChange(drafts.map((draft, place) => (place === index ? { ...draft, ...changes } : draft)))
  return (
    <fieldset class="expected-list">
      <legend>{dictionaryViewText.expectedProperties}</legend>
      {drafts.map((draft, index) => (
        <div
          class="expected-row"
          key={index}
          role="group"
          aria-label={dictionaryViewText.propertyNumber(index + 1)}
        >
          <TextField
            label={dictionaryViewText.property}
            value={draft.name}
            maxLength={500}
            required
            onInput={(name) => replace(index, { name })}
          />
          <SelectField
            label={dictionaryViewText.type}
            value={draft.type}
            options={typeOptions}
            onChange={(type) => replace(index, { type })}
          />
          <TextField
            label={dictionaryViewText.allowedValues}
            placeholder={dictionaryViewText.any}
            value={draft.allowed}
            onInput={(allowed) => replace(index, { allowed })}
          />
          <label class="row">
            <input
              type="checkbox"
              checked={draft.required}
              onChange={(event) => replace(index, { required: event.currentTarget.checked })}
            />
            {dictionaryViewText.required}
          </label>
          <Button
            look="quiet"
            icon="close"
            label={dictionaryViewText.removePropertyNumber(index + 1)}
            onClick={() => onChange(drafts.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      <div class="row">
        <Button small icon="plus" onClick={() => onChange([...drafts, emptyDraft])}>
          {dictionaryViewText.addProperty}
        </Button>
      </div>
    </fieldset>
  )
}
