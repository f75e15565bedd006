import { LRUCache } from 'lru-cache'
import type { WorkspaceRef } from '../../contract/index.js'

/** Decides for which questions the version of a workspace's data is worth reading. */
export interface VersionUse {
  /** Whether to read the version for the next question; to be called once per question. */
  due(workspace: WorkspaceRef): boolean
  /** Takes a version that was read. */
  note(workspace: WorkspaceRef, version: string): void
}

interface Seen {
  version: string
  /** When it was read, as `now`. */
  at: number
  /** Consecutive readings that each found another version than the one before. */
  changes: number
  /** Questions since then for which it was not read. */
  skipped: number
}

/** After this many changes in a row, each at most `freshMs` after the one before, events arrive all the time. */
const changesInRow = 4
const freshMs = 10_000
/** One question of this many still reads the version while events arrive, to find out when they stop. */
const oneOf = 8
/** Workspaces that are remembered. A forgotten one reads the version again. */
const most = 10_000

/**
 * While events arrive all the time, every reading finds another version: no rows are found in the cache, and none that are
 * put there are used. Most questions then skip the reading:
 *
 *     questions        1   2   3   4   5   6   …  12   13   14
 *     version read     v1  v2  v3  v4  v5  –   …  –    v6   –      it changes
 *     version read     v1  v2  v3  v4  v5  –   …  –    v5   v5     no event since the fifth
 *
 * `now` returns milliseconds, monotonic.
 */
export function createVersionUse(now: () => number = () => performance.now()): VersionUse {
  const seen = new LRUCache<number, Seen>({ max: most })
  return {
    due({ number }) {
      const known = seen.get(number)
      if (known === undefined || known.changes < changesInRow || now() - known.at > freshMs) return true
      known.skipped += 1
      return known.skipped === oneOf
    },
    note({ number }, version) {
      const at = now()
      const known = seen.get(number)
      const inRow = known !== undefined && at - known.at <= freshMs ? known.changes : 0
      const changes = known === undefined || known.version === version ? 0 : inRow + 1
      seen.set(number, { version, at, changes, skipped: 0 })
    },
  }
}
