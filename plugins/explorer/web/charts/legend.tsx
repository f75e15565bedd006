import { useState } from 'preact/hooks'
import { Select } from '../ui/field.js'
import { formatShort } from './format.js'
import { alone, toggled } from './legend-off.js'
import type { Line } from './line.js'
import type { Stroke } from './strokes.js'
import { StrokeSwatch } from './swatch.js'
import { chartsText } from '../text/charts.js'

interface Props {
  readonly lines: readonly Line[]
  /** One for each line. */
  readonly strokes: readonly Stroke[]
  readonly filled: boolean
  readonly kind: string
  readonly off: ReadonlySet<string>
  /** Null shows the lines that are shown at first. */
  readonly onOff: (off: ReadonlySet<string> | null) => void
}

/** A legend with more lines can be searched and cut. */
const many = 10
const tops = [5, 10, 20] as const

/**
 * A legend: colour, name and total of each line. A click shows the line alone, and then all again; with Ctrl or ⌘ it
 * hides or shows the line. Lines are in the order of their size, so the first ones are the largest.
 */
export function Legend({ lines, strokes, filled, kind, off, onOff }: Props) {
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(/\s+/)
  const listed = lines
    .map((line, index) => ({ line, stroke: strokes[index] }))
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
            aria-label={chartsText.findALine}
            placeholder={chartsText.findALine}
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
          <Select
            label={chartsText.linesShown}
            bare
            value={top}
            options={[
              ...(top === '' ? [{ value: '', label: chartsText.shownOfAllLines(shown, lines.length) }] : []),
              ...tops
                .filter((count) => count < lines.length)
                .map((count) => ({ value: String(count), label: chartsText.theCountLargest(count) })),
              { value: 'all', label: chartsText.allCountLines(lines.length) },
            ]}
            onChange={(chosen) => {
              if (chosen === '') return
              const count = chosen === 'all' ? lines.length : Number(chosen)
              onOff(new Set(lines.slice(count).map(({ id }) => id)))
            }}
          />
        </div>
      )}
      <div class="legend" role="group" aria-label={chartsText.chartLines}>
        {listed.map(({ line: { id, label, total, kind: own = kind }, stroke }) => (
          <button
            type="button"
            key={id}
            aria-pressed={!off.has(id)}
            title={chartsText.labelClickToShowItAlone(label)}
            onClick={(event) =>
              onOff(
                event.ctrlKey || event.metaKey || event.shiftKey
                  ? toggled(off, id, lines.length)
                  : alone(lines, off, id),
              )
            }
          >
            {stroke !== undefined && <StrokeSwatch stroke={stroke} filled={filled} />}
            <span class="clip">{label}</span>
            {total !== undefined && <small>{formatShort(total, own)}</small>}
          </button>
        ))}
        {listed.length === 0 && <span class="faint">{chartsText.noLineHasThisName}</span>}
      </div>
    </div>
  )
}
