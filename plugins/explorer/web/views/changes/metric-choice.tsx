import type { Metric } from '../../data/metrics.js'
import { Picker } from '../../ui/picker.js'
import { changesText } from '../../text/changes.js'

interface Props {
  readonly metrics: readonly Metric[]
  readonly value: Metric
  readonly onChange: (key: string) => void
}

const groups: Readonly<Record<string, string>> = {
  events: changesText.eventsAndPeople,
  logs: changesText.logs,
  metrics: changesText.infrastructure,
}
const places = Object.values(groups)

/** Chooses one of the metrics. */
export function MetricChoice({ metrics, value, onChange }: Props) {
  const choices = metrics.map(({ key, title, summary, source }) => ({
    value: key,
    label: title,
    about: `${key} · ${summary}`,
    group: groups[source] ?? source,
  }))
  return (
    <Picker
      label={changesText.findAMetric}
      text={value.title}
      choices={choices.sort((a, b) => places.indexOf(a.group) - places.indexOf(b.group))}
      value={value.key}
      onChoose={onChange}
    />
  )
}
