import { neighboursOf } from '../../people/came-from.js'
import { personHref, type PersonName } from '../../people/person.js'
import { Button } from '../../ui/button.js'
import { peopleViewText } from '../../text/people-view.js'

/** The way to the persons before and after this one in the list that the page was opened from, and back to the list. */
export function Neighbours({ who }: { readonly who: PersonName }) {
  const found = neighboursOf(who)
  if (found === null) return null
  const { list, place, previous, next } = found
  return (
    <nav class="neighbours" aria-label={peopleViewText.peopleOfTheList}>
      {previous !== null && (
        <Button small icon="chevronLeft" href={personHref(previous)} label={peopleViewText.previousPerson} />
      )}
      <a class="soft" href={list.href}>
        {peopleViewText.placeOfAllInList(place, list.people.length, list.title)}
      </a>
      {next !== null && (
        <Button small icon="chevronRight" href={personHref(next)} label={peopleViewText.nextPerson} />
      )}
    </nav>
  )
}
