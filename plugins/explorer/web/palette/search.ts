import { sections, type Entry, type Section } from './entry.js'

/** Entries with the texts that are searched, in lower case. Prepared once, because every key searches all of them. */
export interface Searchable {
  readonly entry: Entry
  readonly label: string
  readonly all: string
}

export const searchable = (entries: readonly Entry[]): readonly Searchable[] =>
  entries.map((entry) => {
    const label = entry.label.toLowerCase()
    return { entry, label, all: `${label} ${entry.about ?? ''} ${entry.words ?? ''}`.toLowerCase() }
  })

/** The number of entries shown of each section while something is typed. */
const mostFound = 8
/** The same while nothing is typed; the sections that are not listed here are shown whole. */
const mostAtFirst: Readonly<Partial<Record<Section, number>>> = {
  boards: 5,
  questions: 5,
  events: 5,
  properties: 5,
  metrics: 5,
  audiences: 5,
  marks: 5,
  people: 5,
}

/**
 * The entries that contain every typed word, by section. The section with the best match comes first; people come last,
 * because they arrive later and must not move what is already there.
 */
export function found(all: readonly Searchable[], typed: string): readonly Entry[] {
  const text = typed.trim().toLowerCase()
  if (text === '') return atFirst(all)
  const words = text.split(/\s+/)
  const bySection = new Map<Section, { readonly entry: Entry; readonly rank: number }[]>()
  for (const one of all) {
    if (!words.every((word) => one.all.includes(word))) continue
    const { entry } = one
    const matches = bySection.get(entry.section) ?? []
    matches.push({ entry, rank: rankOf(one, text, words) })
    bySection.set(entry.section, matches)
  }
  const ranked = [...bySection].map(([section, matches]) => {
    // Stable: entries of the same rank keep their order, the most frequent or the newest first.
    const best = matches.sort((a, b) => a.rank - b.rank).slice(0, mostFound)
    return { section, best, rank: section === 'people' ? Infinity : (best[0]?.rank ?? Infinity) }
  })
  ranked.sort((a, b) => a.rank - b.rank || placeOf(a.section) - placeOf(b.section))
  return ranked.flatMap(({ best }) => best.map(({ entry }) => entry))
}

const placeOf = (section: Section): number => sections.indexOf(section)

function atFirst(all: readonly Searchable[]): readonly Entry[] {
  return sections.flatMap((section) =>
    all
      .filter(({ entry }) => entry.section === section)
      .slice(0, mostAtFirst[section] ?? Infinity)
      .map(({ entry }) => entry),
  )
}

/** 0 is the best: the label itself, its beginning, the beginning of one of its words, a part of it, only the description. */
function rankOf({ label, entry }: Searchable, text: string, words: readonly string[]): number {
  // A recent entry is preferred to others that match as well.
  const recent = entry.section === 'recent' ? 0 : 0.5
  if (label === text) return recent
  if (label.startsWith(text)) return 1 + recent
  const at = label.indexOf(text)
  if (at > 0) return (/[\p{L}\p{N}]/u.test(label.charAt(at - 1)) ? 3 : 2) + recent
  return (words.every((word) => label.includes(word)) ? 4 : 5) + recent
}
