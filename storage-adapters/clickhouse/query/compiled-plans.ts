import { serialize } from 'node:v8'
import { LRUCache } from 'lru-cache'
import type { Relation, WorkspaceRef } from '../../../contract/index.js'
import type { PromotedNames } from '../../sql/promoted/columns.js'
import type { PersonMap } from '../views/person-map/map.js'
import type { ActivitySnapshot } from '../views/activity-snapshot/snapshot.js'
import type { ClickHouseQuery } from './compile-query.js'

/** The facts that a statement was compiled by. */
export interface CompiledBy {
  readonly generation: number | null
  readonly snapshot: ActivitySnapshot | null
  readonly persons: PersonMap | null
  readonly promoted: PromotedNames | undefined
}

interface Kept {
  readonly by: CompiledBy
  readonly query: ClickHouseQuery
}

/** Statements that are kept, and the longest plan among them, in bytes. */
const most = 200
const longest = 32_768

/**
 * Wraps `compile` to keep the statements of recent plans. Boards ask the same plans again and again, and compiling takes a
 * tenth of the service's part of an answer. A plan is recognized by its whole content, and its statement is used only with
 * the facts that it was compiled by: these are values that are replaced, never changed.
 */
export function compiledPlans(
  compile: (workspace: WorkspaceRef, plan: Relation, by: CompiledBy) => ClickHouseQuery,
): typeof compile {
  const kept = new LRUCache<string, Kept>({ max: most })
  return (workspace, plan, by) => {
    const key = keyOf(workspace, plan)
    const known = key === null ? undefined : kept.get(key)
    if (known !== undefined && isSame(known.by, by)) return known.query
    const query = compile(workspace, plan, by)
    if (key !== null) kept.set(key, { by, query })
    return query
  }
}

/**
 * JSON would confuse -0 with 0, and numbers that are not finite with null. Returns null for a long plan, and for one that
 * is no plain data.
 */
function keyOf({ id, number }: WorkspaceRef, plan: Relation): string | null {
  try {
    const bytes = serialize([id, number, plan])
    return bytes.length > longest ? null : bytes.toString('latin1')
  } catch {
    return null
  }
}

const isSame = (a: CompiledBy, b: CompiledBy): boolean =>
  a.generation === b.generation &&
  a.snapshot === b.snapshot &&
  a.persons === b.persons &&
  a.promoted === b.promoted
