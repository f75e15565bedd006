import { formatTick } from './format.js'
import { markLabels } from './mark-labels.js'
import { markColor, type PlotMark } from './layers.js'
import type { Drawn } from './plot.js'
import { chartsText } from '../text/charts.js'

interface Props {
  readonly marks: readonly PlotMark[]
  readonly drawn: Drawn | null
}

const day = 86_400_000

/** The titles of marks above the chart. Close marks share one title: that of the most severe one, and a count. */
export function MarksStrip({ marks, drawn }: Props) {
  if (marks.length === 0) return null
  const edge = (drawn?.chart.bbox.left ?? 0) / devicePixelRatio
  const placeOf = ({ time }: PlotMark): number => (drawn?.chart.valToPos(time / 1000, 'x') ?? 0) + edge
  return (
    <ul class="marks" aria-label={chartsText.marks}>
      {drawn !== null &&
        markLabels(marks, placeOf, drawn.chart.width).map(({ marks: held, left, room, before }) => {
          const named = gravest(held)
          return (
            <li
              key={left}
              class={before ? 'before' : ''}
              style={{
                ...(before ? { right: `${drawn.chart.width - left}px` } : { left: `${left}px` }),
                maxWidth: `${room}px`,
                color: markColor(named.category),
              }}
              title={held
                .map(({ time, title, category }) => `${formatTick(time, day)}: ${title} (${category})`)
                .join('\n')}
            >
              <span class="clip">{named.title}</span>
              {held.length > 1 && (
                <b>
                  +{held.length - 1}
                  <span class="hidden">
                    {held
                      .filter((one) => one !== named)
                      .map(({ title }) => title)
                      .join(', ')}
                  </span>
                </b>
              )}
            </li>
          )
        })}
    </ul>
  )
}

const gravity = ['release', 'news', 'incident']

/** The most severe mark: an incident before news, news before a release. */
const gravest = (marks: readonly [PlotMark, ...PlotMark[]]): PlotMark =>
  marks.reduce((worst, one) => (weightOf(one) > weightOf(worst) ? one : worst))

const weightOf = ({ category }: PlotMark): number => gravity.indexOf(category)
