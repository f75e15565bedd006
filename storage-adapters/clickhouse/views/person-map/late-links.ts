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

/** The latest link of a device, and its person in the map. */
interface LatestLink extends Link {
  readonly before: bigint
}

/** What links of these parts say, and the generation of the map. */
export interface KnownLinks {
  readonly generation: number
  readonly parts: readonly Part[]
  /** The latest link of devices in these parts; those with the person of the map may be missing. */
  readonly latest: ReadonlyMap<bigint, LatestLink>
  /** The persons of users that were looked up. */
  readonly leaders: ReadonlyMap<bigint, bigint>
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

/** Maximum number of devices whose latest link is remembered; with more, only those with another person are. Users likewise. */
const mostRemembered = 2 * mostLate

/**
 * Returns the devices whose person is no longer the one in the map; `stored` are the parts of links now. Returns null if they are
 * too many, or if links under the map may have been deleted.
 *
 * Only parts are read that the question before did not see, and a device is looked up only if no link of it is known, or if
 * another one has the same time: merged parts have known links again, and a later link replaces the known one.
 * Example:
 *
 *   before   part 2 is new: d1 → Ann           known: d1 → Ann
 *   now      part 3 is new: d1 → Bob, d2 → Ann looked up: d2, Bob; part 2 is not read again
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
  const none: KnownLinks = {
    ...{ generation, parts },
    ...{ latest: new Map(), leaders: new Map(), devices: new Map() },
  }
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
  const { latest: found, leaders } = await settled(workspace, map, compared(known, came), known, find)
  const latest = new Map(known.latest)
  const devices = new Map(known.devices)
  for (const [device, link] of found) {
    latest.set(device, link)
    const { before } = link
    const person = leaders.get(link.user) ?? link.user
    if (person === before) devices.delete(device)
    else devices.set(device, { before, person })
  }
  if (devices.size > mostLate) return null
  if (latest.size > mostRemembered)
    for (const device of latest.keys()) if (!devices.has(device)) latest.delete(device)
  state.keepLinks(workspace, {
    ...{ generation, parts: stored, latest, devices },
    leaders: leaders.size > mostRemembered ? new Map() : leaders,
  })
  return devices
}

/** Returns each device with its person; sorted, so that equal links give equal statements. */
export const personsOf = (late: LateLinks): ReadonlyMap<bigint, bigint> =>
  new Map(
    [...late]
      .map(([device, { person }]) => [device, person] as const)
      .sort(([one], [other]) => byValue(one, other)),
  )

/** What came that is not known: by device. */
interface NewLinks {
  /** The latest links of devices, all of whose earlier ones are known. */
  readonly replaced: ReadonlyMap<bigint, LatestLink>
  /** The devices whose latest link only the engine knows. */
  readonly unseen: ReadonlySet<bigint>
  readonly users: ReadonlySet<bigint>
}

function compared({ latest }: KnownLinks, came: readonly (Link & { readonly device: bigint })[]): NewLinks {
  const replaced = new Map<bigint, LatestLink>()
  const unseen = new Set<bigint>()
  const users = new Set<bigint>()
  for (const { device, user, since } of came) {
    const known = replaced.get(device) ?? latest.get(device)
    if (known !== undefined && (since < known.since || (since === known.since && user === known.user)))
      continue
    users.add(user)
    // Among two links at the same time, the text of the user decides.
    if (known === undefined || since === known.since) unseen.add(device)
    else replaced.set(device, { user, since, before: known.before })
  }
  return { replaced, unseen, users }
}

/** Looks up what new links leave open: the latest link of devices, their persons in the map, and those of users. */
async function settled(
  workspace: WorkspaceRef,
  map: Pick<PersonMap, 'generation' | 'cluster'>,
  { replaced, unseen, users }: NewLinks,
  known: Pick<KnownLinks, 'leaders'>,
  find: (query: CompiledQuery) => Promise<readonly Row[]>,
): Promise<Pick<KnownLinks, 'latest' | 'leaders'>> {
  const leaders = new Map(known.leaders)
  /** Looks up devices, and the users among these that are not known. */
  async function lookUp(devices: readonly bigint[], among: Iterable<bigint>): Promise<readonly Row[]> {
    const asked = [...among].filter((user) => !leaders.has(user))
    if (devices.length === 0 && asked.length === 0) return []
    const rows = await find(lookUpLinks(workspace, map, { devices, users: asked }))
    for (const user of asked) leaders.set(user, user)
    for (const row of rows) if (row['kind'] === 'leader') leaders.set(keyOf(row['key']), keyOf(row['value']))
    return rows
  }
  const rows = await lookUp([...unseen], users)
  const of = (kind: string): readonly (readonly [bigint, Row])[] =>
    rows.filter((row) => row['kind'] === kind).map((row) => [keyOf(row['key']), row])
  const persons = new Map(of('person').map(([device, { value }]) => [device, keyOf(value)]))
  const latest = new Map(replaced)
  for (const [device, row] of of('link'))
    latest.set(device, { ...linkOf(row, 'value'), before: persons.get(device) ?? device })
  // The latest link may be another one than those that came: an older part has it, or it came in between.
  await lookUp([], new Set([...latest.values()].map(({ user }) => user)))
  return { latest, leaders }
}

const linkOf = (row: Row, user: string): Link => ({ user: keyOf(row[user]), since: Number(row['since']) })
