import { useState } from 'preact/hooks'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { TextField } from '../../ui/field.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { useSettled } from '../../ui/use-settled.js'
import { ExpressionField } from './expression-field.js'
import {
  previewCall,
  saveProperty,
  type CalculatedProperty,
  type ExpressionFunction,
  type Preview,
} from './property-api.js'
import { propertiesText } from '../../text/properties.js'
import { integer } from '../../text/format.js'

interface Props {
  /** Null to create a property. */
  readonly property: CalculatedProperty | null
  readonly functions: readonly ExpressionFunction[]
  readonly onSaved: () => void
  readonly onClose: () => void
}

const patience = 400

export function PropertyDialog({ property, functions, onSaved, onClose }: Props) {
  const [name, setName] = useState(property?.name ?? '')
  const [expression, setExpression] = useState(property?.expression ?? '')
  const [description, setDescription] = useState(property?.description ?? '')
  const settled = useSettled(expression, patience)
  const preview = useAnswer<Data<Preview>>(settled.trim() === '' ? null : previewCall(settled))
  const fault = settled === expression ? (preview.error?.message ?? null) : null
  return (
    <FormDialog
      title={property === null ? propertiesText.newProperty : propertiesText.editCalcName(property.name)}
      action={property === null ? propertiesText.createProperty : propertiesText.saveChanges}
      fields={['name', 'expression', 'description']}
      wide
      disabled={name === '' || expression.trim() === ''}
      onSubmit={async () => {
        await saveProperty(property?.name ?? null, {
          name,
          expression,
          description: description.trim() === '' ? null : description.trim(),
        })
        onSaved()
      }}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          {property === null && (
            <TextField
              label={propertiesText.name}
              value={name}
              onInput={setName}
              maxLength={64}
              placeholder={propertiesText.nameExample}
              hint={propertiesText.usedAs(name === '' ? propertiesText.nameExample : name)}
              required
              error={problemOf('name')}
            />
          )}
          <ExpressionField
            value={expression}
            functions={functions}
            error={fault ?? problemOf('expression')}
            onInput={setExpression}
          />
          <TextField
            label={propertiesText.description}
            value={description}
            onInput={setDescription}
            maxLength={2000}
            error={problemOf('description')}
          />
          {fault === null && preview.data !== null && <PreviewTable preview={preview.data.data} />}
        </>
      )}
    </FormDialog>
  )
}

function PreviewTable({ preview: { type, values } }: { readonly preview: Preview }) {
  return (
    <section aria-label={propertiesText.preview}>
      <p class="soft">{propertiesText.valuesOfType(type)}</p>
      {values.length === 0 && <p class="soft">{propertiesText.noEventsYet}</p>}
      <ul class="bare-list preview-values">
        {values.map(({ value, rows }) => (
          <li key={value ?? ''}>
            {value === null ? <em class="soft">{propertiesText.none}</em> : <code>{value}</code>}
            <span class="number">{integer(rows)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
