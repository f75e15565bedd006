import { useState } from 'preact/hooks'
import type { Cells } from '../../api/types.js'
import type { Filter } from '../../question/filter.js'
import { FirstLeaves } from '../../rows/first-leaves.js'
import { RowDetails } from '../../rows/row-details.js'
import { formatMoment } from '../../rows/time.js'
import { levelLook } from './levels.js'

export interface LogRow extends Cells {
  readonly timestamp: string
  readonly level: string
  readonly service: string | null
  readonly source: string | null
  readonly message: Cells
}

interface Props {
  readonly row: LogRow
  readonly fresh: boolean
  readonly onFilter: (filter: Filter) => void
}

export function LogLine({ row, fresh, onFilter }: Props) {
  const [open, setOpen] = useState(false)
  const { timestamp, level, service, message } = row
  const { message: text, ...fields } = message
  return (
    <li class={fresh ? 'fresh' : ''}>
      <button type="button" class="line-head two" aria-expanded={open} onClick={() => setOpen(!open)}>
        <time dateTime={timestamp}>{formatMoment(timestamp)}</time>
        <span class={`tag level ${levelLook(level)}`}>{level}</span>
        <span class="service clip">{service ?? '–'}</span>
        <span class="what clip">
          <span class="mono">{typeof text === 'string' ? text : JSON.stringify(message)}</span>
          <FirstLeaves of={fields} most={5} />
        </span>
      </button>
      {open && <RowDetails row={row} onFilter={onFilter} />}
    </li>
  )
}
