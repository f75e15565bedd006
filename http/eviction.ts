/** The properties of a connection that decide whether it is evicted. */
export interface Standing {
  /** Smaller means longer inactive. */
  readonly seen: number
  /** The number of connections of the same address. */
  readonly neighbours: number
  /**
   * `rejected`: its request was answered before it had fully arrived. `arriving`: a request is still arriving.
   * `busy`: a request is being handled.
   */
  readonly state: 'rejected' | 'idle' | 'arriving' | 'busy'
  /** Whether a request on it had an accepted credential. */
  readonly proven: boolean
}

/** The order in which connections are evicted; kinds not listed never are. */
const order: readonly (readonly [Standing['state'], proven: boolean])[] = [
  ['rejected', false],
  ['idle', false],
  ['arriving', false],
  ['rejected', true],
  ['idle', true],
  ['busy', false],
]

const rankOf = ({ state, proven }: Standing): number =>
  order.findIndex(([one, other]) => one === state && other === proven)

/**
 * Returns the connection to evict so that another can be accepted; null if every one has an accepted
 * credential and a request in flight. The lowest rank goes first. Among equals it is one of the address with
 * the most connections, and there the longest inactive.
 *
 *     idle, no credential, seen 7     evicted
 *     idle, no credential, seen 9     stays: the previous newcomer, about to send its request
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
