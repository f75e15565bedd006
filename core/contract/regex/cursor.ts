import { invalid } from '../errors.js'

/** A place in a pattern, moved on by what is taken. */
export interface Cursor {
  done(): boolean
  /** The text of the pattern at this place, if it begins like this; else nothing is taken. */
  accept(text: string): boolean
  /** What a sticky expression finds here; null takes nothing. */
  take(expression: RegExp): RegExpExecArray | null
  /** One code point. Throws a 422 at the end. */
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
