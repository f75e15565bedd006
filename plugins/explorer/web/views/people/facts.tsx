import type { Cells, Page } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatCount, formatTime } from '../../charts/format.js'
import { Fact, Moment, Traits } from '../../people/fact-list.js'
import type { PersonName, PersonRow, Profile } from '../../people/person.js'
import { ago } from '../../people/words.js'
import { Button } from '../../ui/button.js'
import { copy } from '../../ui/copy.js'
import { factsCall, sessionsCall } from './state.js'
import { peopleViewText } from '../../text/people-view.js'
import { peopleText } from '../../text/people.js'

interface Props {
  readonly who: PersonName
  readonly profile: Profile | undefined
}

/** The sidebar of a person: figures, traits, location, device and version of the last session, and devices. */
export function Facts({ who, profile }: Props) {
  const row = useAnswer<Page<PersonRow>>(factsCall(who)).data?.data[0]
  const sessions = useAnswer<Page>(sessionsCall(who)).data
  const devices = profile?.devices ?? []
  return (
    <aside class="stack person-facts">
      <section class="card" aria-label={peopleViewText.figures}>
        <dl class="facts-list">
          <Fact name={peopleText.events}>{row === undefined ? '–' : formatCount(row.events ?? 0)}</Fact>
          <Fact name={peopleText.sessions}>{sessions === null ? '–' : formatCount(sessions.total ?? 0)}</Fact>
          <Moment name={peopleText.firstSeen} time={row?.first_seen} />
          <Moment name={peopleText.lastSeen} time={row?.last_seen} />
          <LastSession session={sessions?.data[0]} />
          <Fact name={who.user_id === null ? peopleText.device : peopleText.user}>
            <span class="copyable">
              <span class="mono clip">{who.user_id ?? who.device_id}</span>
              <Button
                small
                look="quiet"
                icon="copy"
                label={peopleViewText.copyID}
                onClick={() => void copy(who.user_id ?? who.device_id)}
              />
            </span>
          </Fact>
        </dl>
      </section>
      <Traits traits={profile?.traits ?? {}} none={peopleText.noTraitsOfPerson} />
      {who.user_id !== null && (
        <section class="card" aria-label={peopleViewText.devices}>
          <h2>{peopleViewText.devices}</h2>
          <dl class="facts-list">
            {devices.map(({ device_id, linked_at }) => (
              <Fact key={device_id} name={<span class="mono">{device_id.slice(0, 12)}</span>}>
                {linked_at === null ? (
                  ''
                ) : (
                  <span title={formatTime(linked_at)}>
                    {peopleViewText.linkedTime(ago(linked_at, Date.now()))}
                  </span>
                )}
              </Fact>
            ))}
          </dl>
        </section>
      )}
    </aside>
  )
}

const words = (session: Cells, names: readonly string[]): string =>
  names
    .map((name) => session[name])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(', ')

function LastSession({ session }: { readonly session: Cells | undefined }) {
  if (session === undefined) return null
  const facts = [
    [peopleViewText.location, words(session, ['city', 'country'])],
    [peopleViewText.device, words(session, ['os', 'browser'])],
    [peopleViewText.version, words(session, ['app_version'])],
  ] as const
  return (
    <>
      {facts.map(([name, value]) =>
        value === '' ? null : (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ),
      )}
    </>
  )
}
