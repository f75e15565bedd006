import type { GridPlace } from './types.js'

export const columns = 12
const mostRows = 20
const leastWidth = 2
const leastHeight = 2

export type Placed = GridPlace & { readonly id: string }

/** Moves every tile up as far as it goes, by row, then column. In one row the tile with the id `first` goes first. */
export function compacted<T extends Placed>(tiles: readonly T[], first?: string): readonly T[] {
  const placed: T[] = []
  for (const tile of inOrder(tiles, first)) {
    let { top } = tile
    while (top > 0 && !hitsAny(placed, { ...tile, top: top - 1 })) top--
    while (hitsAny(placed, { ...tile, top })) top++
    placed.push({ ...tile, top })
  }
  return tiles.map((tile) => placed.find(({ id }) => id === tile.id) ?? tile)
}

/** Moves or resizes a tile; overlapping tiles move down. */
export function arranged<T extends Placed>(
  tiles: readonly T[],
  id: string,
  change: Partial<GridPlace>,
): readonly T[] {
  return compacted(
    tiles.map((tile) => (tile.id === id ? { ...tile, ...inside({ ...tile, ...change }) } : tile)),
    id,
  )
}

function inside({ left, top, width, height }: GridPlace): GridPlace {
  const wide = clamp(width, leastWidth, columns)
  return {
    width: wide,
    height: clamp(height, leastHeight, mostRows),
    left: clamp(left, 0, columns - wide),
    top: Math.max(0, top),
  }
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** Sorts by row, then column; in one row the moved tile (`first`) comes first and keeps its place. */
const inOrder = <T extends Placed>(tiles: readonly T[], first: string | undefined): readonly T[] =>
  [...tiles].sort(
    (a, b) => a.top - b.top || Number(b.id === first) - Number(a.id === first) || a.left - b.left,
  )

const hitsAny = (placed: readonly Placed[], tile: Placed): boolean =>
  placed.some((other) => hits(other, tile))

const hits = (a: GridPlace, b: GridPlace): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height
