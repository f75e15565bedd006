interface Course {
  /** Called at every movement of the pointer. */
  readonly onMove: (event: PointerEvent) => void
  /** Called when the pointer is released. */
  readonly onDrop: () => void
  /** Called before onDrop, and if Escape or the browser ends the drag without one. */
  readonly onEnd: () => void
}

/** The distance from the upper and the lower edge of the window from which on a drag scrolls, and the step, in pixels. */
const edge = 48
const scrollStep = 16

/** Follows a pressed pointer until it is released, and scrolls the page at the edges of the window. Escape cancels. */
export function followPointer({ onMove, onDrop, onEnd }: Course): void {
  const move = (event: PointerEvent): void => {
    if (event.clientY < edge) scrollBy(0, -scrollStep)
    else if (event.clientY > innerHeight - edge) scrollBy(0, scrollStep)
    onMove(event)
  }
  const leave = (): void => {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', drop)
    removeEventListener('pointercancel', leave)
    removeEventListener('keydown', escape, true)
    onEnd()
  }
  const drop = (): void => {
    leave()
    onDrop()
  }
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    leave()
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', drop)
  addEventListener('pointercancel', leave)
  addEventListener('keydown', escape, true)
}
