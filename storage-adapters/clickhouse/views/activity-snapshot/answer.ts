import type {
  AnalyticsStore,
  CompiledQuery,
  Limits,
  Row,
  WorkspaceRef,
} from '../../../../core/contract/index.js'
import { isGoneTable } from '../../errors.js'
import type { DayBitmap } from './day-bitmap.js'
import { changedDevices, mostChanged, mostRelated, partsNow, relatedTo, type NewParts } from './delta.js'
import { newParts, type Part } from './stored-parts.js'
import type { KeptPersons, ActivitySnapshot } from './snapshot.js'
import type { SnapshotState } from './state.js'

/** A question that is compiled already, and how it is compiled to be answered from kept days. */
export interface Recompile {
  readonly days: ActivitySnapshot
  /** The generation of the rollups beside them. */
  readonly rollup: number
  readonly compiled: (persons: KeptPersons) => CompiledQuery
}

interface Options {
  readonly ask: AnalyticsStore['run']
  readonly state: Pick<SnapshotState, 'worthTelling' | 'answered' | 'outdated' | 'forget'>
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
}

/**
 * The answer from the kept days of persons, and for those whose days may be others by now from the rows. Null where the
 * plan does not ask for whole days, too many have changed, rows are gone, or the tables are.
 *
 * A person counts as changed if one of its devices has new rows, or a new link, or had one of these links before: nobody
 * else's days can be others now. To take too many for changed is right too. So whatever is merged, comes late or is
 * linked late, the answer is the same.
 */
export async function answerFromSnapshot(
  workspace: WorkspaceRef,
  { days: kept, rollup, compiled }: Recompile,
  { ask, state, limits, signal }: Options,
): Promise<readonly Row[] | null> {
  const asked: DayBitmap[] = []
  const whole = compiled({ days: kept, changes: null, ask: (bits) => void asked.push(bits) })
  if (asked.length === 0) return null
  const own = { ...limits, rows: mostRelated + 1 }
  try {
    const parts = partsSince(kept, await ask(partsNow(workspace), own, signal))
    if (parts === null) {
      state.outdated(workspace, kept.generation)
      return null
    }
    const isQuiet = parts.events.length + parts.links.length === 0
    const isWhole = asked.every(({ outside }) => outside.length === 0)
    const answer = async (query: CompiledQuery, changed: number): Promise<readonly Row[]> => {
      const rows = await ask(query, limits, signal)
      state.answered(workspace, isQuiet ? 0 : changed)
      return rows
    }
    if (isQuiet && isWhole) return await answer(whole, 0)
    const changed = (exact: boolean, most: number): Promise<readonly Row[]> =>
      ask(changedDevices(workspace, { days: kept, parts, rollup }, asked, { exact, most }), own, signal)
    const some = await changed(false, state.worthTelling)
    const found = some.length > state.worthTelling ? await changed(true, mostChanged(kept)) : some
    if (found.length > mostChanged(kept)) {
      if (isWhole) state.outdated(workspace, kept.generation)
      return null
    }
    if (found.length === 0) return await answer(whole, some.length)
    const devices = [...new Set(found.map(({ device }) => keyOf(device)))]
    const days = new Set(found.flatMap(({ day }) => (typeof day === 'number' ? [day] : [])))
    const related = await ask(relatedTo(workspace, kept, devices), own, signal)
    if (related.length > mostRelated) return null
    const changes = {
      persons: related.filter(({ device }) => device === null).map(({ person }) => keyOf(person)),
      devices: new Map(
        related
          .filter(({ device }) => device !== null)
          .map(({ device, person }) => [keyOf(device), keyOf(person)]),
      ),
      days: [...days],
    }
    return await answer(compiled({ days: kept, changes, ask: () => undefined }), some.length)
  } catch (error) {
    if (!isGoneTable(error)) throw error
    state.forget(workspace)
    return null
  }
}

/** Null: what is kept is of rows that may be others by now. */
export function partsSince({ parts }: ActivitySnapshot, now: readonly Row[]): NewParts | null {
  const of = (table: string): readonly Part[] =>
    now
      .filter((row) => row['table'] === table)
      .map(({ name, time }) => ({ name: name as string, time: Number(time) }))
  const events = newParts(parts.events, of('events_v1'))
  const links = newParts(parts.links, of('device_links'))
  return events === null || links === null ? null : { events, links }
}

const keyOf = (value: unknown): bigint => BigInt(String(value))
