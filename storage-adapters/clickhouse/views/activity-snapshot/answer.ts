import type {
  AnalyticsStore,
  CompiledQuery,
  Limits,
  Row,
  WorkspaceRef,
} from '../../../../core/contract/index.js'
import { isGoneTable } from '../../errors.js'
import { changedDevices, mostChanged, mostRelated, partsNow, relatedTo, type NewParts } from './delta.js'
import { bindLate } from './late-lists.js'
import { newParts, type Part } from './stored-parts.js'
import type { ActivitySnapshot, Changes, SnapshotForms } from './snapshot.js'
import type { SnapshotState } from './state.js'

interface Options {
  readonly ask: AnalyticsStore['run']
  readonly state: Pick<SnapshotState, 'worthTelling' | 'answered' | 'outdated' | 'forget'>
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
}

/** The form that answers now. */
export interface ChosenForm {
  readonly query: CompiledQuery
  readonly freshness: 'whole' | 'delta'
  /** How many rows of devices and days may have changed since. */
  readonly changed: number
}

/** The answer from the kept days of persons; null if they do not answer now. */
export async function answerFromSnapshot(
  workspace: WorkspaceRef,
  forms: SnapshotForms,
  options: Options,
): Promise<readonly Row[] | null> {
  const { ask, state, limits, signal } = options
  return unlessGone(workspace, state, async () => {
    const form = await chosen(workspace, forms, options)
    if (form === null) return null
    const rows = await ask(form.query, limits, signal)
    state.answered(workspace, form.changed)
    return rows
  })
}

/**
 * The form that would answer now, from the kept days of persons, and for those whose days may be others by now from the rows.
 * Null where too many have changed, rows are gone, or the tables are.
 *
 * A person counts as changed if one of its devices has new rows, or a new link, or had one of these links before: nobody
 * else's days can be others now. To take too many for changed is right too. So whatever is merged, comes late or is
 * linked late, the answer is the same.
 */
export const chooseForm = (
  workspace: WorkspaceRef,
  forms: SnapshotForms,
  options: Options,
): Promise<ChosenForm | null> => unlessGone(workspace, options.state, () => chosen(workspace, forms, options))

async function unlessGone<T>(
  workspace: WorkspaceRef,
  state: Options['state'],
  work: () => Promise<T | null>,
): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!isGoneTable(error)) throw error
    state.forget(workspace)
    return null
  }
}

async function chosen(
  workspace: WorkspaceRef,
  { snapshot, generation, asked, whole, delta }: SnapshotForms,
  { ask, state, limits, signal }: Options,
): Promise<ChosenForm | null> {
  const own = { ...limits, rows: mostRelated + 1 }
  const parts = partsSince(snapshot, await ask(partsNow(workspace), own, signal))
  if (parts === null) {
    state.outdated(workspace, snapshot.generation)
    return null
  }
  const isQuiet = parts.events.length + parts.links.length === 0
  const isWhole = asked.every(({ outside }) => outside.length === 0)
  if (isQuiet && isWhole) return { query: whole, freshness: 'whole', changed: 0 }
  const changed = (exact: boolean, most: number): Promise<readonly Row[]> =>
    ask(changedDevices(workspace, { snapshot, parts, generation }, asked, { exact, most }), own, signal)
  const some = await changed(false, state.worthTelling)
  const found = some.length > state.worthTelling ? await changed(true, mostChanged(snapshot)) : some
  if (found.length > mostChanged(snapshot)) {
    if (isWhole) state.outdated(workspace, snapshot.generation)
    return null
  }
  const form = { changed: isQuiet ? 0 : some.length }
  if (found.length === 0) return { ...form, query: whole, freshness: 'whole' }
  const devices = inOrder(new Set(found.map(({ device }) => keyOf(device))))
  const related = await ask(relatedTo(workspace, snapshot, devices), own, signal)
  if (related.length > mostRelated) return null
  return { ...form, query: bindLate(delta, changesOf(found, related)), freshness: 'delta' }
}

function changesOf(found: readonly Row[], related: readonly Row[]): Changes {
  const days = new Set(found.flatMap(({ day }) => (typeof day === 'number' ? [day] : [])))
  return {
    persons: inOrder(related.filter(({ device }) => device === null).map(({ person }) => keyOf(person))),
    devices: new Map(
      related
        .filter(({ device }) => device !== null)
        .map(({ device, person }) => [keyOf(device), keyOf(person)] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
    days: inOrder(days),
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

/** The engine returns rows in any order; the same changes make the same statement. */
const inOrder = <T extends number | bigint>(values: Iterable<T>): readonly T[] =>
  [...values].sort((one, other) => (one < other ? -1 : 1))

const keyOf = (value: unknown): bigint => BigInt(String(value))
