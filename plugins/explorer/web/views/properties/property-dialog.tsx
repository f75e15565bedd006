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
      title={property === null ? 'New property' : `Edit calc.${property.name}`}
      action={property === null ? 'Create property' : 'Save changes'}
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
              label="Name"
              value={name}
              onInput={setName}
              maxLength={64}
              placeholder="source"
              hint={`Used as calc.${name === '' ? 'source' : name}`}
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
            label="Description"
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
    <section aria-label="Preview">
      <p class="soft">
        Values of type {type} in the newest events{values.length === 0 ? ': there are no events yet.' : ''}
      </p>
      <ul class="bare-list preview-values">
        {values.map(({ value, rows }) => (
          <li key={value ?? ''}>
            {value === null ? <em class="soft">(none)</em> : <code>{value}</code>}
            <span class="number">{rows.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
