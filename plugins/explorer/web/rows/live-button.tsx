import { Button } from '../ui/button.js'
import { rowsText } from '../text/rows.js'

interface Props {
  readonly live: boolean
  readonly onChange: (live: boolean) => void
}

/** Turns the live tail on and off. */
export const LiveButton = ({ live, onChange }: Props) => (
  <span class={live ? 'live-button on' : 'live-button'}>
    <span class="dot" aria-hidden="true" />
    <Button small pressed={live} onClick={() => onChange(!live)}>
      {live ? rowsText.live : rowsText.paused}
    </Button>
  </span>
)
