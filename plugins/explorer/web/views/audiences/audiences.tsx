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
import { audiencesText } from '../../text/audiences.js'

/** All audiences, each with its current number of people. */
export function Audiences() {
  const answer = useAnswer<Data<{ readonly audiences: readonly Audience[] }>>(audiencesCall)
  const create = may('editor') ? (
    <Button look="primary" icon="plus" href={hrefOf('/audiences/new')}>
      {audiencesText.createAudience}
    </Button>
  ) : undefined
  return (
    <>
      <PageHead title={audiencesText.audiences} summary={audiencesText.groupsOfPeopleByWhatThey}>
        {create}
      </PageHead>
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.audiences.length === 0}
        empty={
          <EmptyState icon="audience" title={audiencesText.noAudiencesYet} actions={create}>
            {audiencesText.describePeopleByRulesSuchAs}
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
