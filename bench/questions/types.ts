import type { Request } from '../service.js'

/** The best results reached for queries of a kind, as multiples of the bare scan, per workspace size. */
export interface Target {
  /**
   * From the events, and from the data derived from them: at most this multiple of the bare scan at 10
   * million events.
   */
  readonly raw?: number
  readonly rollup?: number
  /** The same at 50 million events. */
  readonly rawLarge?: number
  readonly rollupLarge?: number
}

/** How another product runs the same query, on the same rows in its own layout. */
export interface Peer {
  readonly of: string
  /** The characteristic of the shape. */
  readonly shape: string
  readonly statement: string
  /** Why its numbers may differ from ours; without it they must be equal. */
  readonly differs?: string
  /** At least this multiple of our cost. */
  readonly target?: number
}

export interface BenchQuestion {
  readonly name: string
  readonly request: Request
  /** The columns that the query names, over exactly the rows it needs; `$w` is the workspace's database. */
  readonly bare: string
  readonly target?: Target
  readonly peers?: readonly Peer[]
}
