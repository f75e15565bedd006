import type { Line } from './line.js'
import { readableLines } from './strokes.js'

/** The lines that are hidden until someone chooses: all but the largest ones, if there are too many to tell apart. */
export const offAtFirst = (lines: readonly Line[]): ReadonlySet<string> =>
  new Set(lines.slice(readableLines).map(({ id }) => id))

/** Shows a line alone, with its comparison; null if it is alone already, which shows the lines of the beginning. */
export function alone(
  lines: readonly Line[],
  off: ReadonlySet<string>,
  id: string,
): ReadonlySet<string> | null {
  const others = lines.filter((line) => line.id !== id && line.of !== id).map((line) => line.id)
  const isAlone = !off.has(id) && others.length > 0 && others.every((one) => off.has(one))
  return isAlone ? null : new Set(others)
}

/** Hides or shows a line; the last visible line cannot be hidden. */
export function toggled(off: ReadonlySet<string>, id: string, lines: number): ReadonlySet<string> {
  const next = new Set(off)
  if (!next.delete(id)) next.add(id)
  return next.size === lines ? off : next
}
