import type { Asked } from './asked.js'
import { ComparePicker } from './compare-picker.js'
import { GrainSelect, ZonePicker } from './controls.js'
import { RangePicker } from './range-picker.js'
import { questionText } from '../text/question.js'

type Times = Pick<Asked, 'range'> & Partial<Pick<Asked, 'granularity' | 'compare' | 'timezone'>>

interface Props {
  readonly value: Times
  readonly onChange: (changes: Partial<Times>) => void
}

/** Controls for range, granularity, comparison and time zone; those that `value` does not contain are hidden. */
export const RangeBar = ({ value: { range, granularity, compare, timezone }, onChange }: Props) => (
  <div class="row" role="group" aria-label={questionText.time}>
    <RangePicker value={range} zone={timezone ?? ''} onChange={(next) => onChange({ range: next })} />
    {granularity !== undefined && (
      <GrainSelect value={granularity} range={range} onChange={(next) => onChange({ granularity: next })} />
    )}
    {compare !== undefined && (
      <ComparePicker value={compare} zone={timezone ?? ''} onChange={(next) => onChange({ compare: next })} />
    )}
    {timezone !== undefined && (
      <ZonePicker value={timezone} onChange={(next) => onChange({ timezone: next })} />
    )}
  </div>
)
