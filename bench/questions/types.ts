import type { Request } from '../service.js'

/** The best that was reached for questions of a kind, as times the bare scan; per size of the workspace. */
export interface Target {
  /** From the events, and from what is kept beside them: at most so many times the bare scan at 10 million events. */
  readonly raw?: number
  readonly rollup?: number
  /** The same at 50 million events. */
  readonly rawLarge?: number
  readonly rollupLarge?: number
}

/** How another product asks the same, on the same rows as it stores them. */
export interface Peer {
  readonly of: string
  /** What characterises the shape. */
  readonly shape: string
  readonly statement: string
  /** Why its numbers need not be ours; without it they must be. */
  readonly differs?: string
  /** At least so many times our cost. */
  readonly target?: number
}

export interface BenchQuestion {
  readonly name: string
  readonly request: Request
  /** The columns that the question names, over exactly the rows it needs; `$w` is the workspace's database. */
  readonly bare: string
  readonly target?: Target
  readonly peers?: readonly Peer[]
}
