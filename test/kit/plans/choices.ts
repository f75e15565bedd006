import fc from 'fast-check'

/**
 * Random decisions read from a list of numbers. A plan is built from one such list, so that fast-check can
 * shrink it: a shorter list with smaller numbers is a simpler plan, because 0, which also follows the end of
 * the list, takes the first and simplest of every choice.
 */
export interface Choices {
  /** 0 … count − 1. */
  below(count: number): number
  /** One member of a non-empty list; the first is the simplest. */
  of<T>(list: readonly T[]): T
  /** True in this many of a hundred cases. */
  chance(percent: number): boolean
}

export function choicesFrom(tape: readonly number[]): Choices {
  let position = 0
  const below = (count: number): number => (tape[position++] ?? 0) % count
  return {
    below,
    of: (list) => {
      if (list.length === 0) throw new Error('nothing to choose from')
      return list[below(list.length)]!
    },
    chance: (percent) => below(100) >= 100 - percent,
  }
}

export const tape = (): fc.Arbitrary<number[]> =>
  fc.noBias(fc.array(fc.nat({ max: 0xffff }), { minLength: 1, maxLength: 600, size: 'max' }))

/** Chooses at most `most` members of the list, each once. */
export const someOf = <T>(choices: Choices, list: readonly T[], most: number): readonly T[] => {
  const rest = [...list]
  const taken: T[] = []
  for (let count = Math.min(choices.below(most + 1), rest.length); count > 0; count--)
    taken.push(...rest.splice(choices.below(rest.length), 1))
  return taken
}
