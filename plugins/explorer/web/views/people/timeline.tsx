import { useEffect, useState } from 'preact/hooks'
import { withQuery } from '../../api/call.js'
import type { Page } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import type { PersonName } from '../../people/person.js'
import type { Filter } from '../../question/filter.js'
import { EventLine, type EventRow } from '../../rows/event-line.js'
import { keyRows } from '../../rows/key-rows.js'
import { Button } from '../../ui/button.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { SessionHead } from './session-head.js'
import { sessionsOf } from './sessions-of.js'
import { eventsCall, type PersonState } from './state.js'

interface Props {
  readonly who: PersonName
  readonly state: PersonState
  readonly onFilter: (filter: Filter) => void
}

const step = 100
const most = 5_000

/** The person's events, grouped by session. */
export function Timeline({ who, state, onFilter }: Props) {
  const [limit, setLimit] = useState(step)
  const call = eventsCall(who, state)
  const key = JSON.stringify(call)
  useEffect(() => setLimit(step), [key])
  const answer = useAnswer<Page<EventRow>>(withQuery(call, { limit }))
  return (
    <section class="card flush" aria-label="Timeline">
      <Answered answer={answer} isEmpty={({ data }) => data.length === 0} empty={<Nothing />}>
        {({ data, has_more }) => (
          <>
            {sessionsOf(keyRows(data)).map((session) => (
              <section key={session.key} class="session">
                <SessionHead events={session.events.map(({ row }) => row)} />
                <ol class="lines">
                  {session.events.map(({ key: id, row }) => (
                    <EventLine key={id} row={row} ofOne onFilter={onFilter} />
                  ))}
                </ol>
              </section>
            ))}
            {has_more && limit < most && (
              <p class="more">
                <Button small onClick={() => setLimit(Math.min(most, limit + step * 2))}>
                  Show older events
                </Button>
              </p>
            )}
          </>
        )}
      </Answered>
    </section>
  )
}

const Nothing = () => (
  <EmptyState icon="clock" title="No events in this range">
    Choose a longer range or remove filters.
  </EmptyState>
)
