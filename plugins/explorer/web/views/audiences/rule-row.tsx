import { FilterBuilder } from '../../question/filter-builder.js'
import { isCondition } from '../../question/filter-node.js'
import { EventPicker } from '../../question/event-picker.js'
import { Button } from '../../ui/button.js'
import { Select } from '../../ui/field.js'
import type { EventRule } from './audience-api.js'
import { audiencesText } from '../../text/audiences.js'

interface Props {
  readonly rule: EventRule
  readonly number: number
  readonly onChange: (rule: EventRule) => void
  readonly onRemove: () => void
}

/** A rule as a sentence to fill in: did / did not do … at least … times in the last … days. */
export function RuleRow({ rule, number, onChange, onRemove }: Props) {
  const { event, days, min_count = 1, negate = false, filters = [] } = rule
  const set = (change: Partial<EventRule>): void => onChange({ ...rule, ...change })
  return (
    <li>
      <div class="rule" role="group" aria-label={audiencesText.ruleNumber(number)}>
        <Select
          label={audiencesText.condition}
          bare
          value={negate ? 'not' : 'did'}
          options={[
            { value: 'did', label: audiencesText.did },
            { value: 'not', label: audiencesText.didNotDo },
          ]}
          onChange={(value) => set({ negate: value === 'not' })}
        />
        <EventPicker
          label={audiencesText.eventOfRuleNumber(number)}
          value={event}
          onChange={(name) => set({ event: name })}
        />
        <Amount
          label={audiencesText.atLeast}
          unit={audiencesText.timesUnit(min_count)}
          value={min_count}
          onChange={(n) => set({ min_count: n })}
        />
        <Amount
          label={audiencesText.inTheLast}
          unit={audiencesText.daysUnit(days)}
          value={days}
          onChange={(n) => set({ days: n })}
        />
        <FilterBuilder
          source="events"
          flat
          value={filters}
          onChange={(changed) => set({ filters: changed.filter(isCondition) })}
        />
        <Button
          small
          look="quiet"
          icon="close"
          label={audiencesText.removeRuleNumber(number)}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}

interface AmountProps {
  readonly label: string
  readonly unit: string
  readonly value: number
  readonly onChange: (value: number) => void
}

const Amount = ({ label, unit, value, onChange }: AmountProps) => (
  <label class="amount">
    <span>{label}</span>
    <input
      class="input number"
      type="number"
      min={1}
      value={value}
      onInput={(event) => {
        const typed = Math.floor(Number(event.currentTarget.value))
        if (typed >= 1) onChange(typed)
      }}
    />
    <span>{unit}</span>
  </label>
)
