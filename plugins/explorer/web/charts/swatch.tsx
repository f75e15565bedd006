import { hatchOf, type Stroke } from './strokes.js'

/** A line's colour, shown next to its name. */
export const Swatch = ({ color, dashed = false }: { readonly color: string; readonly dashed?: boolean }) => (
  <span class={dashed ? 'swatch dashed' : 'swatch'} style={{ color }} />
)

interface Props {
  readonly stroke: Stroke
  /** Whether the chart has areas or bars; stripes distinguish them, dashes distinguish lines. */
  readonly filled: boolean
}

const [width, height] = [18, 10]

/** A line's colour and pattern, as the chart draws them. */
export function StrokeSwatch({ stroke: { color, dash, hatch, pale }, filled }: Props) {
  if (dash.length === 0) return <Swatch color={color} />
  if (filled && !pale) {
    const { angle, distance } = hatchOf(hatch)
    const half = distance / 2
    const background = `repeating-linear-gradient(${angle}deg, currentColor 0 ${half}px, transparent ${half}px ${distance}px)`
    return <span class="swatch" style={{ color, background }} />
  }
  return (
    <svg class="stroke" width={width} height={height} style={{ color }} aria-hidden="true">
      <line
        x1="0"
        x2={width}
        y1={height / 2}
        y2={height / 2}
        stroke="currentColor"
        stroke-width="2.5"
        stroke-dasharray={dash.join(' ')}
        opacity={pale ? 0.65 : 1}
      />
    </svg>
  )
}
