import type { ApiError } from '../../api/error.js'
import { EventPicker } from '../../question/event-picker.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { eventScope } from '../../question/filter-scope.js'
import { Button } from '../../ui/button.js'
import { Select } from '../../ui/field.js'
import type { Exclusion, FunnelState } from './state.js'
import { funnelsText } from '../../text/funnels.js'

interface Props {
  readonly state: FunnelState
  readonly error: ApiError | null
  readonly onChange: (changes: Partial<FunnelState>) => void
}

/** Events that must not occur between two steps: a person who did one does not reach the later step. */
export function Exclusions({ state, error, onChange }: Props) {
  const { steps, exclusions } = state
  if (exclusions.length === 0) return null
  const set = (index: number, exclusion: Exclusion): void =>
    onChange({ exclusions: exclusions.map((one, place) => (place === index ? exclusion : one)), people: '' })
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => ({
      value: String(from + n),
      label: funnelsText.stepFrom(from + n),
    }))
  return (
    <ul class="steps" aria-label={funnelsText.excludedEvents}>
      {exclusions.map((exclusion, index) => (
        <li key={index}>
          <span class="tag bad">{funnelsText.not}</span>
          <EventPicker
            label={funnelsText.excludedEventNumber(index + 1)}
            value={exclusion.event}
            onChange={(event) => set(index, { ...exclusion, event })}
          />
          <FilterBuilder
            source="events"
            value={exclusion.filters ?? []}
            scope={eventScope(state, exclusion.event)}
            error={error}
            at={`exclusions/${index}/filter`}
            onChange={(filters) => set(index, { ...exclusion, filters })}
          />
          <Select
            label={funnelsText.between}
            value={String(exclusion.from_step)}
            options={numbers(1, exclusion.to_step - 1)}
            onChange={(step) => set(index, { ...exclusion, from_step: Number(step) })}
          />
          <Select
            label={funnelsText.and}
            value={String(exclusion.to_step)}
            options={numbers(exclusion.from_step + 1, Math.max(2, steps.length))}
            onChange={(step) => set(index, { ...exclusion, to_step: Number(step) })}
          />
          <Button
            small
            look="quiet"
            icon="close"
            label={funnelsText.removeTheExclusionOf(
              exclusion.event === '' ? funnelsText.anEvent : exclusion.event,
            )}
            onClick={() =>
              onChange({ exclusions: exclusions.filter((_, place) => place !== index), people: '' })
            }
          />
        </li>
      ))}
    </ul>
  )
}
