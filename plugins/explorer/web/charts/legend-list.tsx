import { formatPercent } from './format.js'
import { colorOf } from './line.js'
import { Swatch } from './swatch.js'

interface Props {
  readonly label: string
  readonly entries: readonly {
    readonly name: string
    readonly share?: number | undefined
    /** What the share is. */
    readonly about?: string
  }[]
  /** How many there are that have no colour. */
  readonly left?: number
}

/** Which colour is whose, each with its share of the whole. */
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
    {left > 0 && <li class="faint">and {left} more in the table</li>}
  </ul>
)
