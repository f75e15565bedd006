import { useState } from 'preact/hooks'

/** Where a dragged item would be dropped: before the item of that index of a group. */
export interface Drop {
  readonly group: string
  readonly index: number
}

export interface Dragging {
  /** The id of the dragged item; null if none is. */
  readonly held: string | null
  readonly drop: Drop | null
  readonly onPointerDown: (id: string) => (event: PointerEvent) => void
}

/** The distance from the edge of the scrolled area from which on a drag scrolls, and the step, in pixels. */
const edge = 40
const scrollStep = 14

/**
 * Drags items between the lists inside `area` that carry `data-group`; their items carry `data-item`. Escape cancels.
 */
export function useDrag(
  area: { readonly current: HTMLElement | null },
  mayDrop: (id: string, group: string) => boolean,
  onDrop: (id: string, drop: Drop) => void,
): Dragging {
  const [state, setState] = useState<Pick<Dragging, 'held' | 'drop'>>({ held: null, drop: null })

  const follow = (id: string): void => {
    let latest: Drop | null = null
    const moved = (event: PointerEvent): void => {
      scroll(area.current, event.clientY)
      const drop = dropAt(area.current, event.clientY)
      latest = drop !== null && mayDrop(id, drop.group) ? drop : null
      setState({ held: id, drop: latest })
    }
    const leave = (): void => {
      removeEventListener('pointermove', moved)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', leave)
      removeEventListener('keydown', escape, true)
      setState({ held: null, drop: null })
    }
    const end = (): void => {
      leave()
      if (latest !== null) onDrop(id, latest)
    }
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      leave()
    }
    addEventListener('pointermove', moved)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', leave)
    addEventListener('keydown', escape, true)
  }

  return {
    ...state,
    onPointerDown: (id) => (event) => {
      if (event.button !== 0) return
      event.preventDefault()
      ;(event.currentTarget as HTMLElement).focus()
      setState({ held: id, drop: null })
      follow(id)
    },
  }
}

function scroll(area: HTMLElement | null, y: number): void {
  const scrolled = area?.closest('.dialog-content')
  if (scrolled === null || scrolled === undefined) return
  const { top, bottom } = scrolled.getBoundingClientRect()
  if (y < top + edge) scrolled.scrollBy(0, -scrollStep)
  else if (y > bottom - edge) scrolled.scrollBy(0, scrollStep)
}

/** The innermost list at a height, and the index there; what is beside a list belongs to the list around it. */
function dropAt(area: HTMLElement | null, y: number): Drop | null {
  const lists = [...(area?.querySelectorAll<HTMLElement>('[data-group]') ?? [])].filter((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return y >= top && y <= bottom
  })
  // A list inside another comes after it in the document.
  const list = lists.at(-1)
  if (list === undefined) return null
  const items = [...list.children].filter((one) => one instanceof HTMLElement && 'item' in one.dataset)
  const index = items.findIndex((one) => {
    const { top, height } = one.getBoundingClientRect()
    return y < top + height / 2
  })
  return { group: list.dataset['group'] ?? '', index: index === -1 ? items.length : index }
}
