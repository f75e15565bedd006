import { useEffect, useState } from 'preact/hooks'
import { withQuery } from '../../api/call.js'
import type { Page } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import type { PersonName } from '../../people/person.js'
import type { Filter } from '../../question/filter.js'
import { EventLine, type EventRow } from '../../rows/event-line.js'
import { keyRows } from '../../rows/key-rows.js'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { matchingEvents } from './matching-events.js'
import { SessionHead } from './session-head.js'
import { sessionsOf, type SessionEvents } from './sessions-of.js'
import { eventsCall, type PersonState } from './state.js'
import { peopleViewText } from '../../text/people-view.js'

interface Props {
  readonly who: PersonName
  readonly state: PersonState
  readonly onFilter: (filter: Filter) => void
}

const step = 100
const most = 5_000

/** The person's events, grouped by session: the newest is open. A search opens every session with a match. */
export function Timeline({ who, state, onFilter }: Props) {
  const [limit, setLimit] = useState(step)
  const [search, setSearch] = useState('')
  const call = eventsCall(who, state)
  const key = JSON.stringify(call)
  useEffect(() => setLimit(step), [key])
  const answer = useAnswer<Page<EventRow>>(withQuery(call, { limit }))
  return (
    <section class="card flush" aria-label={peopleViewText.timeline}>
      <div class="timeline-search">
        <TextField
          label={peopleViewText.searchEventsAndProperties}
          type="search"
          placeholder={peopleViewText.namePropertyOrValue}
          value={search}
          onInput={setSearch}
        />
      </div>
      <Answered answer={answer} isEmpty={({ data }) => data.length === 0} empty={<Nothing />}>
        {({ data, has_more }) => {
          const found = matchingEvents(sessionsOf(keyRows(data)), search)
          return (
            <>
              {found.map((session, index) => (
                <Session
                  key={`${session.key} ${search === '' ? '' : 'found'}`}
                  session={session}
                  opened={index === 0 || search.trim() !== ''}
                  onFilter={onFilter}
                />
              ))}
              {found.length === 0 && (
                <p class="more faint" role="status">
                  {peopleViewText.noneOfTheLoadedEventsMatches(data.length)}
                </p>
              )}
              {has_more && limit < most && (
                <p class="more">
                  <Button small onClick={() => setLimit(Math.min(most, limit + step * 2))}>
                    {peopleViewText.showOlderEvents}
                  </Button>
                </p>
              )}
            </>
          )
        }}
      </Answered>
    </section>
  )
}

interface SessionProps extends Pick<Props, 'onFilter'> {
  readonly session: SessionEvents
  readonly opened: boolean
}

function Session({ session: { events }, opened, onFilter }: SessionProps) {
  const [open, setOpen] = useState(opened)
  return (
    <section class="session">
      <SessionHead events={events.map(({ row }) => row)} open={open} onToggle={() => setOpen(!open)} />
      {open && (
        <ol class="lines">
          {events.map(({ key: id, row }) => (
            <EventLine key={id} row={row} ofOne onFilter={onFilter} />
          ))}
        </ol>
      )}
    </section>
  )
}

const Nothing = () => (
  <EmptyState icon="clock" title={peopleViewText.noEventsInThisRange}>
    {peopleViewText.chooseALongerRangeOrRemove}
  </EmptyState>
)
