import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { plot, type Drawn, type PlotOptions } from './plot.js'

/** Draws the chart into its place, again when `key` changes, and keeps it as wide as its place. */
export function useDrawn(
  place: RefObject<HTMLElement | null>,
  options: Omit<PlotOptions, 'width'>,
  key: string,
): Drawn | null {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [, setWidth] = useState(0)
  useLayoutEffect(() => {
    const frame = place.current
    if (frame === null || options.data.dates.length === 0) return
    const next = plot(frame, { ...options, width: frame.clientWidth })
    setDrawn(next)
    const resize = new ResizeObserver(() => {
      if (frame.clientWidth === 0 || frame.clientWidth === next.chart.width) return
      next.chart.setSize({ width: frame.clientWidth, height: options.height })
      // What stands over the chart moves with it.
      setWidth(frame.clientWidth)
    })
    resize.observe(frame)
    return () => {
      resize.disconnect()
      next.chart.destroy()
      setDrawn(null)
    }
  }, [key])
  return drawn
}
