import type uPlot from 'uplot'
import { useLayoutEffect, useState } from 'preact/hooks'
import { formatTick } from './format.js'
import { markColor, type PlotMark } from './plot.js'

interface Props {
  readonly marks: readonly PlotMark[]
  readonly chart: uPlot | null
  /** Changes whenever the chart was drawn anew. */
  readonly redrawn: string
}

const day = 86_400_000

/** The titles of the marks over the chart, each at its line; they shrink to what room there is before the next. */
export function MarksStrip({ marks, chart, redrawn }: Props) {
  const [places, setPlaces] = useState<readonly number[]>([])
  const width = chart?.width ?? 0
  useLayoutEffect(() => {
    if (chart === null) return
    const offset = chart.bbox.left / devicePixelRatio
    setPlaces(marks.map(({ time }) => chart.valToPos(time / 1000, 'x') + offset))
  }, [redrawn, chart, width])
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
