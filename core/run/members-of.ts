import { invalid, sources, type Relation, type SourceName } from '../contract/index.js'

/** An audience by its id, and where the request names it. */
export interface AskedAudience {
  readonly id: string
  readonly path: string
}

export interface KnowsAudiences {
  /** The persons of an audience; null: there is no such audience. Undefined where nobody keeps any. */
  readonly members?: ((id: string) => Promise<Relation | null>) | undefined
}

/** The persons of the audience that a request names; null: it names none. Anything wrong is a 422. */
export async function membersOf(
  { members }: KnowsAudiences,
  source: SourceName,
  audience: AskedAudience | null,
): Promise<Relation | null> {
  if (audience === null) return null
  const { id, path } = audience
  const name = path.replace('/', '')
  if (members === undefined) throw invalid(path, `${name}: this service keeps no audiences`)
  if (!('person' in sources[source]))
    throw invalid(path, `${name} cannot restrict this: no person is known of ${source}`)
  const found = await members(id)
  if (found !== null) return found
  throw invalid(path, `${name}: this workspace has no audience ${JSON.stringify(id)}`)
}
