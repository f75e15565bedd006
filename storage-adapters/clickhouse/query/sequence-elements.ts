import type { Parameters } from '../../sql/dialect.js'

/**
 * The numbers that stand for rows in the arrays of a sequence: from the highest bits, the row's time in milliseconds plus one (so
 * that no element is 0), four bits with its step, and the position of its label. They are compared without unpacking them: `b` is
 * within a window of `a` if b - a is at most `mostWithin(window)`.
 */
export interface Elements {
  /** The SQL of a row's element. `steps` is the condition of each step; the last one needs none. `label`: the position, in rows of step 1. */
  of(time: string, steps: readonly string[], label: string | null): string
  /** The SQL of an element's time in milliseconds. */
  readonly timeIn: (element: string) => string
  readonly isStep: (element: string, step: number) => string
  /** The SQL of the greatest difference of an element and the run's first one, whatever their steps and labels. */
  mostWithin(window: number): string
}

/** The greatest window, more than 270 years: differences fit 63 bits. */
const longestWindow = 2 ** 43 - 1

/** Elements with this many bits for the position of a label, at most 16. */
export function elementsWith(labelBits: number, parameters: Parameters): Elements {
  const unit = 2 ** labelBits
  const shift = 4 + labelBits
  return {
    of(time, steps, label) {
      const numbers = steps.map((_, at) => String((at + 1) * unit))
      const [first = ''] = numbers
      if (label !== null) numbers[0] = `bitOr(${first}, ${label})`
      const cases = steps.slice(0, -1).map((holds, at) => `${holds}, ${numbers[at] ?? ''}, `)
      const last = numbers.at(-1) ?? ''
      const step = cases.length > 0 ? `multiIf(${cases.join('')}${last})` : last
      return `bitOr(bitShiftLeft((toUInt64(${time}) + 1), ${shift}), ${step})`
    },
    timeIn: (element) => `toInt64(bitShiftRight(${element}, ${shift})) - 1`,
    isStep: (element, step) => `bitAnd(${element}, ${15 * unit}) = ${step * unit}`,
    mostWithin(window) {
      const [longest, size] = [Math.min(window, longestWindow), 2 ** shift]
      const most = longest * size + size - 1
      if (Number.isSafeInteger(most)) return parameters.bind(most, 'int')
      return `(${parameters.bind(longest, 'int')} * ${size} + ${size - 1})`
    },
  }
}
