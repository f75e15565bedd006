import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../ui/button.js'
import { weekStart, weekStartNames } from './calendar.js'
import { addMonths, dateAfter, weeksOf } from './month-grid.js'
import { questionText } from '../text/question.js'
import { dateFormat } from '../text/format.js'

interface Props {
  /** The chosen dates, YYYY-MM-DD; '' if none is chosen. */
  readonly from: string
  readonly to: string
  readonly today: string
  readonly onChoose: (date: string) => void
}

const monthName = dateFormat({ month: 'long', year: 'numeric' })
const dayName = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const weekday = dateFormat({ weekday: 'short' })

/**
 * Two months side by side with the chosen days; one on phones. Arrow keys move by days and weeks, Page Up and Page
 * Down by months, with Shift by years. Enter chooses a day.
 */
export function Months({ from, to, today, onChoose }: Props) {
  const [at, setAt] = useState(to || from || today)
  // The months that are shown move only when the focused day leaves them.
  const [first, setFirst] = useState(addMonths(at, -1))
  const isMoved = useRef(false)
  const grids = useRef<HTMLDivElement>(null)
  // Before the next key arrives: it would go to the page, since the day that had the focus may be gone.
  useLayoutEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    grids.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [at])
  const show = (date: string): void => {
    setAt(date)
    // On phones only the second month is there, so a day of the first one moves the months too.
    const isOne = grids.current !== null && grids.current.firstElementChild?.clientHeight === 0
    if (date < (isOne ? addMonths(first, 1) : first)) setFirst(addMonths(date, isOne ? -1 : 0))
    else if (date >= addMonths(first, 2)) setFirst(addMonths(date, -1))
  }
  const turn = (months: number): void => {
    setFirst(addMonths(first, months))
    setAt(addMonths(first, months + 1))
  }
  return (
    <div class="months">
      <div class="months-turn spread">
        <Button
          small
          look="quiet"
          icon="chevronLeft"
          label={questionText.previousMonth}
          onClick={() => turn(-1)}
        />
        <Button
          small
          look="quiet"
          icon="chevronRight"
          label={questionText.nextMonth}
          onClick={() => turn(1)}
        />
      </div>
      <div
        class="months-grids"
        ref={grids}
        onKeyDown={(event) => {
          const next = dateAfter(event.key, at, { weekStart: weekStart(), withShift: event.shiftKey })
          if (next === undefined) return
          event.preventDefault()
          isMoved.current = true
          show(next)
        }}
      >
        {[first, addMonths(first, 1)].map((month) => (
          <Month
            key={month}
            {...{ month, at, today, from, to }}
            onChoose={(date) => {
              setAt(date)
              onChoose(date)
            }}
          />
        ))}
      </div>
    </div>
  )
}

interface MonthProps extends Props {
  /** The first day of the month. */
  readonly month: string
  /** The day that has the focus. */
  readonly at: string
}

/** The days of a month, by weeks as the workspace has them. Days of other months are left out. */
function Month({ month, at, today, from, to, onChoose }: MonthProps) {
  const end = to === '' ? from : to
  const weeks = weeksOf(month, weekStart())
  return (
    <div class="month">
      <strong aria-live="polite">{monthName.format(new Date(month))}</strong>
      <table
        role="grid"
        aria-label={questionText.monthWeeksFromDay(
          monthName.format(new Date(month)),
          weekStartNames[weekStart()],
        )}
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
                  {date.startsWith(month.slice(0, 7)) && (
                    <button
                      type="button"
                      class={date === from || date === end ? 'end' : ''}
                      aria-label={dayName.format(new Date(date))}
                      aria-pressed={from !== '' && from <= date && date <= end}
                      aria-current={date === today ? 'date' : undefined}
                      tabIndex={date === at ? 0 : -1}
                      onClick={() => onChoose(date)}
                    >
                      {Number(date.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
