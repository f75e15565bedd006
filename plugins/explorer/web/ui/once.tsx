import { Button } from './button.js'
import { copy } from './copy.js'

/** A secret or a link that is shown only once, with a button that copies it. */
export const Once = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <div class="once">
    <code>{text}</code>
    <Button small icon="copy" onClick={() => void copy(text, `${what} copied`)}>
      Copy
    </Button>
  </div>
)
