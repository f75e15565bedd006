import { Button } from './button.js'
import { copy } from './copy.js'

/** A secret that is shown this once, or a link: to be copied. */
export const Once = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <div class="once">
    <code>{text}</code>
    <Button small icon="copy" onClick={() => void copy(text, `${what} copied`)}>
      Copy
    </Button>
  </div>
)
