import { formatTick } from './format.js'
import { markColor, type Drawn, type PlotMark } from './plot.js'

interface Props {
  readonly marks: readonly PlotMark[]
  readonly drawn: Drawn | null
}

const day = 86_400_000

/** The titles of the marks over the chart, each at its line; they shrink to what room there is before the next. */
export function MarksStrip({ marks, drawn }: Props) {
  const width = drawn?.chart.width ?? 0
  const places = marks.map(({ time }) =>
    drawn === null ? 0 : drawn.chart.valToPos(time / 1000, 'x') + drawn.chart.bbox.left / devicePixelRatio,
  )
  if (marks.length === 0) return null
  return (
    <ul class="marks" aria-label="Marks">
      {marks.map(({ time, title, category }, index) => {
        const left = places[index] ?? 0
        const room = Math.max(10, Math.min(220, (places[index + 1] ?? width) - left - 4))
        return (
          <li
            key={`${time} ${title}`}
            style={{ left: `${left}px`, maxWidth: `${room}px`, color: markColor(category) }}
            title={`${formatTick(time, day)}: ${title} (${category})`}
          >
            <span class="clip">{title}</span>
          </li>
        )
      })}
    </ul>
  )
}
