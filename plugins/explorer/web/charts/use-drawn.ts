import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { plot, type Drawn, type PlotOptions } from './plot.js'

/** Draws the chart into `place`, again whenever `key` changes, and resizes it with `place`. Null until it is drawn. */
export function useDrawn(
  place: RefObject<HTMLElement | null>,
  options: Omit<PlotOptions, 'width' | 'onDraw'>,
  key: string,
): Drawn | null {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  useLayoutEffect(() => {
    const frame = place.current
    if (frame === null || options.data.dates.length === 0) return undefined
    const chart = plot(frame, { ...options, width: frame.clientWidth, onDraw: setDrawn })
    const resize = new ResizeObserver(() => {
      if (frame.clientWidth > 0 && frame.clientWidth !== chart.width)
        chart.setSize({ width: frame.clientWidth, height: options.height })
    })
    resize.observe(frame)
    return () => {
      resize.disconnect()
      chart.destroy()
      setDrawn(null)
    }
  }, [key])
  return drawn
}
