import { useMetrics, type AnswerKind, type Metric } from '../data/metrics.js'
import { Picker, stateOf } from '../ui/picker.js'

interface Props {
  readonly value: string
  readonly onChange: (key: string) => void
  /** Lists only metrics with this kind of answer. */
  readonly answer: AnswerKind
  readonly only?: (metric: Metric) => boolean
}

const sourceNames: Readonly<Record<string, string>> = {
  events: 'Events and people',
  logs: 'Logs',
  metrics: 'Infrastructure',
}

/** Chooses a metric of the service, including those of plugins. */
export function MetricPicker({ value, onChange, answer, only = () => true }: Props) {
  const all = useMetrics()
  const found = (all.data ?? []).filter((metric) => metric.answer === answer && only(metric))
  const choices = found.map(({ key, summary, source }) => ({
    value: key,
    label: metricName(key),
    about: summary,
    group: sourceNames[source] ?? source,
  }))
  return (
    <Picker
      label="Find a metric"
      text={metricName(value)}
      choices={choices.sort((a, b) => places.indexOf(a.group) - places.indexOf(b.group))}
      {...stateOf(all)}
      value={value}
      onChoose={onChange}
    />
  )
}

const places = Object.values(sourceNames)
const abbreviations = /^(dau|wau|mau)\b/

/** The display name of a key: `stickiness_daily` is “Stickiness daily”, `dau` is “DAU”. */
export function metricName(key: string): string {
  const words = key.replaceAll('_', ' ').replace(abbreviations, (letters) => letters.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}
