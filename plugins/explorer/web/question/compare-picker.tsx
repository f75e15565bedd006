import { questionText } from '../text/question.js'
import { Popover } from '../ui/popover.js'
import { usualZone, weekStart } from './calendar.js'
import { DayRange } from './day-range.js'
import { todayIn } from './month-grid.js'
import { daysOf } from './period.js'
import { rangeName } from './range-name.js'

interface Props {
  /** '', `previous`, `yoy`, or two dates. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** The time zone of the days; '' is the workspace's. */
  readonly zone?: string
}

const names: readonly (readonly [string, string])[] = [
  ['', questionText.noComparison],
  ['previous', questionText.previousPeriod],
  ['yoy', questionText.samePeriodLastYear],
]

/** Chooses the period to compare with: the one before, a year earlier, or any dates. */
export function ComparePicker({ value, onChange, zone = '' }: Props) {
  const name = names.find(([one]) => one === value)?.[1] ?? questionText.comparedWith(rangeName(value))
  const days = zone === '' ? usualZone() : zone
  return (
    <Popover text={name} label={questionText.comparison(name)}>
      {(close) => {
        const choose = (next: string): void => {
          onChange(next)
          close()
        }
        return (
          <div class="range">
            <div class="range-presets" role="group" aria-label={questionText.compare}>
              {names.map(([one, text]) => (
                <button type="button" key={one} aria-pressed={one === value} onClick={() => choose(one)}>
                  {text}
                </button>
              ))}
            </div>
            <div class="range-days">
              <DayRange
                given={value.includes(',') ? daysOf(value, todayIn(days), weekStart()) : null}
                zone={days}
                onChange={choose}
              />
            </div>
          </div>
        )
      }}
    </Popover>
  )
}
