import { fieldName } from '../../data/fields.js'
import { ActorSelect } from '../../question/actor-select.js'
import { BreakdownPicker } from '../../question/breakdown-picker.js'
import { EventPicker } from '../../question/event-picker.js'
import { FieldList } from '../../question/field-picker.js'
import type { SetState } from '../../router/use-url-state.js'
import { Select } from '../../ui/field.js'
import { Popover } from '../../ui/popover.js'
import { intensities, sizes, type GroupedState } from './spec.js'
import { groupedText } from '../../text/grouped.js'

interface Props {
  readonly state: GroupedState
  readonly onChange: SetState<GroupedState>
}

const sizeNames: Readonly<Record<(typeof sizes)[number], string>> = {
  count: groupedText.events,
  unique_actors: groupedText.people,
  sum: groupedText.sumOfAProperty,
}

const intensityNames: Readonly<Record<(typeof intensities)[number], string>> = {
  avg_per_actor: groupedText.eventsPerPerson,
  percentile_per_actor: groupedText.percentileOfEventsPerPerson,
  unique_actors: groupedText.people,
  avg: groupedText.averageOfAProperty,
}

const percentiles = ['0.5', '0.75', '0.9', '0.95', '0.99']

/** The parts of the query: group by, event, size and intensity. */
export const GroupedQuestion = ({ state, onChange }: Props) => (
  <section class="card row" aria-label={groupedText.query}>
    <BreakdownPicker
      source="events"
      value={state.group_by}
      usual={state.max_groups}
      onChange={(group_by) => onChange({ group_by })}
    />
    <EventPicker
      label={groupedText.event}
      value={state.event}
      empty={groupedText.allEvents}
      clearable
      onChange={(event) => onChange({ event })}
    />
    <ActorSelect value={state.actor} onChange={(actor) => onChange({ actor })} />
    <Select
      label={groupedText.size}
      value={state.size}
      options={sizes.map((value) => ({ value, label: sizeNames[value] }))}
      onChange={(size) => onChange({ size })}
    />
    {state.size === 'sum' && (
      <PropertyPicker value={state.size_property} onChange={(size_property) => onChange({ size_property })} />
    )}
    <Select
      label={groupedText.intensity}
      value={state.intensity}
      options={intensities.map((value) => ({ value, label: intensityNames[value] }))}
      onChange={(intensity) => onChange({ intensity })}
    />
    {state.intensity === 'avg' && (
      <PropertyPicker
        value={state.intensity_property}
        onChange={(intensity_property) => onChange({ intensity_property })}
      />
    )}
    {state.intensity === 'percentile_per_actor' && (
      <Select
        label={groupedText.percentile}
        bare
        value={String(state.percentile)}
        options={percentiles.map((value) => ({ value, label: `p${Math.round(Number(value) * 100)}` }))}
        onChange={(value) => onChange({ percentile: Number(value) })}
      />
    )}
  </section>
)

interface PropertyProps {
  readonly value: string
  readonly onChange: (property: string) => void
}

const PropertyPicker = ({ value, onChange }: PropertyProps) => (
  <Popover text={value === '' ? groupedText.chooseAProperty : fieldName(value)}>
    {(close) => (
      <FieldList
        source="events"
        label={groupedText.findANumericProperty}
        only="number"
        onChange={(property) => {
          onChange(property)
          close()
        }}
      />
    )}
  </Popover>
)
