import { Picker } from '../ui/picker.js'
import { Select } from '../ui/field.js'
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

const own = Intl.DateTimeFormat().resolvedOptions().timeZone

export const ZonePicker = ({ value, onChange }: ChoiceProps) => (
  <Picker
    label="Find a time zone"
    text={value === '' ? 'UTC' : value}
    icon="clock"
    choices={zones()}
    value={value === '' ? 'UTC' : value}
    onChoose={(zone) => onChange(zone === 'UTC' ? '' : zone)}
  />
)

const zones = () =>
  [
    'UTC',
    ...(own === 'UTC' ? [] : [own]),
    ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== own),
  ].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
    ...(zone === own ? { about: 'This device’s time zone' } : {}),
  }))
