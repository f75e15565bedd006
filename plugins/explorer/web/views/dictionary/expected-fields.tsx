import { Button } from '../../ui/button.js'
import { SelectField } from '../../ui/choice-fields.js'
import { TextField } from '../../ui/field.js'
import { emptyDraft, typeOptions, type ExpectedDraft } from './expected.js'

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
      <legend>Expected properties</legend>
      {drafts.map((draft, index) => (
        <div class="expected-row" key={index} role="group" aria-label={`Property ${index + 1}`}>
          <TextField
            label="Property"
            value={draft.name}
            maxLength={500}
            required
            onInput={(name) => replace(index, { name })}
          />
          <SelectField
            label="Type"
            value={draft.type}
            options={typeOptions}
            onChange={(type) => replace(index, { type })}
          />
          <TextField
            label="Allowed values"
            placeholder="Any"
            value={draft.allowed}
            onInput={(allowed) => replace(index, { allowed })}
          />
          <label class="row">
            <input
              type="checkbox"
              checked={draft.required}
              onChange={(event) => replace(index, { required: event.currentTarget.checked })}
            />
            Required
          </label>
          <Button
            look="quiet"
            icon="close"
            label={`Remove property ${index + 1}`}
            onClick={() => onChange(drafts.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      <div class="row">
        <Button small icon="plus" onClick={() => onChange([...drafts, emptyDraft])}>
          Add property
        </Button>
      </div>
    </fieldset>
  )
}
