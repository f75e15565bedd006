import type { ReadonlySignal } from '@preact/signals'
import { formatClock } from '../../boards/clock.js'
import { Button } from '../../ui/button.js'
import { Select } from '../../ui/field.js'
import { boardViewText } from '../../text/board-view.js'

const intervals = [
  [0, boardViewText.noRefresh],
  [60, boardViewText.everyMinute],
  [300, boardViewText.every5Minutes],
  [900, boardViewText.every15Minutes],
  [3600, boardViewText.everyHour],
] as const

interface Props {
  readonly seconds: number
  readonly answeredAt: ReadonlySignal<number | null>
  readonly wall: boolean
  readonly onRefresh: (seconds: number) => void
  readonly onLeave: () => void
}

/** How often the tiles are loaded again, and when one was answered last. */
export function RefreshBar({ seconds, answeredAt, wall, onRefresh, onLeave }: Props) {
  const known = intervals.some(([value]) => value === seconds)
  const options = known ? intervals : [...intervals, [seconds, boardViewText.everySeconds(seconds)] as const]
  return (
    <>
      <AnsweredAt answeredAt={answeredAt} />
      <Select
        label={boardViewText.refresh}
        bare
        value={String(seconds)}
        options={options.map(([value, label]) => ({ value: String(value), label }))}
        onChange={(value) => onRefresh(Number(value))}
      />
      {wall && (
        <Button small onClick={onLeave}>
          {boardViewText.leaveFullScreen}
        </Button>
      )}
    </>
  )
}

function AnsweredAt({ answeredAt: { value } }: Pick<Props, 'answeredAt'>) {
  return value === null ? null : (
    <small class="answered-at">{boardViewText.lastAnsweredTime(formatClock(value))}</small>
  )
}
