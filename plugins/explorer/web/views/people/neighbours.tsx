import { neighboursOf } from '../../people/came-from.js'
import { personHref, type PersonName } from '../../people/person.js'
import { Button } from '../../ui/button.js'

/** The way to the persons before and after this one in the list that the page was opened from, and back to the list. */
export function Neighbours({ who }: { readonly who: PersonName }) {
  const found = neighboursOf(who)
  if (found === null) return null
  const { list, place, previous, next } = found
  return (
    <nav class="neighbours" aria-label="People of the list">
      {previous !== null && (
        <Button small icon="chevronLeft" href={personHref(previous)} label="Previous person" />
      )}
      <a class="soft" href={list.href}>
        {place} of {list.people.length} in {list.title}
      </a>
      {next !== null && <Button small icon="chevronRight" href={personHref(next)} label="Next person" />}
    </nav>
  )
}
