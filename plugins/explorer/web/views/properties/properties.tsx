import { useState } from 'preact/hooks'
import { may } from '../../api/roles.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Confirm } from '../../ui/confirm.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { PropertyDialog } from './property-dialog.js'
import { deleteProperty, propertiesCall, type CalculatedProperty, type PropertyList } from './property-api.js'
import './properties.css'

/** The workspace's calculated properties. */
export function Properties() {
  const [edited, setEdited] = useState<CalculatedProperty | 'new' | null>(null)
  const [deleting, setDeleting] = useState<CalculatedProperty | null>(null)
  const answer = useAnswer<Data<PropertyList>>(propertiesCall)
  const create = may('editor') ? (
    <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
      Create property
    </Button>
  ) : undefined
  return (
    <>
      <PageHead
        title="Properties"
        summary="Fields that an expression calculates from the fields of an event. They stand in every filter and breakdown."
      >
        {create}
      </PageHead>
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.properties.length === 0}
        empty={
          <EmptyState icon="formula" title="No calculated properties yet" actions={create}>
            Create one for the domain of a referrer or a class of amounts, and use it like any other field.
          </EmptyState>
        }
      >
        {({ data }) => (
          <ul class="card bare-list lines property-list">
            {data.properties.map((property) => (
              <li key={property.name}>
                <div>
                  <strong>calc.{property.name}</strong> <span class="tag">{property.type}</span>
                  {property.description !== null && <p class="soft">{property.description}</p>}
                  <code>{property.expression}</code>
                </div>
                {may('editor') && (
                  <span class="row-actions">
                    <Button
                      small
                      look="quiet"
                      icon="edit"
                      label={`Edit calc.${property.name}`}
                      onClick={() => setEdited(property)}
                    />
                    <Button
                      small
                      look="quiet"
                      icon="trash"
                      label={`Delete calc.${property.name}`}
                      onClick={() => setDeleting(property)}
                    />
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </Answered>
      {edited !== null && (
        <PropertyDialog
          property={edited === 'new' ? null : edited}
          functions={answer.data?.data.functions ?? []}
          onSaved={answer.reload}
          onClose={() => setEdited(null)}
        />
      )}
      {deleting !== null && (
        <Confirm
          title={`Delete calc.${deleting.name}?`}
          text="A property that another one, an audience or a board uses cannot be deleted."
          action="Delete property"
          onConfirm={async () => {
            await deleteProperty(deleting.name)
            answer.reload()
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
