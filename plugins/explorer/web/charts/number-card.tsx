import type { Comparison } from '../api/types.js'
import { Icon } from '../ui/icon.js'
import { formatPercent, formatShort, formatValue } from './format.js'
import { chartsText } from '../text/charts.js'

interface Props {
  readonly label: string
  readonly value: number
  /** What the number is the total of; see total-words.ts. */
  readonly unit?: string
  readonly kind?: string
  readonly comparison?: Comparison | undefined
  /** Whether a decrease is good, as for errors. */
  readonly lessIsBetter?: boolean
}

/** One number, and its change against the comparison period. */
export const NumberCard = ({
  label,
  value,
  unit,
  kind = 'count',
  comparison,
  lessIsBetter = false,
}: Props) => (
  <div class="number-card">
    <span class="soft clip">{label}</span>
    <strong class="number" title={formatValue(value, kind)}>
      {formatShort(value, kind)}
    </strong>
    <span class="row">
      {comparison !== undefined && <Change comparison={comparison} kind={kind} lessIsBetter={lessIsBetter} />}
      {unit !== undefined && <small>{unit}</small>}
    </span>
  </div>
)

interface ChangeProps {
  readonly comparison: Comparison
  readonly kind: string
  readonly lessIsBetter: boolean
}

function Change({ comparison: { percent_change, previous_total }, kind, lessIsBetter }: ChangeProps) {
  const up = percent_change > 0
  const good = percent_change === 0 ? '' : up === lessIsBetter ? ' bad' : ' good'
  return (
    <span class={`tag${good}`} title={chartsText.comparisonPeriodValue(formatValue(previous_total, kind))}>
      {percent_change !== 0 && <Icon name={up ? 'arrowUp' : 'arrowDown'} size={12} />}
      {formatPercent(Math.abs(percent_change) / 100)}
    </span>
  )
}
