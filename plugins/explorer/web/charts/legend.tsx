import { useState } from 'preact/hooks'
import { Select } from '../ui/field.js'
import { formatShort } from './format.js'
import { colorOf, type Line } from './line.js'
import { Swatch } from './swatch.js'

interface Props {
  readonly lines: readonly Line[]
  readonly kind: string
  readonly off: ReadonlySet<string>
  readonly onOff: (off: ReadonlySet<string>) => void
}

/** A legend with more lines can be searched and cut. */
const many = 10
const tops = [5, 10, 20] as const

/**
 * A legend: colour, name and total of each line. A click hides or shows the line; the last visible line cannot be
 * hidden. Lines are in the order of their size, so the first ones are the largest.
 */
export function Legend({ lines, kind, off, onOff }: Props) {
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(/\s+/)
  const listed = lines
    .map((line, index) => ({ line, index }))
    .filter(({ line }) => words.every((word) => line.label.toLowerCase().includes(word)))
  const shown = lines.length - off.size
  const isTop = lines.every(({ id }, index) => off.has(id) === index >= shown)
  const top = !isTop
    ? ''
    : (tops.find((count) => count === shown)?.toString() ?? (off.size === 0 ? 'all' : ''))
  return (
    <div class="stack">
      {lines.length > many && (
        <div class="row legend-tools">
          <input
            type="search"
            class="input"
            aria-label="Find a line"
            placeholder="Find a line"
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
          <Select
            label="Lines shown"
            bare
            value={top}
            options={[
              ...(top === '' ? [{ value: '', label: `${shown} of ${lines.length} lines` }] : []),
              ...tops
                .filter((count) => count < lines.length)
                .map((count) => ({ value: String(count), label: `The ${count} largest` })),
              { value: 'all', label: `All ${lines.length} lines` },
            ]}
            onChange={(chosen) => {
              if (chosen === '') return
              const count = chosen === 'all' ? lines.length : Number(chosen)
              onOff(new Set(lines.slice(count).map(({ id }) => id)))
            }}
          />
        </div>
      )}
      <div class="legend" role="group" aria-label="Chart lines">
        {listed.map(({ line: { id, label, color, total, otherDates, kind: own = kind }, index }) => (
          <button
            type="button"
            key={id}
            aria-pressed={!off.has(id)}
            onClick={() => onOff(toggled(off, id, lines.length))}
          >
            <Swatch color={color ?? colorOf(index)} dashed={otherDates !== undefined} />
            <span class="clip">{label}</span>
            {total !== undefined && <small>{formatShort(total, own)}</small>}
          </button>
        ))}
        {listed.length === 0 && <span class="faint">No line has this name</span>}
      </div>
    </div>
  )
}

/** Hides or shows a line; the last visible line cannot be hidden. */
function toggled(off: ReadonlySet<string>, id: string, lines: number): ReadonlySet<string> {
  const next = new Set(off)
  if (!next.delete(id)) next.add(id)
  return next.size === lines ? off : next
}
