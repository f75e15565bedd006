import { invalid } from '../errors.js'

/** A position in a pattern; the methods that take something advance it. */
export interface Cursor {
  done(): boolean
  /** Takes this string if the pattern continues with it; returns whether it did. */
  accept(text: string): boolean
  /**
   * Takes a match of a sticky expression at this position; returns null and takes nothing if there is none.
   */
  take(expression: RegExp): RegExpExecArray | null
  /** Takes one code point. Throws a 422 at the end. */
  next(): number
}

export const notRegular = (): Error => invalid('value', 'the pattern is not a valid regular expression')

export function createCursor(pattern: string): Cursor {
  let position = 0
  return {
    done: () => position >= pattern.length,
    accept(text) {
      const found = pattern.startsWith(text, position)
      if (found) position += text.length
      return found
    },
    take(expression) {
      expression.lastIndex = position
      const found = expression.exec(pattern)
      if (found !== null) position = expression.lastIndex
      return found
    },
    next() {
      const point = pattern.codePointAt(position)
      if (point === undefined) throw notRegular()
      position += point > 0xffff ? 2 : 1
      return point
    },
  }
}
