import { post } from '../../api/call.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { subtitleOf, titleOf, type PersonName, type Profile } from '../../people/person.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { RangePicker } from '../../question/range-picker.js'
import { useUrlState } from '../../router/use-url-state.js'
import type { ViewProps } from '../../router/view.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Answered, EmptyState } from '../../ui/states.js'
import { Activity } from '../../people/activity.js'
import { Facts } from './facts.js'
import { activityCall, codecs, eventsCall, factsCall, isOf } from './state.js'
import { Neighbours } from './neighbours.js'
import { Timeline } from './timeline.js'
import '../../people/people.css'
import '../../rows/rows.css'
import './person.css'
import { peopleViewText } from '../../text/people-view.js'
import { peopleText } from '../../text/people.js'

/** One person: their profile, and all their events, newest first. */
export function PersonPage({ params: { kind, id = '' } }: ViewProps) {
  const [state, set] = useUrlState(codecs)
  const name: PersonName = kind === 'user' ? { user_id: id, device_id: id } : { user_id: null, device_id: id }
  const asked = { device_id: id, ...(kind === 'user' && { user_id: id }) }
  const answer = useAnswer<Data<{ readonly people: readonly Profile[] }>>(
    post('/api/v1/people/profiles', { people: [asked] }),
  )
  if (kind !== 'user' && kind !== 'device')
    return (
      <EmptyState icon="person" title={peopleViewText.personNotFound} isPage>
        {peopleViewText.checkTheAddressOrChooseA}
      </EmptyState>
    )
  return (
    <Answered answer={answer}>
      {({ data }) => {
        const profile = data.people[0]
        // An anonymous device may have been linked to a user since the address was created.
        const who = profile?.user_id == null ? name : { ...name, user_id: profile.user_id }
        const traits = profile?.traits ?? {}
        return (
          <div class="stack">
            <PageHead
              title={titleOf(who, traits)}
              summary={<span class="mono">{subtitleOf(who, traits)}</span>}
            >
              <Neighbours who={who} />
              <ShareMenu
                calls={[eventsCall(who, state), activityCall(who, state), factsCall(who)]}
                sheet={null}
              />
            </PageHead>
            <div class="person-page">
              <Facts who={who} profile={profile} />
              <div class="stack">
                <section class="card stack" aria-label={peopleViewText.query}>
                  <div class="row">
                    <RangePicker value={state.range} onChange={(range) => set({ range })} />
                    <FilterBuilder
                      source="events"
                      value={state.filters}
                      onChange={(filters) => set({ filters })}
                      scope={{ range: state.range, conditions: [isOf(who)] }}
                    />
                  </div>
                  <Activity call={activityCall(who, state)} title={peopleText.eventsOfThisPersonOverTime} />
                </section>
                <Timeline
                  who={who}
                  state={state}
                  onFilter={(filter) => set({ filters: [...state.filters, filter] })}
                />
              </div>
            </div>
          </div>
        )
      }}
    </Answered>
  )
}
