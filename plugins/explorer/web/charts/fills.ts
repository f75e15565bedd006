import { hatchOf } from './strokes.js'

/** The same colour with less opacity; `color` as browsers compute it. */
export const faded = (color: string, share: number): string =>
  color.startsWith('rgb(') ? color.replace('rgb(', 'rgba(').replace(')', `, ${share})`) : color

/** A fill of stripes in this colour; the colour alone for hatch 0. `ratio` is the number of canvas pixels per pixel. */
export function hatched(color: string, hatch: number, ratio: number): string | CanvasPattern {
  if (hatch === 0) return color
  const { angle, distance } = hatchOf(hatch)
  const tile = document.createElement('canvas')
  tile.width = tile.height = Math.round(distance * ratio)
  const pen = tile.getContext('2d')
  if (pen === null) return color
  pen.fillStyle = faded(color, 0.3)
  pen.fillRect(0, 0, tile.width, tile.height)
  pen.fillStyle = color
  pen.fillRect(0, 0, tile.width / 2, tile.height)
  const pattern = pen.createPattern(tile, 'repeat')
  pattern?.setTransform(new DOMMatrix().rotate(angle))
  return pattern ?? color
}
