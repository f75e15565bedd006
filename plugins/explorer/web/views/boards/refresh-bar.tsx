import { formatClock } from '../../boards/clock.js'
import { Button } from '../../ui/button.js'
import { Select } from '../../ui/field.js'

const intervals = [
  [0, 'No refresh'],
  [60, 'Every minute'],
  [300, 'Every 5 minutes'],
  [900, 'Every 15 minutes'],
  [3600, 'Every hour'],
] as const

interface Props {
  readonly seconds: number
  readonly answeredAt: number | null
  readonly wall: boolean
  readonly onRefresh: (seconds: number) => void
  readonly onLeave: () => void
}

/** How often the tiles are loaded again, and when one was answered last. */
export function RefreshBar({ seconds, answeredAt, wall, onRefresh, onLeave }: Props) {
  const known = intervals.some(([value]) => value === seconds)
  const options = known ? intervals : [...intervals, [seconds, `Every ${seconds} seconds`] as const]
  return (
    <>
      {answeredAt !== null && <small class="answered-at">Last answered {formatClock(answeredAt)}</small>}
      <Select
        label="Refresh"
        bare
        value={String(seconds)}
        options={options.map(([value, label]) => ({ value: String(value), label }))}
        onChange={(value) => onRefresh(Number(value))}
      />
      {wall && (
        <Button small onClick={onLeave}>
          Leave full screen
        </Button>
      )}
    </>
  )
}
