import { Picker } from '../ui/picker.js'
import { Select } from '../ui/field.js'
import { usualZone, weekStart, weekStartNames, zoneChoices } from './calendar.js'
import { autoGrain, grainNames, grains, type Grain } from './grain.js'

interface GrainProps {
  readonly value: string
  readonly range: string
  readonly onChange: (granularity: string) => void
}

export const GrainSelect = ({ value, range, onChange }: GrainProps) => (
  <Select
    label="Granularity"
    bare
    value={value}
    options={[
      { value: '', label: `${grainNames[autoGrain(range)]} (auto)` },
      ...grains.map((grain: Grain) => ({ value: grain, label: grainNames[grain] })),
    ]}
    onChange={onChange}
  />
)

interface ChoiceProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

export const CompareSelect = ({ value, onChange }: ChoiceProps) => (
  <Select
    label="Compare"
    bare
    value={value}
    options={[
      { value: '', label: 'No comparison' },
      { value: 'previous', label: 'Previous period' },
      { value: 'yoy', label: 'Same period last year' },
    ]}
    onChange={onChange}
  />
)

/** Shows the time zone, and the week start if it is not Monday. */
export function ZonePicker({ value, onChange }: ChoiceProps) {
  const usual = usualZone()
  const zone = value === '' ? usual : value
  const weeks = weekStart()
  return (
    <Picker
      label="Find a time zone"
      text={weeks === 'monday' ? zone : `${zone}, weeks from ${weekStartNames[weeks]}`}
      icon="clock"
      choices={zoneChoices(usual)}
      value={zone}
      onChoose={(chosen) => onChange(chosen === usual ? '' : chosen)}
    />
  )
}
