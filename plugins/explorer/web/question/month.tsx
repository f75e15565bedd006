import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../ui/button.js'
import { usualZone, weekStart, weekStartNames } from './calendar.js'
import { addDays, addMonths, todayIn, weeksOf } from './month-grid.js'

interface Props {
  /** The chosen dates, YYYY-MM-DD; '' if none is chosen. */
  readonly from: string
  readonly to: string
  readonly onChoose: (date: string) => void
}

const utc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
const monthName = utc({ month: 'long', year: 'numeric' })
const dayName = utc({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const weekday = utc({ weekday: 'short' })

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The days of a month, by weeks as the workspace has them. The arrow keys move among the days. */
export function Month({ from, to, onChoose }: Props) {
  const today = todayIn(usualZone())
  const [at, setAt] = useState(to || from || today)
  const isMoved = useRef(false)
  const grid = useRef<HTMLTableElement>(null)
  useEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [at])
  const weeks = weeksOf(at, weekStart())
  const month = at.slice(0, 7)
  const move = (event: KeyboardEvent): void => {
    const by = steps[event.key]
    if (by === undefined) return
    event.preventDefault()
    isMoved.current = true
    setAt(addDays(at, by))
  }
  const end = to === '' ? from : to
  return (
    <div class="month">
      <div class="spread">
        <Button
          small
          look="quiet"
          icon="chevronLeft"
          label="Previous month"
          onClick={() => setAt(addMonths(at, -1))}
        />
        <strong aria-live="polite">{monthName.format(new Date(at))}</strong>
        <Button
          small
          look="quiet"
          icon="chevronRight"
          label="Next month"
          onClick={() => setAt(addMonths(at, 1))}
        />
      </div>
      <table
        ref={grid}
        role="grid"
        aria-label={`Days, by weeks from ${weekStartNames[weekStart()]}`}
        onKeyDown={move}
      >
        <thead>
          <tr>
            {(weeks[0] ?? []).map((date) => (
              <th key={date} scope="col">
                {weekday.format(new Date(date))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((dates) => (
            <tr key={dates[0]}>
              {dates.map((date) => (
                <td key={date}>
                  <button
                    type="button"
                    class={date.startsWith(month) ? '' : 'faint'}
                    aria-label={dayName.format(new Date(date))}
                    aria-pressed={from !== '' && from <= date && date <= end}
                    aria-current={date === today ? 'date' : undefined}
                    tabIndex={date === at ? 0 : -1}
                    onClick={() => {
                      setAt(date)
                      onChoose(date)
                    }}
                  >
                    {Number(date.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
