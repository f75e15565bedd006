import type { Described } from './types.js'
import { dictionaryText } from '../text/dictionary.js'

export type Names = ReadonlyMap<string, Described>

export const namesOf = (entries: readonly Described[]): Names =>
  new Map(entries.map((entry) => [entry.name, entry]))

/**
 * Names for a picker: without the hidden ones, the verified ones first. The order is otherwise kept.
 * @param nameOf the name that the dictionary has for one; null if it has none
 */
export function inOrder<T>(all: readonly T[], names: Names, nameOf: (one: T) => string | null): readonly T[] {
  if (names.size === 0) return all
  const statusOf = (one: T) => {
    const name = nameOf(one)
    return name === null ? undefined : names.get(name)?.status
  }
  const shown = all.filter((one) => statusOf(one) !== 'hidden')
  return [
    ...shown.filter((one) => statusOf(one) === 'verified'),
    ...shown.filter((one) => statusOf(one) !== 'verified'),
  ]
}

/** What a picker says of a name: its description, and whether it is deprecated. */
export function aboutOf(entry: Described | undefined): string | undefined {
  const words = [entry?.status === 'deprecated' ? dictionaryText.deprecated : undefined, entry?.description]
  const said = words.filter((text) => text !== undefined)
  return said.length === 0 ? undefined : said.join(' · ')
}
