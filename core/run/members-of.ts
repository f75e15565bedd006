import {
  invalid,
  inZone,
  plainDefaults,
  sources,
  type InlineAudience,
  type Relation,
  type SourceName,
  type WorkspaceDefaults,
} from '../../contract/index.js'

/** An audience, saved or not, and its path in the request. */
export interface AskedAudience {
  readonly audience: string | InlineAudience
  readonly path: string
}

export interface KnowsAudiences {
  /** An audience has the same persons in every question, whatever its time zone: its own is the workspace's. */
  readonly defaults?: WorkspaceDefaults | undefined
  /**
   * Returns the persons of an audience, or null if there is no such audience. Undefined if no plugin manages
   * audiences.
   */
  readonly members?: ((id: string) => Promise<Relation | null>) | undefined
  /** Returns the persons of an audience that is not saved; undefined if there are only saved ones. */
  readonly inlineMembers?: ((audience: InlineAudience) => Relation) | undefined
}

/** Returns the persons of the request's audience, or null if it names none. Any error is a 422. */
export async function membersOf(
  { defaults = plainDefaults, members, inlineMembers }: KnowsAudiences,
  source: SourceName,
  asked: AskedAudience | null,
): Promise<Relation | null> {
  if (asked === null) return null
  const { audience, path } = asked
  const name = path.replace('/', '')
  if (members === undefined) throw invalid(path, `${name}: this service has no audiences`)
  if (!('person' in sources[source]))
    throw invalid(path, `${name} cannot restrict ${source}: they belong to no person`)
  if (typeof audience !== 'string') {
    if (inlineMembers === undefined) throw invalid(path, `${name}: this service has saved audiences only`)
    return inZone(inlineMembers(audience), defaults.timezone)
  }
  const found = await members(audience)
  if (found !== null) return inZone(found, defaults.timezone)
  throw invalid(path, `${name}: unknown audience ${JSON.stringify(audience)}`)
}
