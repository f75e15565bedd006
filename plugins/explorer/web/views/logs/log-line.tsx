import { useState } from 'preact/hooks'
import type { Cells } from '../../api/types.js'
import type { Filter } from '../../question/filter.js'
import { leavesOf } from '../../rows/flatten.js'
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

const shownFields = 5

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
          <span class="properties">
            {leavesOf(fields)
              .slice(0, shownFields)
              .map(({ field, value }) => (
                <span key={field}>
                  <span class="faint">{field}</span> {String(value)}
                </span>
              ))}
          </span>
        </span>
      </button>
      {open && <RowDetails row={row} onFilter={onFilter} />}
    </li>
  )
}
