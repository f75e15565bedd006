import { useState } from 'preact/hooks'
import { Button } from '../ui/button.js'
import { TextField } from '../ui/field.js'
import { Form } from '../ui/form.js'
import { Popover } from '../ui/popover.js'

const presets: readonly (readonly [string, string])[] = [
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['24h', 'Last 24 hours'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
  ['90d', 'Last 90 days'],
  ['12m', 'Last 12 months'],
  ['wtd', 'This week'],
  ['mtd', 'This month'],
  ['qtd', 'This quarter'],
  ['ytd', 'This year'],
  ['last_week', 'Last week'],
  ['last_month', 'Last month'],
  ['last_quarter', 'Last quarter'],
  ['last_year', 'Last year'],
  ['all_time', 'All time'],
]

const units: Readonly<Record<string, string>> = { h: 'hours', d: 'days', w: 'weeks', m: 'months', y: 'years' }

/** The display name of a range; '' is a board whose tiles keep their own ranges. */
export function rangeName(range: string): string {
  const [from, to] = range.split(',')
  const [, count, unit = ''] = /^(\d+)([hdwmy])$/.exec(range) ?? []
  if (count !== undefined) return `Last ${count} ${units[unit] ?? ''}`
  if (range === '') return 'Each tile’s range'
  return presets.find(([value]) => value === range)?.[1] ?? (to === undefined ? range : `${from} – ${to}`)
}

interface Props {
  readonly value: string
  readonly onChange: (range: string) => void
}

export const RangePicker = ({ value, onChange }: Props) => (
  <Popover text={rangeName(value)} label={`Range: ${rangeName(value)}`} icon="calendar">
    {(close) => (
      <Choices
        value={value}
        onChange={(range) => {
          onChange(range)
          close()
        }}
      />
    )}
  </Popover>
)

function Choices({ value, onChange }: Props) {
  const [given, end] = value.split(',')
  const [from, setFrom] = useState(end === undefined ? '' : (given ?? ''))
  const [to, setTo] = useState(end ?? '')
  const problem = from !== '' && to !== '' && to < from ? 'Choose an end on or after the start' : null
  return (
    <div class="range">
      <div class="range-presets" role="group" aria-label="Ranges">
        {presets.map(([range, name]) => (
          <button type="button" key={range} aria-pressed={range === value} onClick={() => onChange(range)}>
            {name}
          </button>
        ))}
      </div>
      <Form
        look="range-custom"
        onSubmit={() => from !== '' && to !== '' && problem === null && onChange(`${from},${to}`)}
      >
        <TextField label="From" type="date" value={from} onInput={setFrom} />
        <TextField label="To (inclusive)" type="date" value={to} onInput={setTo} error={problem} />
        <Button look="primary" small type="submit" disabled={from === '' || to === '' || problem !== null}>
          Apply
        </Button>
      </Form>
    </div>
  )
}
