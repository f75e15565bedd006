interface Changed {
  readonly updated_at: string
}

/** Sorted by the time of the last change, the latest first. */
export const newestFirst = <T extends Changed>(all: readonly T[]): readonly T[] =>
  [...all].sort((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))

interface Pinned extends Changed {
  /** Absent if the service knows no favourites of this kind. */
  readonly favourite?: boolean
}

/** Favourites first, each part by the time of the last change. */
export function favouritesFirst<T extends Changed>(all: readonly (T & Pinned)[]): readonly (T & Pinned)[] {
  const sorted = newestFirst(all)
  return [
    ...sorted.filter(({ favourite }) => favourite === true),
    ...sorted.filter(({ favourite }) => favourite !== true),
  ]
}
