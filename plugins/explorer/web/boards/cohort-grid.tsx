import { usualZone, weekStart } from '../question/calendar.js'
import { wallTimeIn } from '../question/zone-time.js'
import { boundsOf, isOpen } from '../charts/cohort-times.js'
import { grainOfDates } from '../charts/incomplete.js'
import { formatBucket, formatCount, formatPercent } from '../charts/format.js'
import { shade } from '../charts/shade.js'
import type { Cohort } from './answer-shape.js'
import { boardsText } from '../text/boards.js'

/** Retention as a triangle of shares by cohort and period; a stronger colour means a larger share. Periods that are not over are striped. */
export function CohortGrid({
  cohorts,
  caption,
}: {
  readonly cohorts: readonly Cohort[]
  readonly caption: string
}) {
  const grain = grainOfDates(cohorts.map(({ cohort_date }) => cohort_date))
  const bounds = boundsOf('', wallTimeIn(Date.now(), usualZone()), weekStart())
  const columns = Math.max(0, ...cohorts.map(({ retention }) => retention.length))
  return (
    <div class="tile-scroll" tabIndex={0} role="group" aria-label={caption}>
      <table class="cohorts">
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{boardsText.cohort}</th>
            <th scope="col" class="end">
              {boardsText.people}
            </th>
            {Array.from({ length: columns }, (_, period) => (
              <th scope="col" key={period}>
                {period}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ cohort_date, cohort_size, retention }) => (
            <tr key={cohort_date}>
              <th scope="row">{formatBucket(cohort_date)}</th>
              <td class="end number">{formatCount(cohort_size)}</td>
              {retention.map((part, period) => (
                <td
                  key={period}
                  class={
                    grain !== '' && isOpen(cohort_date, period, grain, bounds)
                      ? 'number cohort-cell open'
                      : 'number cohort-cell'
                  }
                  style={shade(part)}
                >
                  {formatPercent(Math.round(part * 100) / 100)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
