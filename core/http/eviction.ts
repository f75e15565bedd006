/** What matters of a connection when there is room for no other. */
export interface Standing {
  /** Smaller: longer without a sign of life. */
  readonly seen: number
  /** Connections of the same address. */
  readonly neighbours: number
  /** `refused`: its request was answered before it had arrived; `arriving`: one still does; `busy`: one is handled. */
  readonly state: 'refused' | 'idle' | 'arriving' | 'busy'
  /** A request on it had a credential that was accepted. */
  readonly proven: boolean
}

/** The order in which connections give way; those that are not listed never do. */
const order: readonly (readonly [Standing['state'], proven: boolean])[] = [
  ['refused', false],
  ['idle', false],
  ['arriving', false],
  ['refused', true],
  ['idle', true],
  ['busy', false],
]

const rankOf = ({ state, proven }: Standing): number =>
  order.findIndex(([one, other]) => one === state && other === proven)

/**
 * The connection to end so that another can come in; null if every one has a credential and a request in flight. The
 * least rank goes first; of equals one of the address that has the most, and there the one silent for the longest.
 *
 *     idle, no credential, seen 7     ends
 *     idle, no credential, seen 9     stays: the newcomer before, about to send its request
 *     idle, with credential, seen 2   stays
 */
export function evictable<T>(candidates: Iterable<T>, standingOf: (candidate: T) => Standing): T | null {
  let worst: { readonly candidate: T; readonly standing: Standing; readonly rank: number } | null = null
  for (const candidate of candidates) {
    const standing = standingOf(candidate)
    const rank = rankOf(standing)
    if (rank < 0) continue
    const one = { candidate, standing, rank }
    if (worst === null || goesBefore(one, worst)) worst = one
  }
  return worst?.candidate ?? null
}

interface Ranked {
  readonly standing: Standing
  readonly rank: number
}

const goesBefore = (a: Ranked, b: Ranked): boolean =>
  a.rank !== b.rank
    ? a.rank < b.rank
    : a.standing.neighbours !== b.standing.neighbours
      ? a.standing.neighbours > b.standing.neighbours
      : a.standing.seen < b.standing.seen
