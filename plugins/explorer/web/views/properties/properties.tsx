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
import { propertiesText } from '../../text/properties.js'

/** The workspace's calculated properties. */
export function Properties() {
  const [edited, setEdited] = useState<CalculatedProperty | 'new' | null>(null)
  const [deleting, setDeleting] = useState<CalculatedProperty | null>(null)
  const answer = useAnswer<Data<PropertyList>>(propertiesCall)
  const create = may('editor') ? (
    <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
      {propertiesText.createProperty}
    </Button>
  ) : undefined
  return (
    <>
      <PageHead title={propertiesText.properties} summary={propertiesText.fieldsThatAnExpression}>
        {create}
      </PageHead>
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.properties.length === 0}
        empty={
          <EmptyState icon="formula" title={propertiesText.noCalculatedPropertiesYet} actions={create}>
            {propertiesText.createOneForTheDomainOf}
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
                      label={propertiesText.editCalcName(property.name)}
                      onClick={() => setEdited(property)}
                    />
                    <Button
                      small
                      look="quiet"
                      icon="trash"
                      label={propertiesText.deleteCalcName(property.name)}
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
          title={propertiesText.deleteQuestion(deleting.name)}
          text={propertiesText.aPropertyThatIsUsedBy}
          action={propertiesText.deleteProperty}
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
