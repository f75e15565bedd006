import type { Cells } from '../api/types.js'
import { hrefOf } from '../router/location.js'
import { Icon } from '../ui/icon.js'
import { ago } from './words.js'
import './people.css'
import { peopleText } from '../text/people.js'

/** A row of a list of groups; the list of a type has the traits and the number of persons, too. */
export interface GroupRow extends Cells {
  readonly group_type: string
  readonly group_id: string
  readonly last_seen?: string
  readonly events?: number
  readonly persons?: number
}

export const isGroupRow = (row: Cells): row is GroupRow => typeof row['group_id'] === 'string'

export const groupHref = (type: string, id: string): string =>
  hrefOf(`/groups/${encodeURIComponent(type)}/${encodeURIComponent(id)}`)

/** The name of a group: its trait `name`, or its id. */
export function groupTitle(id: string, traits: unknown): string {
  const name = typeof traits === 'object' && traits !== null ? (traits as Cells)['name'] : null
  return typeof name === 'string' && name !== '' ? name : id
}

/** A list of groups; each row links to the group's page. */
export const GroupList = ({ rows }: { readonly rows: readonly GroupRow[] }) => (
  <ul class="people">
    {rows.map((row) => (
      <li key={row.group_id}>
        <a href={groupHref(row.group_type, row.group_id)}>
          <span class="face anonymous" aria-hidden="true">
            <Icon name="audience" size={16} />
          </span>
          <span class="who">
            <strong class="clip">{groupTitle(row.group_id, row['traits'])}</strong>
            <small class="clip">{row.group_id}</small>
          </span>
          <span class="tags">
            {row.persons !== undefined && <span class="tag">{peopleText.countedPeople(row.persons)}</span>}
          </span>
          <span class="facts">
            <span class="number">{row.events === undefined ? '' : peopleText.countedEvents(row.events)}</span>
            {row.last_seen !== undefined && (
              <small title={row.last_seen}>{ago(row.last_seen, Date.now())}</small>
            )}
          </span>
        </a>
      </li>
    ))}
  </ul>
)
