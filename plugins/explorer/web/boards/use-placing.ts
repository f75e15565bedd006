import { useState } from 'preact/hooks'
import { sizeOf } from './call-question.js'
import { followPointer } from './follow-pointer.js'
import { arranged, columns, type Placed } from './grid.js'
import { gap, rowHeight } from './tile-card.js'
import type { GridPlace } from './types.js'

/** What is dragged: a saved question. */
export interface Carried {
  readonly id: string
  readonly name: string
  readonly chart: string
}

/** What a drop makes: the place of the new tile, and the places of the others, which make room. */
export interface Landing<T> {
  readonly place: GridPlace
  readonly others: readonly T[]
}

export interface Placing<T> {
  readonly landing: Landing<T> | null
  /** What is dragged and where the pointer is, in pixels of the window; null if nothing is. */
  readonly carried: (Carried & { readonly x: number; readonly y: number }) | null
  readonly onPointerDown: (question: Carried) => (event: PointerEvent) => void
}

const nobody = 'new'

/**
 * Drags saved questions onto a board. What was dropped is shown at its place until the tiles change; onDrop resolves to
 * false if it could not be added.
 */
export function usePlacing<T extends Placed>(
  tiles: readonly T[],
  area: { readonly current: HTMLElement | null },
  onDrop: (question: Carried, landing: Landing<T>) => Promise<boolean>,
): Placing<T> {
  const [carried, setCarried] = useState<Placing<T>['carried']>(null)
  const [landing, setLanding] = useState<Landing<T> | null>(null)
  const [shownFor, setShownFor] = useState(tiles)
  if (shownFor !== tiles) {
    setShownFor(tiles)
    setLanding(null)
  }

  const follow = (question: Carried): void => {
    let latest: Landing<T> | null = null
    followPointer({
      onMove: (event) => {
        setCarried({ ...question, x: event.clientX, y: event.clientY })
        const place = placeAt(area.current, event, sizeOf(question.chart))
        latest = place === null ? null : landingOf(tiles, place)
        setLanding(latest)
      },
      onEnd: () => {
        setCarried(null)
        setLanding(null)
      },
      onDrop: () => {
        if (latest === null) return
        setLanding(latest)
        void onDrop(question, latest).then((isAdded) => {
          if (!isAdded) setLanding(null)
        })
      },
    })
  }

  return {
    landing,
    carried,
    onPointerDown: (question) => (event) => {
      if (event.button !== 0) return
      event.preventDefault()
      follow(question)
    },
  }
}

/** The place below the pointer, which holds the new tile in the middle of its upper edge; null outside the board. */
function placeAt(
  area: HTMLElement | null,
  { clientX, clientY }: PointerEvent,
  size: Pick<GridPlace, 'width' | 'height'>,
): GridPlace | null {
  if (area === null) return null
  const { left, right, top, bottom, width } = area.getBoundingClientRect()
  if (clientX < left || clientX > right || clientY < top || clientY > bottom) return null
  const column = (clientX - left) / ((width + gap) / columns)
  return {
    ...size,
    left: Math.min(Math.max(0, Math.round(column - size.width / 2)), columns - size.width),
    top: Math.max(0, Math.floor((clientY - top) / (rowHeight + gap))),
  }
}

function landingOf<T extends Placed>(tiles: readonly T[], place: GridPlace): Landing<T> {
  const all: readonly Placed[] = [...tiles, { id: nobody, ...place }]
  const next = arranged(all, nobody, place)
  const placed = next.find(({ id }) => id === nobody) ?? place
  const others = tiles.map((tile) => ({ ...tile, ...placeOf(next.find(({ id }) => id === tile.id) ?? tile) }))
  return { place: placeOf(placed), others }
}

const placeOf = ({ left, top, width, height }: GridPlace): GridPlace => ({ left, top, width, height })
