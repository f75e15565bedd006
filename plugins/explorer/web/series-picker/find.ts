import { plain, type Item, type ItemKind } from './items.js'

const kinds: readonly ItemKind[] = ['event', 'metric', 'question', 'formula']

/** The items of one kind that are shown, and how many there are. */
export interface FoundGroup {
  readonly kind: ItemKind
  readonly items: readonly Item[]
  readonly count: number
}

/**
 * The items whose texts have every typed word, in groups by kind, with at most `most` of each. A name that is what was
 * typed comes first, then names that begin with it, names with a word that does, names that contain it, and others. Equal
 * ones keep their order. The group with the best match comes first.
 */
export function findItems(items: readonly Item[], typed: string, most: number): readonly FoundGroup[] {
  const wanted = plain(typed)
  const words = wanted.split(' ')
  const groups = kinds.map((kind) => ({ kind, ranks: ranks.map((): Item[] => []) }))
  for (const item of items)
    if (words.every((word) => item.plainText.includes(word)))
      groups[kinds.indexOf(item.kind)]?.ranks[wanted === '' ? 0 : rankOf(item, wanted)]?.push(item)
  const best = ({ ranks }: (typeof groups)[number]): number => ranks.findIndex(({ length }) => length > 0)
  return groups
    .filter((group) => best(group) !== -1)
    .sort((a, b) => best(a) - best(b))
    .map(({ kind, ranks }) => {
      const all = ranks.flat()
      return { kind, items: all.slice(0, most), count: all.length }
    })
}

const ranks = [0, 1, 2, 3, 4] as const

function rankOf({ plainLabel, note = '' }: Item, wanted: string): (typeof ranks)[number] {
  if (plainLabel === wanted || plain(note) === wanted) return 0
  if (plainLabel.startsWith(wanted)) return 1
  if (plainLabel.includes(` ${wanted}`)) return 2
  return plainLabel.includes(wanted) ? 3 : 4
}

/** A pattern (RE2) that finds the names that plain() would: in any case, with any separators. */
export const searchPattern = (typed: string): string =>
  `(?i)${plain(typed)
    .split(' ')
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.*')}`
