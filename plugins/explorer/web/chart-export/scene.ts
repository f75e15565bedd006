/** A drawing as data: the same one becomes an SVG file or pixels. Positions and lengths are in pixels. */
export interface Scene {
  readonly width: number
  readonly height: number
  readonly background: string
  readonly shapes: readonly Shape[]
}

export type Position = readonly [x: number, y: number]

interface Painted {
  /** A CSS colour that needs no style sheet. */
  readonly color: string
  /** 0 to 1; 1 by default. */
  readonly opacity?: number
}

export interface Path extends Painted {
  readonly of: 'path'
  readonly points: readonly Position[]
  readonly width: number
  /** Lengths of strokes and gaps; empty for a solid line. */
  readonly dash: readonly number[]
}

export interface Area extends Painted {
  readonly of: 'area'
  /** The corners. */
  readonly points: readonly Position[]
  /** The number of its stripes (see strokes.ts); 0 for the colour alone. */
  readonly hatch: number
}

export interface Text extends Painted {
  readonly of: 'text'
  readonly at: Position
  readonly text: string
  readonly size: number
  readonly bold?: boolean
  readonly anchor?: 'start' | 'middle' | 'end'
}

export type Shape = Path | Area | Text

export const fontFamily = 'system-ui, sans-serif'

/** The width of a text, roughly: no font is at hand where a scene is laid out. */
export const textWidth = (text: string, size: number): number => text.length * size * 0.56

/** A text that ends in … where it would be wider than `room`. */
export function fitted(text: string, size: number, room: number): string {
  if (textWidth(text, size) <= room) return text
  return `${text.slice(0, Math.max(1, Math.floor(room / (size * 0.56)) - 1)).trimEnd()}…`
}
