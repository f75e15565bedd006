import type { AnalyticsStore, Limits, WorkspaceRef } from '../../../../contract/index.js'
import { keyOf } from '../activity-snapshot/related.js'
import { newParts, type Part } from '../activity-snapshot/stored-parts.js'
import { latePersons, mostCompared, mostLate, type LinkPart } from './late.js'
import type { PersonMap } from './map.js'

/** A device with another person than in the map. */
export interface LateLink {
  /** The person in the map. */
  readonly before: bigint
  /** The person now. */
  readonly person: bigint
}

/** Devices with another person than in the map. */
export type LateLinks = ReadonlyMap<bigint, LateLink>

/** Those by the links of these parts, and the generation of the map. */
export interface KnownLinks {
  readonly generation: number
  readonly parts: readonly Part[]
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

/**
 * Returns the devices whose person is no longer the one in the map; `stored` are the parts of links now. Returns null if they are
 * too many, or if links under the map may have been deleted.
 *
 * Only parts are read that the question before did not see. What they say about a device replaces what was known of it, so
 * the result is the same as of all new parts. Example:
 *
 *   before   part 2 is new: d1 → Ann           known: d1 → Ann
 *   now      part 3 is new: d1 → Bob, d2 → Ann known: d1 → Bob, d2 → Ann; part 2 is not read again
 */
export async function lateLinks(
  workspace: WorkspaceRef,
  { generation, cluster, parts }: Pick<PersonMap, 'generation' | 'cluster' | 'parts'>,
  stored: readonly LinkPart[],
  { ask, state, limits, signal }: Options,
): Promise<LateLinks | null> {
  if (newParts(parts, stored) === null) return null
  const all: KnownLinks = { generation, parts, devices: new Map() }
  const last = state.linksOf(workspace)
  const isUsable = last?.generation === generation && newParts(last.parts, stored) !== null
  const known = isUsable ? last : all
  const added = new Set(newParts(known.parts, stored))
  if (added.size === 0) return known.devices
  const rows = stored.reduce((sum, part) => sum + (added.has(part.name) ? part.rows : 0), 0)
  if (rows > mostCompared) return null
  const query = latePersons(workspace, { generation, cluster, parts: known.parts }, [...known.devices.keys()])
  const found = await ask(query, { ...limits, rows: 2 * mostLate + 1 }, signal)
  const devices = new Map(known.devices)
  for (const row of found) {
    const [device, person, before] = [keyOf(row['device']), keyOf(row['person']), keyOf(row['before'])]
    if (person === before) devices.delete(device)
    else devices.set(device, { before, person })
  }
  if (found.length > 2 * mostLate || devices.size > mostLate) return null
  state.keepLinks(workspace, { generation, parts: stored, devices })
  return devices
}
