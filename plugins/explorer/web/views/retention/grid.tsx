import { isOpen, missing, type Bounds } from '../../charts/cohort-times.js'
import { formatCount, formatPercent } from '../../charts/format.js'
import { shade } from '../../charts/shade.js'
import { cohortName } from './cohort-name.js'
import { averagesOf, sizeOf, type Cohorts, type Weight } from './result.js'
import type { Cell } from './state.js'
import { retentionText } from '../../text/retention.js'

interface Props {
  readonly cohorts: Cohorts
  readonly unit: string
  /** The length of a period, as a granularity of the API. */
  readonly grain: string
  readonly bounds: Bounds
  readonly weight: Weight
  readonly onCell: (cell: Cell) => void
}

/** A row per cohort, a column per period; a stronger colour means more people came back. Each cell opens its people. */
export function Grid({ cohorts, unit, grain, bounds, weight, onCell }: Props) {
  const averages = averagesOf(cohorts, weight)
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={retentionText.retentionByCohort}>
      <table class="retention">
        <caption class="hidden">{retentionText.shareOfEachCohortThatCame(unit)}</caption>
        <thead>
          <tr>
            <th scope="col">{retentionText.cohort}</th>
            <th scope="col" class="end">
              {retentionText.people}
            </th>
            {averages.map((_, period) => (
              <th scope="col" key={period}>
                <span class="hidden">{unit} </span>
                {period}
              </th>
            ))}
          </tr>
          <tr class="average">
            <th scope="row">{retentionText.allCohorts}</th>
            <td class="end number">{formatCount(sizeOf(cohorts))}</td>
            {averages.map((share, period) => (
              <td key={period}>
                <span class="cell" style={shade(share)}>
                  {formatPercent(share)}
                </span>
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.cohorts.map(({ cohort_date, cohort_size, retention, counts }) => (
            <tr key={cohort_date}>
              <th scope="row">
                <CohortHead name={cohortName(cohort_date, grain)} why={missing(cohort_date, grain, bounds)} />
              </th>
              <td class="end number">{formatCount(cohort_size)}</td>
              {retention.map((share, period) => (
                <td key={period}>
                  <button
                    type="button"
                    class={isOpen(cohort_date, period, grain, bounds) ? 'cell running' : 'cell'}
                    style={shade(share)}
                    title={retentionText.countOfSizePeople(
                      formatCount(counts[period] ?? 0),
                      formatCount(cohort_size),
                    )}
                    aria-label={retentionText.shareCountPeopleOfTheCohort(
                      formatPercent(share),
                      formatCount(counts[period] ?? 0),
                      cohortName(cohort_date, grain),
                      unit,
                      period,
                    )}
                    onClick={() => onCell({ date: cohort_date, period, outcome: 'returned' })}
                  >
                    {formatPercent(share)}
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

const CohortHead = ({ name, why }: { readonly name: string; readonly why: string | null }) =>
  why === null ? (
    <>{name}</>
  ) : (
    <span class="cohort-open" title={why}>
      {name}
      <span class="hidden"> ({why})</span>
    </span>
  )
