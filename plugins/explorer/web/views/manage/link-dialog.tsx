import { useRef, useState } from 'preact/hooks'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Once } from '../../ui/once.js'
import { manageText } from '../../text/manage.js'
import { uiText } from '../../text/ui.js'

interface LinkProps {
  readonly title: string
  readonly text: string
  readonly url: string
  readonly onClose: () => void
}

/** Shows a link for someone else to open; it is shown only once. */
export const LinkDialog = ({ title, text, url, onClose }: LinkProps) => (
  <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>{manageText.close}</Button>}>
    <div class="stack">
      <p>{text}</p>
      <Once text={url} copied={uiText.linkCopied} />
    </div>
  </Dialog>
)

/** The state of a form that creates a link: after the submit the link replaces the form instead of closing it. */
export function useLink(onClose: () => void) {
  const [url, set] = useState<string | null>(null)
  const created = useRef(false)
  return {
    url,
    setUrl: (link: string): void => {
      created.current = true
      set(link)
    },
    closeForm: (): void => {
      if (!created.current) onClose()
    },
  }
}
