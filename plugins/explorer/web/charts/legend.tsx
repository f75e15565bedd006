import { formatShort } from './format.js'
import { colorOf, type Line } from './line.js'
import { Swatch } from './swatch.js'

interface Props {
  readonly lines: readonly Line[]
  readonly kind: string
  readonly off: ReadonlySet<string>
  readonly onToggle: (id: string) => void
}

/** A legend: colour, name and total of each line. A click hides or shows the line. */
export const Legend = ({ lines, kind, off, onToggle }: Props) => (
  <div class="legend" role="group" aria-label="Chart lines">
    {lines.map(({ id, label, color, total, otherDates, kind: own = kind }, index) => (
      <button type="button" key={id} aria-pressed={!off.has(id)} onClick={() => onToggle(id)}>
        <Swatch color={color ?? colorOf(index)} dashed={otherDates !== undefined} />
        <span class="clip">{label}</span>
        {total !== undefined && <small>{formatShort(total, own)}</small>}
      </button>
    ))}
  </div>
)
