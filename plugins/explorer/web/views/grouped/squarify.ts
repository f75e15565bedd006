export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Rectangles that fill the frame, with areas proportional to the sizes and aspect ratios close to 1. `sizes` must be
 * descending and not negative; a size of 0 gets no area. Source: Bruls, Huizing and van Wijk, Squarified Treemaps, 2000.
 */
export function squarify(sizes: readonly number[], frame: Rect): readonly Rect[] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= 0) return sizes.map(() => ({ ...frame, width: 0, height: 0 }))
  const scale = (frame.width * frame.height) / total
  const rects: Rect[] = []
  let rest = frame
  let row: number[] = []
  for (const size of sizes) {
    const area = size * scale
    const side = Math.min(rest.width, rest.height)
    if (row.length > 0 && worst([...row, area], side) > worst(row, side)) {
      rest = place(row, rest, rects)
      row = []
    }
    row.push(area)
  }
  place(row, rest, rects)
  return rects
}

/** The worst aspect ratio in a row of these areas along a side. */
function worst(row: readonly number[], side: number): number {
  const sum = row.reduce((all, area) => all + area, 0)
  const [largest, smallest] = [Math.max(...row), Math.min(...row)]
  if (smallest === 0 || sum === 0) return Infinity
  return Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * smallest))
}

/** Places a row along the shorter side; returns the rest of the frame. */
function place(row: readonly number[], { x, y, width, height }: Rect, rects: Rect[]): Rect {
  const sum = row.reduce((all, area) => all + area, 0)
  const upright = width >= height
  const depth = sum === 0 ? 0 : sum / (upright ? height : width)
  let at = upright ? y : x
  for (const area of row) {
    const length = depth === 0 ? 0 : area / depth
    rects.push(
      upright ? { x, y: at, width: depth, height: length } : { x: at, y, width: length, height: depth },
    )
    at += length
  }
  return upright
    ? { x: x + depth, y, width: width - depth, height }
    : { x, y: y + depth, width, height: height - depth }
}
