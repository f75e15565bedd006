import type { SetState } from '../router/use-url-state.js'
import type { Asked } from './asked.js'
import { CompareSelect, GrainSelect, ZonePicker } from './controls.js'
import { RangePicker } from './range-picker.js'

type Times = Pick<Asked, 'range' | 'timezone'> & Partial<Pick<Asked, 'granularity' | 'compare'>>

interface Props<S extends Times> {
  readonly value: S
  readonly onChange: SetState<S>
}

/** When, and how finely; a control that the view's state has nothing for is left out. */
export function RangeBar<S extends Times>({ value, onChange }: Props<S>) {
  const set = (changes: Partial<Times>): void => onChange(changes as Partial<S>)
  const { range, granularity, compare, timezone } = value
  return (
    <div class="row" role="group" aria-label="Time">
      <RangePicker value={range} onChange={(next) => set({ range: next })} />
      {granularity !== undefined && (
        <GrainSelect value={granularity} range={range} onChange={(next) => set({ granularity: next })} />
      )}
      {compare !== undefined && <CompareSelect value={compare} onChange={(next) => set({ compare: next })} />}
      <ZonePicker value={timezone} onChange={(next) => set({ timezone: next })} />
    </div>
  )
}
