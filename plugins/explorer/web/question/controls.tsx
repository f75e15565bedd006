import { Picker } from '../ui/picker.js'
import { Select } from '../ui/field.js'
import { usualZone, weekStart, weekStartNames, zoneChoices } from './calendar.js'
import { autoGrain, grainNames, grains, type Grain } from './grain.js'
import { questionText } from '../text/question.js'

interface GrainProps {
  readonly value: string
  readonly range: string
  readonly onChange: (granularity: string) => void
}

export const GrainSelect = ({ value, range, onChange }: GrainProps) => (
  <Select
    label={questionText.granularity}
    bare
    value={value}
    options={[
      { value: '', label: questionText.grainAutomatic(grainNames[autoGrain(range)]) },
      ...grains.map((grain: Grain) => ({ value: grain, label: grainNames[grain] })),
    ]}
    onChange={onChange}
  />
)

interface ChoiceProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Shows the time zone, and the week start if it is not Monday. */
export function ZonePicker({ value, onChange }: ChoiceProps) {
  const usual = usualZone()
  const zone = value === '' ? usual : value
  const weeks = weekStart()
  return (
    <Picker
      label={questionText.findATimeZone}
      text={weeks === 'monday' ? zone : questionText.zoneWeeksFromDay(zone, weekStartNames[weeks])}
      icon="clock"
      choices={zoneChoices(usual)}
      value={zone}
      onChoose={(chosen) => onChange(chosen === usual ? '' : chosen)}
    />
  )
}
