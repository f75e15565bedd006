import type { ComponentChildren } from 'preact'

export interface Bar {
  readonly id: string
  readonly label: ComponentChildren
  readonly value: number
  /** The formatted value. */
  readonly text: ComponentChildren
  readonly color?: string
}

interface Props {
  readonly bars: readonly Bar[]
  readonly label: string
  readonly onChoose?: (id: string) => void
}

/** Horizontal bars with labels, as a list that screen readers can read. */
export function Bars({ bars, label, onChoose }: Props) {
  const largest = Math.max(0, ...bars.map(({ value }) => value))
  return (
    <ol class="bars" aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.id}>
          {onChoose === undefined ? (
            <BarLine bar={bar} largest={largest} />
          ) : (
            <button type="button" onClick={() => onChoose(bar.id)}>
              <BarLine bar={bar} largest={largest} />
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}

const BarLine = ({ bar, largest }: { readonly bar: Bar; readonly largest: number }) => (
  <span class="bar-line">
    <span
      class="bar-fill"
      style={{
        width: `${largest === 0 ? 0 : (bar.value / largest) * 100}%`,
        color: bar.color ?? 'var(--series-1)',
      }}
    />
    <span class="bar-label clip">{bar.label}</span>
    <span class="bar-value number">{bar.text}</span>
  </span>
)
