import {
  byBytes,
  type CatalogueSource,
  type CatalogueValues,
  type CatalogueValuesStart,
  type CatalogueValuesWanted,
  type RecordStore,
} from '../../contract/index.js'
import { prefixOf } from './columns-in.js'
import { rowsPerSample, type SeenInBatch } from './noted.js'
import { mostValues, Tally, type Counting } from './tally.js'
import {
  addTimes,
  addValues,
  joinOlder,
  knownLists,
  listOf,
  timesOf,
  type FieldKey,
  type FieldState,
  type FieldTally,
} from './values-repository.js'

/** Values in all lists of a workspace, which limits the memory of a process for it. */
export const mostValuesOfAll = 50_000

/**
 * Incomplete lists, and lists that have counted `rowsOfLarge` rows, count one row in so many. The order of values stays the
 * same at a fraction of the cost.
 */
const rowsPerCount = 16
const rowsOfLarge = 10_000
const everyRow: Counting = { oneIn: 1, recorded: null }

interface List {
  /** The recorded values of a list that has all; null if new values are not recorded before their rows. */
  recorded: Set<string> | null
  /** Whether values are kept at all. */
  kept: boolean
  /** Rows that the list has counted, including those before this process loaded it. */
  rows: number
  /** Counts that are not written yet. */
  pending: Tally
}

/** The lists of values of one workspace in the memory of one process. */
export class WorkspaceValues {
  private readonly records: RecordStore
  private readonly workspaceId: string
  private readonly most: number
  private readonly lists = new Map<CatalogueSource, Map<string, List>>()
  /** The lists of properties, traits, labels and log fields, by name. */
  private readonly byName = new Map<CatalogueSource, Map<string, List>>()
  private times = new Map<CatalogueSource, readonly number[]>()

  private constructor(records: RecordStore, workspaceId: string, most: number) {
    this.records = records
    this.workspaceId = workspaceId
    this.most = most
  }

  static async load(records: RecordStore, workspaceId: string, most: number): Promise<WorkspaceValues> {
    const loaded = new WorkspaceValues(records, workspaceId, most)
    for (const { source, field, state, counts } of await knownLists(records, workspaceId)) {
      loaded.become({ source, field, state })
      const list = loaded.listOf({ source, field })
      for (const [value, rows] of counts) {
        list?.recorded?.add(value)
        if (list !== undefined) list.rows += rows
      }
    }
    return loaded
  }

  /** Returns how the values of a column are counted; null if they are not. */
  countingOf(source: CatalogueSource, column: string): Counting | null {
    return countingOf(this.lists.get(source)?.get(column))
  }

  /** As countingOf(), for the names of a source without their prefix: one lookup per name of a row. */
  countingIn(source: CatalogueSource): (name: string) => Counting | null {
    const names = this.byName.get(source) ?? new Map<string, List>()
    this.byName.set(source, names)
    return (name) => countingOf(names.get(name))
  }

  /** Whether everything is written. */
  get settled(): boolean {
    return this.times.size === 0 && this.pendingTallies().length === 0
  }

  /** Records values that are missing from `whole` lists, before their rows are stored. */
  async record(fields: readonly FieldTally[]): Promise<void> {
    const fresh: FieldTally[] = []
    for (const one of fields) {
      const list = this.listOf(one)
      if (list !== undefined && list.recorded === null) continue
      const counts: [string, number][] = []
      for (const value of one.tally.counts.keys())
        if (list?.recorded?.has(value) !== true) counts.push([value, 0])
      if (counts.length > 0 || one.tally.more)
        fresh.push({ ...one, tally: new Tally(counts, one.tally.more) })
    }
    if (fresh.length === 0) return
    for (const state of await addValues(this.records, this.workspaceId, fresh, this.most)) this.become(state)
    for (const one of fresh) {
      const recorded = this.listOf(one)?.recorded
      for (const value of one.tally.counts.keys()) recorded?.add(value)
    }
  }

  /** Counts the values and times of rows that were stored. */
  stored(fields: readonly FieldTally[], times: SeenInBatch['times']): void {
    for (const { tally, ...key } of fields) {
      const list = this.listOf(key)
      if (list?.kept !== true) continue
      list.pending.addAll(tally)
      for (const rows of tally.counts.values()) list.rows += rows
    }
    for (const [source, more] of times)
      if (more.length > 0) this.times.set(source, [...(this.times.get(source) ?? []), ...more])
  }

  /** Writes the pending counts and times. Rejects, and keeps the counts, if the record database is unavailable. */
  async flush(): Promise<void> {
    const [pending, times] = [this.pendingTallies(), this.times]
    this.times = new Map()
    for (const { source, field } of pending) {
      const list = this.listOf({ source, field })
      if (list !== undefined) list.pending = new Tally()
    }
    try {
      for (const state of await addValues(this.records, this.workspaceId, pending, this.most))
        this.become(state)
    } catch (error) {
      this.stored(pending, times)
      throw error
    }
    // A failure here loses samples: each makes the newest rows that are read a thousand more.
    for (const [source, of] of times) await addTimes(this.records, this.workspaceId, source, of)
  }

  private pendingTallies(): readonly FieldTally[] {
    return [...this.lists].flatMap(([source, fields]) =>
      [...fields].flatMap(([field, { pending }]) =>
        pending.counts.size > 0 ? [{ source, field, tally: pending }] : [],
      ),
    )
  }

  private listOf({ source, field }: FieldKey): List | undefined {
    return this.lists.get(source)?.get(field)
  }

  private become({ source, field, state }: FieldState): void {
    const fields = this.lists.get(source) ?? new Map<string, List>()
    this.lists.set(source, fields)
    const list = fields.get(field) ?? { recorded: new Set(), kept: true, rows: 0, pending: new Tally() }
    fields.set(field, list)
    const prefix = prefixOf(source)
    if (field.startsWith(prefix)) {
      const names = this.byName.get(source) ?? new Map<string, List>()
      this.byName.set(source, names.set(field.slice(prefix.length), list))
    }
    if (state !== 'whole') list.recorded = null
    if (state !== 'none') return
    list.kept = false
    list.pending = new Tally()
  }
}

const countingOf = (list: List | undefined): Counting | null => {
  if (list === undefined) return everyRow
  if (!list.kept) return null
  const { recorded, rows } = list
  return recorded === null || rows >= rowsOfLarge ? { oneIn: rowsPerCount, recorded } : everyRow
}

/** Returns the values of a batch by field, without properties whose names are not listed. */
export function fieldsIn({ names, columns }: SeenInBatch): readonly FieldTally[] {
  const found: FieldTally[] = []
  for (const [source, fields] of columns)
    for (const [field, { found: tally }] of fields) if (tally !== null) found.push({ source, field, tally })
  for (const [source, fields] of names)
    for (const [name, { tally }] of fields)
      if (tally?.found) found.push({ source, field: prefixOf(source) + name, tally: tally.found })
  return found
}

/**
 * Returns the kept values of a field, most frequent first; null if none are kept.
 * @param start reads the values of older rows, if the list has not counted them
 */
export async function keptValues(
  { records, mostValues: most }: { readonly records: RecordStore; readonly mostValues: number },
  workspaceId: string,
  key: FieldKey,
  { search, limit }: Omit<CatalogueValuesWanted, 'field'>,
  start: (most: number) => Promise<CatalogueValuesStart>,
): Promise<CatalogueValues | null> {
  const known = await listOf(records, workspaceId, key)
  if (known === null || known.state === 'none') return null
  if (known.older) {
    const { since, found } = await start(mostValues + 1)
    const tally = new Tally()
    for (const [value, rows] of found) tally.add(value, rows)
    await joinOlder(records, workspaceId, key, { tally, since, most })
  }
  const list = known.older ? await listOf(records, workspaceId, key) : known
  if (list === null || list.state === 'none') return null
  const matches = search === undefined || search === '' ? () => true : containing(search)
  const found = list.counts.filter(([value]) => matches(value))
  const ordered = found.sort(([a, rows], [b, others]) => others - rows || byBytes(a, b))
  return {
    values: ordered.slice(0, limit).map(([value]) => value),
    whole: list.state === 'whole' && found.length <= limit,
    since: list.since?.getTime() ?? null,
  }
}

/** Returns a case-insensitive substring test that folds case as the storages do (simple case folding). */
function containing(search: string): (value: string) => boolean {
  const pattern = new RegExp(search.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
  return (value) => pattern.test(value)
}

/**
 * Returns the time from which on the source has about `rows` rows, in milliseconds since 1970 UTC. Returns null if it has
 * fewer rows, undefined if the samples do not cover so many.
 */
export async function newestTime(
  records: RecordStore,
  workspaceId: string,
  source: CatalogueSource,
  rows: number,
): Promise<number | null | undefined> {
  const { times, older } = await timesOf(records, workspaceId, source)
  return times[Math.ceil(rows / rowsPerSample) - 1] ?? (older ? undefined : null)
}
