import { formatCount, formatPercent } from '../../charts/format.js'
import { cohortName } from './cohort-name.js'
import { sizeOf, type Cohorts } from './result.js'
import type { Cell } from './state.js'

interface Props {
  readonly cohorts: Cohorts
  readonly unit: string
  readonly onCell: (cell: Cell) => void
}

/** A row a cohort, a column a period; the fuller the colour, the more came back. Each cell opens its people. */
export function Grid({ cohorts, unit, onCell }: Props) {
  const columns = cohorts.weighted_averages.length
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label="Retention by cohort">
      <table class="retention">
        <caption class="hidden">Share of each cohort that came back, by {unit}s since its first</caption>
        <thead>
          <tr>
            <th scope="col">Cohort</th>
            <th scope="col" class="end">
              People
            </th>
            {Array.from({ length: columns }, (_, period) => (
              <th scope="col" key={period}>
                <span class="hidden">{unit} </span>
                {period}
              </th>
            ))}
          </tr>
          <tr class="average">
            <th scope="row">All cohorts</th>
            <td class="end number">{formatCount(sizeOf(cohorts))}</td>
            {cohorts.weighted_averages.map((share, period) => (
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
              <th scope="row">{cohortName(cohort_date, unit)}</th>
              <td class="end number">{formatCount(cohort_size)}</td>
              {retention.map((share, period) => (
                <td key={period}>
                  <button
                    type="button"
                    class={period === retention.length - 1 && period > 0 ? 'cell running' : 'cell'}
                    style={shade(share)}
                    title={`${formatCount(counts[period] ?? 0)} of ${formatCount(cohort_size)} people`}
                    aria-label={`${formatPercent(share)}, ${formatCount(counts[period] ?? 0)} people of the cohort of ${cohortName(cohort_date, unit)} in ${unit} ${period}`}
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

/** The share as strength of the colour, which leaves out what neither a light nor a dark text can be read on. */
function shade(share: number): { readonly background: string; readonly color: string } {
  const strength = share === 0 ? 0 : share === 1 ? 92 : 6 + Math.round(share ** 0.85 * 64)
  return {
    background: `color-mix(in oklab, var(--accent) ${strength}%, var(--surface))`,
    color: strength > 75 ? 'var(--on-accent)' : 'var(--text)',
  }
}
