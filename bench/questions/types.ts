import type { Request } from '../service.js'

/** The best ratio to the bare scan that a prototype reached for a kind of question; per size of the workspace. */
export interface Target {
  /** From the events, and from views: at most this many times the bare scan at 10 million events. */
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
  /** At least this many times our cost. */
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
