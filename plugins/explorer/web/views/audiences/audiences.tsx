import { may } from '../../api/roles.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { hrefOf } from '../../router/location.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { audiencesCall, countCall, type Audience } from './audience-api.js'
import { Count } from './count.js'
import { definitionWords } from './words.js'
import './audiences.css'

/** All audiences, each with its current number of people. */
export function Audiences() {
  const answer = useAnswer<Data<{ readonly audiences: readonly Audience[] }>>(audiencesCall)
  const create = may('editor') ? (
    <Button look="primary" icon="plus" href={hrefOf('/audiences/new')}>
      Create audience
    </Button>
  ) : undefined
  return (
    <>
      <PageHead
        title="Audiences"
        summary="Groups of people by what they did and who they are. Any query can be restricted to an audience."
      >
        {create}
      </PageHead>
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.audiences.length === 0}
        empty={
          <EmptyState icon="audience" title="No audiences yet" actions={create}>
            Describe people by rules, such as “bought twice this week” or “did not come back for a month”.
          </EmptyState>
        }
      >
        {({ data }) => (
          <ul class="card bare-list lines audience-list">
            {data.audiences.map((audience) => (
              <li key={audience.id}>
                <div>
                  <a href={hrefOf(`/audiences/${audience.id}`)}>
                    <strong>{audience.name}</strong>
                  </a>
                  {audience.description !== null && <p class="soft">{audience.description}</p>}
                  <small>{definitionWords(audience.definition, audience.listed_count)}</small>
                </div>
                <Count call={countCall(audience.id)} />
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </>
  )
}
