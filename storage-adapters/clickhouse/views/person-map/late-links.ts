import type { AnalyticsStore, CompiledQuery, Limits, Row, WorkspaceRef } from '../../../../contract/index.js'
import { newParts, type Part } from '../activity-snapshot/stored-parts.js'
import { byValue, keyOf } from '../keys.js'
import { lookUpLinks, mostLate, mostRead, newLinks, type LinkPart } from './late.js'
import type { PersonMap } from './map.js'

/** A device with another person than in the map. */
export interface LateLink {
  /** The person in the map. */
  readonly before: bigint
  /** The person now: the leader of the user, or the hash of a user that the map does not know. */
  readonly person: bigint
}

/** Devices with another person than in the map. */
export type LateLinks = ReadonlyMap<bigint, LateLink>

/** A link: the hash of a user, and since when, in ms since 1970. */
interface Link {
  readonly user: bigint
  readonly since: number
}

/** What links of these parts say, and the generation of the map. */
export interface KnownLinks {
  readonly generation: number
  readonly parts: readonly Part[]
  /** The latest link of devices in these parts; those with the person of the map may be missing. */
  readonly latest: ReadonlyMap<bigint, Link>
  readonly devices: LateLinks
}

/** What was found by the question before. */
export interface LinkMemory {
  linksOf(workspace: WorkspaceRef): KnownLinks | undefined
  keepLinks(workspace: WorkspaceRef, known: KnownLinks): void
}

interface Options {
  readonly ask: AnalyticsStore['run']
  readonly state: LinkMemory
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
}

/** Maximum number of devices whose latest link is remembered; with more, only those with another person are. */
const mostRemembered = 2 * mostLate

/**
 * Returns the devices whose person is no longer the one in the map; `stored` are the parts of links now. Returns null if they are
 * too many, or if links under the map may have been deleted.
 *
 * Only parts are read that the question before did not see, and devices are looked up only if a link is not older than
 * the one that is known of them: merged parts have known links again. Example:
 *
 *   before   part 2 is new: d1 → Ann           known: d1 → Ann
 *   now      part 3 is new: d1 → Bob, d2 → Ann known: d1 → Bob, d2 → Ann; part 2 is not read again
 *   merged   part 4 has both:                  nothing is looked up
 */
export async function lateLinks(
  workspace: WorkspaceRef,
  map: Pick<PersonMap, 'generation' | 'cluster' | 'parts'>,
  stored: readonly LinkPart[],
  { ask, state, limits, signal }: Options,
): Promise<LateLinks | null> {
  const { generation, parts } = map
  if (newParts(parts, stored) === null) return null
  const none: KnownLinks = { generation, parts, latest: new Map(), devices: new Map() }
  const last = state.linksOf(workspace)
  const isUsable = last?.generation === generation && newParts(last.parts, stored) !== null
  const known = isUsable ? last : none
  const added = new Set(newParts(known.parts, stored))
  if (added.size === 0) return known.devices
  const rows = stored.reduce((sum, part) => sum + (added.has(part.name) ? part.rows : 0), 0)
  if (rows > mostRead) return null

  const find = (query: CompiledQuery): Promise<readonly Row[]> =>
    ask(query, { ...limits, rows: 3 * mostRead }, signal)
  const read = await find(newLinks(workspace, map, known.parts))
  if (read.length > mostRead) return null
  const came = read.map((row) => ({ device: keyOf(row['device']), ...linkOf(row, 'user') }))
  const unknown = came.filter(({ device, user, since }) => {
    const link = known.latest.get(device)
    return link === undefined || link.since < since || (link.since === since && link.user !== user)
  })
  const latest = new Map(known.latest)
  const devices = new Map(known.devices)
  for (const { device, link, ...late } of await lookUp(workspace, map, unknown, find)) {
    latest.set(device, link)
    if (late.person === late.before) devices.delete(device)
    else devices.set(device, late)
  }
  if (devices.size > mostLate) return null
  if (latest.size > mostRemembered)
    for (const device of latest.keys()) if (!devices.has(device)) latest.delete(device)
  state.keepLinks(workspace, { generation, parts: stored, latest, devices })
  return devices
}

/** Returns each device with its person; sorted, so that equal links give equal statements. */
export const personsOf = (late: LateLinks): ReadonlyMap<bigint, bigint> =>
  new Map(
    [...late]
      .map(([device, { person }]) => [device, person] as const)
      .sort(([one], [other]) => byValue(one, other)),
  )

interface Found extends LateLink {
  readonly device: bigint
  readonly link: Link
}

/** Looks up the latest link of these devices, and their persons by it and by the map. */
async function lookUp(
  workspace: WorkspaceRef,
  map: Pick<PersonMap, 'generation' | 'cluster'>,
  came: readonly (Link & { readonly device: bigint })[],
  find: (query: CompiledQuery) => Promise<readonly Row[]>,
): Promise<readonly Found[]> {
  if (came.length === 0) return []
  const users = new Set(came.map(({ user }) => user))
  const found = await find(
    lookUpLinks(workspace, map, {
      devices: [...new Set(came.map(({ device }) => device))],
      users: [...users],
    }),
  )
  const of = (rows: readonly Row[], kind: string): readonly (readonly [bigint, Row])[] =>
    rows.filter((row) => row['kind'] === kind).map((row) => [keyOf(row['key']), row])
  const links = of(found, 'link').map(([device, row]) => [device, linkOf(row, 'value')] as const)
  // The latest link may be another one than those that came: an older part has it, or it came in between.
  const others = [...new Set(links.map(([, { user }]) => user))].filter((user) => !users.has(user))
  const more =
    others.length === 0 ? [] : await find(lookUpLinks(workspace, map, { devices: [], users: others }))
  const keys = (kind: string, rows: readonly Row[]): ReadonlyMap<bigint, bigint> =>
    new Map(of(rows, kind).map(([key, row]) => [key, keyOf(row['value'])]))
  const [persons, leaders] = [keys('person', found), keys('leader', [...found, ...more])]
  return links.map(([device, link]) => ({
    ...{ device, link },
    before: persons.get(device) ?? device,
    person: leaders.get(link.user) ?? link.user,
  }))
}

const linkOf = (row: Row, user: string): Link => ({ user: keyOf(row[user]), since: Number(row['since']) })
