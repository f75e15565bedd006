import { Button } from '../ui/button.js'
import { copy } from '../ui/copy.js'
import './people.css'
import { peopleText } from '../text/people.js'

const shown = 8

/** The first characters of a long id. */
export const shortId = (id: string): string => (id.length <= shown + 4 ? id : `${id.slice(0, shown)}…`)

/** An id in short form with a button that copies the whole. */
export const ShortId = ({ id, what }: { readonly id: string; readonly what: string }) => (
  <span class="short-id">
    <span class="mono" title={id}>
      {shortId(id)}
    </span>
    <Button
      small
      look="quiet"
      icon="copy"
      label={peopleText.copyId(what, id)}
      onClick={() => void copy(id)}
    />
  </span>
)
