import type { Cells } from '../api/types.js'
import type { PersonRow } from './person.js'
import { comeFrom, hereOf } from './came-from.js'
import { personHref, personKey, subtitleOf, tagsOf, titleOf } from './person.js'
import { GroupList, isGroupRow } from './group-list.js'
import { useProfiles } from './use-profiles.js'
import { formatValue } from '../charts/format.js'
import { ago } from './words.js'
import { titleOfPage } from '../shell/page-title.js'
import { Icon } from '../ui/icon.js'
import './people.css'
import { peopleText } from '../text/people.js'

/** A list of people, or of the groups in their place; each row links to the page of its own. */
export const PeopleList = ({ rows }: { readonly rows: readonly PersonRow[] }) => {
  const groups = (rows as readonly Cells[]).filter(isGroupRow)
  return groups.length > 0 ? <GroupList rows={groups} /> : <Persons rows={rows} />
}

function Persons({ rows }: { readonly rows: readonly PersonRow[] }) {
  const profiles = useProfiles(rows)
  return (
    <ul class="people">
      {rows.map((row) => {
        const traits = profiles.get(personKey(row))?.traits ?? {}
        return (
          <li key={row.session_id ?? personKey(row)}>
            <a href={personHref(row)} onClick={() => comeFrom(rows, hereOf(), titleOfPage())}>
              <span class={row.user_id === null ? 'face anonymous' : 'face'} aria-hidden="true">
                {row.user_id === null ? <Icon name="person" size={16} /> : initials(titleOf(row, traits))}
              </span>
              <span class="who">
                <strong class="clip">{titleOf(row, traits)}</strong>
                <small class="clip">{subtitleOf(row, traits)}</small>
              </span>
              <span class="tags">
                {tagsOf(traits).map((tag) => (
                  <span class="tag" key={tag}>
                    {tag}
                  </span>
                ))}
              </span>
              <span class="facts">
                <span class="number">{factOf(row)}</span>
                {row.last_seen !== undefined && (
                  <small title={row.last_seen}>{ago(row.last_seen, Date.now())}</small>
                )}
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}

const initials = (title: string): string =>
  title
    .split(/[\s@._-]+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

const counted: Readonly<Record<string, (count: number) => string>> = {
  events: peopleText.countedEvents,
  sessions: peopleText.countedSessions,
}

/** The number that the list is about, with its unit: the first numeric field of the row, mostly `events`. */
function factOf(row: PersonRow): string {
  for (const [name, value] of Object.entries(row))
    if (typeof value === 'number')
      return counted[name]?.(value) ?? `${formatValue(value)} ${name.replaceAll('_', ' ')}`
  return ''
}
