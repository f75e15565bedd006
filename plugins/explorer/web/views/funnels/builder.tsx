import type { ApiError } from '../../api/error.js'
import { EventPicker } from '../../question/event-picker.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { eventScope } from '../../question/filter-scope.js'
import { Button } from '../../ui/button.js'
import { Exclusions } from './exclusions.js'
import { mostSteps, type FunnelState, type Step } from './state.js'
import { withoutStep } from './edit-steps.js'
import { funnelsText } from '../../text/funnels.js'

interface Props {
  readonly state: FunnelState
  /** The error of the query, which may name the filters of a step. */
  readonly error: ApiError | null
  readonly onChange: (changes: Partial<FunnelState>) => void
}

/** Edits the steps in order, each with its own filters, and the exclusions. */
export function Builder({ state, error, onChange }: Props) {
  // A funnel requires two steps: an empty one shows two empty rows.
  const steps: readonly Step[] = state.steps.length >= 2 ? state.steps : [...state.steps, ...none].slice(0, 2)
  const set = (index: number, step: Step): void =>
    onChange({ steps: steps.map((one, place) => (place === index ? step : one)), people: '' })
  const move = (index: number, by: number): void => {
    const next = [...steps]
    const [moved] = next.splice(index, 1)
    if (moved !== undefined) next.splice(index + by, 0, moved)
    onChange({ steps: next, people: '' })
  }
  return (
    <div class="stack">
      <ol class="steps" aria-label={funnelsText.steps}>
        {steps.map((step, index) => (
          <li key={index}>
            <span class="step-number">{index + 1}</span>
            <EventPicker
              label={funnelsText.eventOfStepNumber(index + 1)}
              value={step.event}
              onChange={(event) => set(index, { ...step, event })}
            />
            {step.event !== '' && (
              <FilterBuilder
                source="events"
                value={step.filters ?? []}
                scope={eventScope(state, step.event)}
                error={error}
                at={`steps/${index}/filter`}
                onChange={(filters) =>
                  set(index, { event: step.event, ...(filters.length > 0 && { filters }) })
                }
              />
            )}
            <span class="step-tools">
              <Button
                small
                look="quiet"
                icon="arrowUp"
                label={funnelsText.moveStepNumberUp(index + 1)}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <Button
                small
                look="quiet"
                icon="arrowDown"
                label={funnelsText.moveStepNumberDown(index + 1)}
                disabled={index === steps.length - 1}
                onClick={() => move(index, 1)}
              />
              <Button
                small
                look="quiet"
                icon="close"
                label={funnelsText.removeStepNumber(index + 1)}
                disabled={steps.length <= 2 && step.event === ''}
                onClick={() => onChange(withoutStep({ ...state, steps }, index))}
              />
            </span>
          </li>
        ))}
      </ol>
      <Exclusions state={state} error={error} onChange={onChange} />
      <div class="row">
        <Button
          small
          icon="plus"
          disabled={steps.length >= mostSteps || steps.some(({ event }) => event === '')}
          onClick={() => onChange({ steps: [...steps, { event: '' }] })}
        >
          {funnelsText.addStep}
        </Button>
        <Button
          small
          look="quiet"
          icon="plus"
          disabled={steps.some(({ event }) => event === '')}
          onClick={() =>
            onChange({
              exclusions: [...state.exclusions, { event: '', from_step: 1, to_step: steps.length }],
            })
          }
        >
          {funnelsText.excludeEvent}
        </Button>
      </div>
    </div>
  )
}

const none: readonly Step[] = [{ event: '' }, { event: '' }]
