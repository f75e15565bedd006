import { useEffect, useRef, useState } from 'preact/hooks'
import { formatShort, formatValue } from '../../charts/format.js'
import { squarify } from './squarify.js'
import { keyOf, nameOf, type Group, type GroupedData } from './spec.js'
import { groupedText } from '../../text/grouped.js'

interface Props {
  readonly data: GroupedData
  readonly onChoose: (group: Group) => void
}

const height = 460
const gap = 2

/** Groups as areas: the area is the size, the colour the intensity. */
export function Treemap({ data, onChoose }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const frame = place.current
    if (frame === null) return
    const observer = new ResizeObserver(() => setWidth(frame.clientWidth))
    observer.observe(frame)
    return () => observer.disconnect()
  }, [])
  const { intensity_min: low, intensity_max: high } = data
  // Bins and dates come in their own order.
  const groups = [...data.groups].sort((a, b) => b.size - a.size)
  const sizes = groups.map(({ size }) => Math.max(0, size))
  const rects = squarify(sizes, { x: 0, y: 0, width, height })
  return (
    <div
      class="treemap"
      ref={place}
      role="list"
      aria-label={groupedText.sizeAndIntensity(data.size_label, data.intensity_label)}
    >
      {width > 0 &&
        groups.map((group, index) => {
          const rect = rects[index]
          if (rect === undefined || rect.width < 1 || rect.height < 1) return null
          const share = stepOf(high === low ? 0.5 : (group.intensity - low) / (high - low))
          const text = `${nameOf(group)}: ${data.size_label} ${formatValue(group.size)}, ${data.intensity_label} ${formatValue(group.intensity)}`
          return (
            <div role="listitem" key={keyOf(group)}>
              <button
                type="button"
                // What is too small to hit is chosen in the table.
                tabIndex={Math.min(rect.width, rect.height) - gap < smallest ? -1 : 0}
                class={share >= strongFrom ? 'tile strong' : 'tile'}
                title={text}
                onClick={() => onChoose(group)}
                style={{
                  left: `${rect.x}px`,
                  top: `${rect.y}px`,
                  width: `${Math.max(1, rect.width - gap)}px`,
                  height: `${Math.max(1, rect.height - gap)}px`,
                  background: shade(share),
                }}
              >
                <span class="hidden">{text}</span>
                {rect.width > 54 && rect.height > 26 && (
                  <strong class="clip" aria-hidden="true">
                    {nameOf(group)}
                  </strong>
                )}
                {rect.width > 54 && rect.height > 64 && (
                  <span class="clip" aria-hidden="true">
                    {formatShort(group.size)} · {formatShort(group.intensity)}
                  </span>
                )}
              </button>
            </div>
          )
        })}
    </div>
  )
}

/** The least width and height of a target, in pixels (WCAG 2.5.8). */
const smallest = 24

/**
 * From this share on, tiles use their other text colour. With ten steps of shades the contrast is at least 4.5 : 1 on each
 * step, in light and dark.
 */
const strongFrom = 0.7
const stepOf = (share: number): number => Math.round(share * 10) / 10

/** The background for a share (0 to 1); `.tile` has the matching text colours. */
export const shade = (share: number): string =>
  `color-mix(in oklab, var(--tile-high) ${Math.round(share * 100)}%, var(--tile-low))`
