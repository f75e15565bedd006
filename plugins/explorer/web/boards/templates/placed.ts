import type { GridPlace } from '../types.js'
import { columns } from '../grid.js'
import type { Draft } from './tile.js'

/** Tiles from left to right in rows, each row as high as its highest tile. */
export function placed(tiles: readonly Draft[]): readonly (Draft & GridPlace)[] {
  let [left, top, rowHeight] = [0, 0, 0]
  return tiles.map((tile) => {
    const { width = 6, height = 5 } = tile
    if (left + width > columns) [left, top, rowHeight] = [0, top + rowHeight, 0]
    const place = { left, top, width, height }
    left += width
    rowHeight = Math.max(rowHeight, height)
    return { ...tile, ...place }
  })
}
