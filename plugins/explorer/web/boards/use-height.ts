import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/** The height of an element in pixels, also after it changes; `usual` until it is known. */
export function useHeight(element: RefObject<HTMLElement | null>, usual: number): number {
  const [height, setHeight] = useState(usual)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const measure = (): void => setHeight(current.offsetHeight)
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(current)
    return () => resized.disconnect()
  }, [])
  return height
}
