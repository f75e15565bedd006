import { useRef, useState } from 'preact/hooks'
import { followPointer } from './follow-pointer.js'
import { arranged, columns, type Placed } from './grid.js'
import { gap, rowHeight } from './tile-card.js'
import type { GridPlace } from './types.js'
import { boardsText } from '../text/boards.js'

type Way = 'move' | 'size'

interface Held<T> {
  readonly id: string
  readonly way: Way
  readonly from: GridPlace
  readonly before: readonly T[]
  readonly x: number
  readonly y: number
}

export interface Arranging<T> {
  /** The tiles at their current places, including during a drag. */
  readonly tiles: readonly T[]
  /** The id of the tile being dragged or resized. */
  readonly held: string | null
  /** For screen readers: the place and size of the tile after a move. */
  readonly said: string
  readonly onPointerDown: (id: string, way: Way) => (event: PointerEvent) => void
  readonly onKeyDown: (id: string) => (event: KeyboardEvent) => void
}

const patience = 500

/** Arrow keys move a tile; with Shift they resize it. */
const steps: Readonly<Record<string, readonly [column: number, row: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Moves and resizes tiles by pointer and by keyboard. Calls `onDone` when the pointer is released, or half a second after
 * the last key.
 */
export function useArranging<T extends Placed & { readonly title: string }>(
  given: readonly T[],
  grid: { readonly current: HTMLElement | null },
  onDone: (tiles: readonly T[]) => void,
): Arranging<T> {
  const [tiles, setTiles] = useState<readonly T[]>(given)
  const [shownFor, setShownFor] = useState(given)
  const [held, setHeld] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  if (shownFor !== given) {
    setShownFor(given)
    setTiles(given)
  }

  const place = (from: readonly T[], id: string, change: Partial<GridPlace>): readonly T[] => {
    const next = arranged(from, id, change)
    setTiles(next)
    const tile = next.find((one) => one.id === id)
    if (tile !== undefined)
      setSaid(
        boardsText.titleColumnColumnRowRowSize(
          tile.title,
          tile.left + 1,
          tile.top + 1,
          tile.width,
          tile.height,
        ),
      )
    return next
  }

  const follow = (start: Held<T>) => {
    let latest = start.before
    followPointer({
      onMove: ({ pageX, pageY }) => {
        const cell = ((grid.current?.clientWidth ?? 0) + gap) / columns
        const across = Math.round((pageX - start.x) / cell)
        const down = Math.round((pageY - start.y) / (rowHeight + gap))
        const { left, top, width, height } = start.from
        const change =
          start.way === 'move'
            ? { left: left + across, top: top + down }
            : { width: Math.min(width + across, columns - left), height: height + down }
        latest = place(start.before, start.id, change)
      },
      onEnd: () => {
        setHeld(null)
        setTiles(start.before)
      },
      onDrop: () => {
        if (latest === start.before) return
        setTiles(latest)
        onDone(latest)
      },
    })
  }

  return {
    tiles,
    held,
    said,
    onPointerDown: (id, way) => (event) => {
      const tile = tiles.find((one) => one.id === id)
      if (tile === undefined || event.button !== 0) return
      event.preventDefault()
      ;(event.currentTarget as HTMLElement).focus()
      setHeld(id)
      follow({ id, way, from: tile, before: tiles, x: event.pageX, y: event.pageY })
    },
    onKeyDown: (id) => (event) => {
      const step = steps[event.key]
      const tile = tiles.find((one) => one.id === id)
      if (step === undefined || tile === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      const [across, down] = step
      const change = event.shiftKey
        ? { width: Math.min(tile.width + across, columns - tile.left), height: tile.height + down }
        : { left: tile.left + across, top: down === 0 ? tile.top : rowFor(tiles, tile, down) }
      const next = place(tiles, id, change)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => onDone(next), patience)
    },
  }
}

/** The row after a move by key: tiles are compacted upwards, so a tile that moves up or down swaps with its neighbour. */
function rowFor(tiles: readonly Placed[], tile: Placed, down: number): number {
  const beside = tiles.filter(
    (other) =>
      other.id !== tile.id && other.left < tile.left + tile.width && tile.left < other.left + other.width,
  )
  if (down > 0) {
    const below = beside.filter(({ top }) => top >= tile.top + tile.height).sort((a, b) => a.top - b.top)[0]
    return below === undefined ? tile.top : below.top + 1
  }
  const above = beside
    .filter(({ top, height }) => top + height <= tile.top)
    .sort((a, b) => b.top + b.height - (a.top + a.height))[0]
  return above === undefined ? tile.top - 1 : above.top
}
