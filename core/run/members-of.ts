import { invalid, sources, type Relation, type SourceName } from '../contract/index.js'

/** An audience's id, and its path in the request. */
export interface AskedAudience {
  readonly id: string
  readonly path: string
}

export interface KnowsAudiences {
  /**
   * Returns the persons of an audience, or null if there is no such audience. Undefined if no plugin manages
   * audiences.
   */
  readonly members?: ((id: string) => Promise<Relation | null>) | undefined
}

/** Returns the persons of the request's audience, or null if it names none. Any error is a 422. */
export async function membersOf(
  { members }: KnowsAudiences,
  source: SourceName,
  audience: AskedAudience | null,
): Promise<Relation | null> {
  if (audience === null) return null
  const { id, path } = audience
  const name = path.replace('/', '')
  if (members === undefined) throw invalid(path, `${name}: this service has no audiences`)
  if (!('person' in sources[source]))
    throw invalid(path, `${name} cannot restrict ${source}: they belong to no person`)
  const found = await members(id)
  if (found !== null) return found
  throw invalid(path, `${name}: unknown audience ${JSON.stringify(id)}`)
}
