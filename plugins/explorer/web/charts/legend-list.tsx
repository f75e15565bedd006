import { formatPercent } from './format.js'
import { colorOf } from './line.js'
import { Swatch } from './swatch.js'
import { chartsText } from '../text/charts.js'

interface Props {
  readonly label: string
  readonly entries: readonly {
    readonly name: string
    readonly share?: number | undefined
    /** What the share means; shown as a tooltip. */
    readonly about?: string
  }[]
  /** The number of entries without a colour, which only the table lists. */
  readonly left?: number
}

/** A legend: colour and name of each entry, with its share if there is one. */
export const LegendList = ({ label, entries, left = 0 }: Props) => (
  <ul class="legend-list" aria-label={label}>
    {entries.map(({ name, share, about }, index) => (
      <li key={name}>
        <Swatch color={colorOf(index)} />
        <span class="clip">{name}</span>
        {share !== undefined && (
          <small class="number" title={about}>
            {formatPercent(share)}
          </small>
        )}
      </li>
    ))}
    {left > 0 && <li class="faint">{chartsText.andCountMoreInTheTable(left)}</li>}
  </ul>
)
