import type { StoreFacts } from '../../contract/index.js'
import type { PromotedNames } from '../sql/promoted/columns.js'
import type { PersonMap } from './views/person-map/map.js'
import type { ActivitySnapshot } from './views/activity-snapshot/snapshot.js'

/** Facts about a workspace that its statements are compiled by. */
export interface ClickHouseFacts extends StoreFacts {
  /** The generation of projections (rollups) that may answer, or null if none may. */
  readonly generation: number | null
  /** The activity snapshot that may answer as well, unless too much has changed since it was built. */
  readonly snapshot: ActivitySnapshot | null
  /** The map of persons that may be joined instead of the links; null where few users are linked, and where shards have replicas. */
  readonly persons: PersonMap | null
  /** The properties that have typed columns of their own. */
  readonly promoted: PromotedNames
}
