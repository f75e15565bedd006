import { Button } from './button.js'
import { copy } from './copy.js'
import { uiText } from '../text/ui.js'

/** A secret or a link that is shown only once, with a button that copies it. */
export const Once = ({ text, copied }: { readonly text: string; readonly copied: string }) => (
  <div class="once">
    <code>{text}</code>
    <Button small icon="copy" onClick={() => void copy(text, copied)}>
      {uiText.copy}
    </Button>
  </div>
)
