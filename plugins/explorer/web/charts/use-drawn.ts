import type { RefObject } from 'preact'
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'
import { plot, type Drawn, type PlotOptions } from './plot.js'

/**
 * Draws the chart into `place`, again whenever `key` changes, and resizes it with `place`. A cursor stays at its date.
 * `current` is null until it is drawn. Only marks stand at places that are known after the drawing: without them nothing
 * is rendered after it.
 */
export function useDrawn(
  place: RefObject<HTMLElement | null>,
  options: Omit<PlotOptions, 'width' | 'cursorAt' | 'onDraw'>,
  key: string,
): { readonly current: Drawn | null } {
  const drawn = useRef<Drawn | null>(null)
  const cursorAt = useRef<number | null>(null)
  const [, render] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    const frame = place.current
    if (frame === null || options.data.dates.length === 0) return undefined
    const onDraw = (latest: Drawn): void => {
      drawn.current = latest
      if (options.marks.length > 0) render(undefined)
    }
    const chart = plot(frame, { ...options, width: frame.clientWidth, cursorAt: cursorAt.current, onDraw })
    const resize = new ResizeObserver(() => {
      if (frame.clientWidth > 0 && frame.clientWidth !== chart.width)
        chart.setSize({ width: frame.clientWidth, height: options.height })
    })
    resize.observe(frame)
    return () => {
      resize.disconnect()
      const { left = -1, idx } = chart.cursor
      cursorAt.current = left < 0 ? null : (chart.data[0][idx ?? -1] ?? null)
      chart.destroy()
      drawn.current = null
    }
  }, [key])
  return drawn
}
