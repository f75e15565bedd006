import type { StoreFacts } from '../../core/contract/index.js'
import type { PromotedNames } from './promoted/columns.js'
import type { ActivitySnapshot } from './views/activity-snapshot/snapshot.js'

/** What statements over a workspace are compiled by. */
export interface ClickHouseFacts extends StoreFacts {
  /** Which generation of the projections answers; null: none. */
  readonly generation: number | null
  /** The snapshot that may answer beside it, if not too much has changed since. */
  readonly snapshot: ActivitySnapshot | null
  /** The properties that have columns of their own. */
  readonly promoted: PromotedNames
}
