import { formatSeconds } from '../../charts/format.js'
import { Select } from '../../ui/field.js'
import { funnelsText } from '../../text/funnels.js'

const presets = [300, 1800, 3600, 21_600, 86_400, 3 * 86_400, 604_800, 14 * 86_400, 30 * 86_400, 90 * 86_400]

interface Props {
  readonly value: number
  readonly onChange: (seconds: number) => void
}

/** The conversion window: the most time a person may take from the first step to the last. In seconds. */
export const WindowSelect = ({ value, onChange }: Props) => (
  <Select
    label={funnelsText.within}
    value={String(value)}
    options={[...new Set([...presets, value])]
      .sort((a, b) => a - b)
      .map((seconds) => ({ value: String(seconds), label: nameOf(seconds) }))}
    onChange={(seconds) => onChange(Number(seconds))}
  />
)

function nameOf(seconds: number): string {
  for (const [size, name] of [
    [86_400, funnelsText.windowDays],
    [3600, funnelsText.windowHours],
    [60, funnelsText.windowMinutes],
  ] as const)
    if (seconds % size === 0) return name(seconds / size)
  return formatSeconds(seconds)
}
