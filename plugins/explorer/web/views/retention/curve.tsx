import { firstOpen, type Bounds } from '../../charts/cohort-times.js'
import { formatPercent } from '../../charts/format.js'
import { LegendList } from '../../charts/legend-list.js'
import { colorOf } from '../../charts/line.js'
import { averagesOf, type RetentionResult, type Weight } from './result.js'
import { retentionText } from '../../text/retention.js'

const size = { width: 860, height: 320, left: 46, right: 30, top: 12, bottom: 34 }
const most = 8

interface Curve {
  readonly name: string
  readonly shares: readonly number[]
  /** The first period that is incomplete for every cohort. */
  readonly open: number
}

interface Props {
  readonly result: RetentionResult
  readonly unit: string
  /** The length of a period, as a granularity of the API. */
  readonly grain: string
  readonly bounds: Bounds
  readonly weight: Weight
}

/** The average retention by period: one curve, or one per breakdown value, at most eight. */
export function Curves({ result, unit, grain, bounds, weight }: Props) {
  const groups = result.breakdowns?.slice(0, most)
  const curves: readonly Curve[] =
    groups === undefined || groups.length === 0
      ? [
          {
            name: retentionText.allCohorts,
            shares: averagesOf(result, weight),
            open: firstOpen(result, grain, bounds),
          },
        ]
      : groups.map((group) => ({
          name: group.dimension,
          shares: averagesOf(group, weight),
          open: firstOpen(group, grain, bounds),
        }))
  const columns = Math.max(2, ...curves.map(({ shares }) => shares.length))
  const x = (period: number): number =>
    size.left + (period / (columns - 1)) * (size.width - size.left - size.right)
  const y = (share: number): number => size.top + (1 - share) * (size.height - size.top - size.bottom)
  const every = Math.ceil(columns / 13)
  return (
    <figure class="stack">
      <div class="curve-frame">
        <svg
          viewBox={`0 0 ${size.width} ${size.height}`}
          role="img"
          aria-label={retentionText.averageRetentionByUnitCurves(unit, curves.map(spoken).join('; '))}
        >
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <g key={share}>
              <line
                class="grid-line"
                x1={size.left}
                x2={size.width - size.right}
                y1={y(share)}
                y2={y(share)}
              />
              <text class="tick" x={size.left - 8} y={y(share) + 4} text-anchor="end">
                {formatPercent(share)}
              </text>
            </g>
          ))}
          {Array.from({ length: columns }, (_, period) =>
            period % every === 0 ? (
              <text key={period} class="tick" x={x(period)} y={size.height - 10} text-anchor="middle">
                {retentionText.unitNumber(unit, period)}
              </text>
            ) : null,
          )}
          {curves.map(({ name, shares, open }, index) => (
            <g key={name} style={{ color: colorOf(index) }}>
              {[shares.slice(0, open), shares.slice(Math.max(0, open - 1))].map((part, tail) => (
                <polyline
                  key={tail}
                  class={tail === 0 ? 'curve' : 'curve open'}
                  points={part
                    .map(
                      (share, place) => `${x(place + (tail === 0 ? 0 : Math.max(0, open - 1)))},${y(share)}`,
                    )
                    .join(' ')}
                />
              ))}
              {shares.map((share, period) => (
                <circle key={period} cx={x(period)} cy={y(share)} r="4">
                  <title>{retentionText.curvePoint(name, unit, period, formatPercent(share))}</title>
                </circle>
              ))}
            </g>
          ))}
        </svg>
      </div>
      {curves.length > 1 && (
        <LegendList
          label={retentionText.curves}
          entries={curves.map(({ name, shares }) => ({
            name,
            share: shares[1],
            about: retentionText.inUnit1(unit),
          }))}
        />
      )}
    </figure>
  )
}

const spoken = ({ name, shares }: Curve): string =>
  `${name} ${shares.map((share) => formatPercent(share)).join(', ')}`
