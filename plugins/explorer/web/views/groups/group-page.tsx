import { useEffect, useState } from 'preact/hooks'
import { get, parameters, withQuery } from '../../api/call.js'
import type { Cells, Data, Page } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatCount } from '../../charts/format.js'
import { Activity } from '../../people/activity.js'
import { Fact, Moment, Traits } from '../../people/fact-list.js'
import { groupTitle } from '../../people/group-list.js'
import { PeoplePages, PeopleTotal, usePeoplePages } from '../../people/people-pages.js'
import { askedParameters } from '../../question/asked.js'
import type { Filter } from '../../question/filter.js'
import { RangePicker } from '../../question/range-picker.js'
import { text } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import type { ViewProps } from '../../router/view.js'
import { EventLine, type EventRow } from '../../rows/event-line.js'
import { keyRows } from '../../rows/key-rows.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Answered, EmptyState } from '../../ui/states.js'
import '../../rows/rows.css'
import '../people/person.css'
import { groupsText } from '../../text/groups.js'
import { peopleText } from '../../text/people.js'

/** The body of GET /api/v1/groups/:type/:id. */
interface Profile {
  readonly traits: Cells
  readonly events: number
  readonly persons: number
  readonly first_seen: string | null
  readonly last_seen: string | null
}

const codecs = { range: text('90d') }
const step = 50
const most = 5_000

/** One group: its traits, its members, and its events, newest first. */
export function GroupPage({ params: { type = '', id = '' } }: ViewProps) {
  const [{ range }, set] = useUrlState(codecs)
  const isOf: Filter = { field: `group:${type}`, operator: 'eq', value: id }
  const asked = askedParameters({ range, filters: [isOf] })
  const profile = get(
    `/api/v1/groups/${encodeURIComponent(type)}/${encodeURIComponent(id)}`,
    parameters({ range }),
  )
  const events = get('/api/v1/metrics/events/raw', asked)
  const activity = get('/api/v1/metrics/events', askedParameters({ range, granularity: '', filters: [isOf] }))
  const answer = useAnswer<Data<Profile>>(profile)
  return (
    <Answered answer={answer}>
      {({ data }) => (
        <div class="stack">
          <PageHead title={groupTitle(id, data.traits)} summary={<span class="mono">{`${type} ${id}`}</span>}>
            <ShareMenu calls={[profile, events, activity]} sheet={null} />
          </PageHead>
          <div class="person-page">
            <Facts profile={data} />
            <div class="stack">
              <section class="card stack" aria-label={groupsText.activity}>
                <RangePicker value={range} onChange={(next) => set({ range: next })} />
                <Activity call={activity} title={peopleText.eventsOfThisGroupOverTime} />
              </section>
              <Members call={get('/api/v1/metrics/users/raw', asked)} />
              <Events call={events} />
            </div>
          </div>
        </div>
      )}
    </Answered>
  )
}

type CallOf = ReturnType<typeof get>

const Facts = ({ profile }: { readonly profile: Profile }) => (
  <aside class="stack person-facts">
    <section class="card" aria-label={groupsText.figures}>
      <dl class="facts-list">
        <Fact name={peopleText.events}>{formatCount(profile.events)}</Fact>
        <Fact name={peopleText.members}>{formatCount(profile.persons)}</Fact>
        <Moment name={peopleText.firstSeen} time={profile.first_seen} />
        <Moment name={peopleText.lastSeen} time={profile.last_seen} />
      </dl>
    </section>
    <Traits traits={profile.traits} none={peopleText.noTraitsOfGroup} />
  </aside>
)

function Members({ call }: { readonly call: CallOf }) {
  const pages = usePeoplePages(call)
  return (
    <section class="card stack" aria-label={groupsText.members}>
      <h2>{groupsText.members}</h2>
      <PeopleTotal pages={pages} />
      <PeoplePages pages={pages} empty={<Nothing />} />
    </section>
  )
}

function Events({ call }: { readonly call: CallOf }) {
  const [limit, setLimit] = useState(step)
  const key = JSON.stringify(call)
  useEffect(() => setLimit(step), [key])
  const answer = useAnswer<Page<EventRow>>(withQuery(call, { limit }))
  return (
    <section class="card flush" aria-label={groupsText.events}>
      <Answered answer={answer} isEmpty={({ data }) => data.length === 0} empty={<Nothing />}>
        {({ data, has_more }) => (
          <>
            <ol class="lines">
              {keyRows(data).map(({ key: id, row }) => (
                <EventLine key={id} row={row} />
              ))}
            </ol>
            {has_more && limit < most && (
              <p class="more">
                <Button small onClick={() => setLimit(Math.min(most, limit + step * 2))}>
                  {groupsText.showOlderEvents}
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
  <EmptyState icon="clock" title={groupsText.noEventsInThisRange}>
    {groupsText.chooseALongerRange}
  </EmptyState>
)
