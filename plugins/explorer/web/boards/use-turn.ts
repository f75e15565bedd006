import type { RefObject } from 'preact'
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'

interface Waiting {
  readonly element: Element
  readonly begin: () => void
}

/** How far outside the window a tile counts as near: it has answered before it is scrolled to. */
const near = '200px'
/** The number of tiles that begin together while none of them is near: together they cost fewer frames. */
const wave = 16
/** The number of slow tiles that the next ones do not wait for. */
const slow = 2

/** Tiles whose turn has not come, in the order of the board. */
let waiting: readonly Waiting[] = []
/** The number of tiles that are loading. */
let loading = 0
let isPlanned = false

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) begin(target)
    plan()
  },
  { rootMargin: near },
)

function begin(element: Element): void {
  const one = waiting.find((other) => other.element === element)
  if (one === undefined) return
  leave(element)
  loading++
  one.begin()
}

function leave(element: Element): void {
  observer.unobserve(element)
  waiting = waiting.filter((one) => one.element !== element)
}

/** Lets the next tiles begin when those before have answered and the page is idle. */
function plan(): void {
  if (isPlanned || waiting.length === 0 || loading > slow) return
  isPlanned = true
  whenIdle(() => {
    isPlanned = false
    if (loading <= slow) for (const { element } of waiting.slice(0, wave)) begin(element)
  })
}

const whenIdle = (act: () => void): void => {
  if (typeof requestIdleCallback === 'undefined') setTimeout(act, 50)
  else requestIdleCallback(act, { timeout: 1_000 })
}

/** Lets all tiles begin at once. */
export function beginAll(): void {
  for (const { element } of waiting) begin(element)
}

addEventListener('beforeprint', beginAll)

/**
 * Whether a tile may load: at once if it is in the window or near it, otherwise after those, while the page is
 * idle. The function is to be called when the tile has its answer. A tile that does not ask has no turn.
 */
export function useTurn(element: RefObject<Element | null>, asks: boolean): readonly [boolean, () => void] {
  const [hasTurn, setTurn] = useState(false)
  const isLoading = useRef(false)
  const done = useCallback(() => {
    if (!isLoading.current) return
    isLoading.current = false
    loading--
    plan()
  }, [])
  useLayoutEffect(() => {
    const { current } = element
    if (current === null || !asks) return undefined
    const start = (): void => {
      isLoading.current = true
      setTurn(true)
    }
    waiting = [...waiting, { element: current, begin: start }]
    observer.observe(current)
    return () => {
      leave(current)
      done()
    }
  }, [asks])
  return [hasTurn, done]
}
