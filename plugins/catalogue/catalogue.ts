import {
  catalogueSources,
  createSlices,
  propertyTypes,
  type CatalogueName,
  type CatalogueSource,
  type Log,
  type PropertyCatalogue,
  type RecordStore,
  type WorkspaceRef,
} from '../../contract/index.js'
import {
  addCounts,
  addNames,
  begin,
  countedRows,
  forgetDays,
  knownNames,
  listNames,
  needsStart,
  type NameKey,
  type SeenName,
  type StoredName,
} from './names-repository.js'
import { merge, seenIn, type SeenBySource } from './noted.js'
import { markOlder } from './values-repository.js'
import { fieldsIn, keptValues, mostValuesOfAll, newestTime, WorkspaceValues } from './workspace-values.js'

export interface CatalogueDependencies {
  readonly records: RecordStore
  readonly log: Log
  readonly clock: () => number
  /** The maximum of recorded names per workspace. */
  readonly mostNames: number
  /** Returns a number from 0 to 1; default Math.random. */
  readonly random?: () => number
  /** Values in all lists of a workspace; default 50,000. */
  readonly mostValues?: number
}

/** Interval at which counts are written. A killed process loses the counts since the last write, but no name. */
const flushMs = 60_000
/** Workspaces that sent no data for this time are dropped from memory. */
const forgetMs = 600_000
/** New names per statement: a request may bring hundreds of thousands, while PROPERTY_NAMES limits the recorded ones. */
const namesAtOnce = 2_000
/** Longer names, in bytes, are stored but not listed: they fit neither in an index nor in an address. */
const longestName = 1_000

/** The state of one workspace in this process. */
interface Known {
  readonly workspace: WorkspaceRef
  /** The recorded names, by source. */
  names: Promise<Map<CatalogueSource, Set<string>>>
  readonly values: Promise<WorkspaceValues>
  full: boolean
  /** Counts that are not written yet. */
  pending: SeenBySource
  flushing: Promise<void>
  usedAt: number
  /** The last day on which outdated daily counts were deleted, as YYYY-MM-DD. */
  tidied: string
}

export interface Catalogue extends PropertyCatalogue {
  /** Frees the memory of a deleted workspace. */
  forget(workspaceId: string): void
  close(): Promise<void>
}

export function createCatalogue({
  records,
  log,
  clock,
  mostNames: most,
  random = Math.random,
  mostValues = mostValuesOfAll,
}: CatalogueDependencies): Catalogue {
  const workspaces = new Map<string, Known>()
  /** Workspaces with rows whose values are missing from the lists, because the record database was unavailable. */
  const unseen = new Set<string>()
  let unlisted = 0
  const timer = setInterval(() => void flushAll(), flushMs).unref()

  function knownOf(workspace: WorkspaceRef): Known {
    const found = workspaces.get(workspace.id)
    if (found !== undefined) {
      found.usedAt = clock()
      return found
    }
    const known: Known = {
      ...{
        workspace,
        full: false,
        pending: new Map(),
        flushing: Promise.resolve(),
        usedAt: clock(),
        tidied: '',
      },
      names: load(workspace.id),
      values: WorkspaceValues.load(records, workspace.id, mostValues),
    }
    workspaces.set(workspace.id, known)
    // After a failure, the next batch loads again.
    Promise.all([known.names, known.values]).catch(() => workspaces.delete(workspace.id))
    return known
  }

  async function load(workspaceId: string): Promise<Map<CatalogueSource, Set<string>>> {
    const names = new Map<CatalogueSource, Set<string>>()
    for (const key of await knownNames(records, workspaceId)) remember(names, key)
    return names
  }

  /** Records the new names of a batch, and removes those that cannot be listed from `seen`. */
  async function recordNew(known: Known, seen: SeenBySource): Promise<void> {
    const names = await known.names
    const fresh: NameKey[] = []
    const slices = createSlices()
    for (const [source, found] of seen)
      for (const name of found.keys()) {
        if (names.get(source)?.has(name) === true) continue
        // The names that count a source's rows come first: a full workspace has them too.
        if (name === '') fresh.unshift({ source, name })
        else if (!known.full && isListable(name)) fresh.push({ source, name })
        if (slices.over()) await slices.next()
      }
    for (let from = 0; from < fresh.length && !(known.full && from > 0); from += namesAtOnce) {
      const some = fresh.slice(from, from + namesAtOnce)
      for (const key of await addNames(records, known.workspace.id, some, most)) remember(names, key)
      if (known.full || some.every(({ source, name }) => names.get(source)?.has(name) === true)) continue
      known.full = true
      await markOlder(records, known.workspace.id, { lists: false })
    }
    for (const [source, found] of seen)
      for (const name of found.keys()) {
        if (names.get(source)?.has(name) !== true) {
          found.delete(name)
          unlisted++
        }
        if (slices.over()) await slices.next()
      }
  }

  function flush(known: Known): Promise<void> {
    known.flushing = known.flushing.then(async () => {
      const { pending, workspace } = known
      if (pending.size === 0) return
      known.pending = new Map()
      const day = new Date(clock()).toISOString().slice(0, 10)
      const list: SeenName[] = [...pending].flatMap(([source, names]) =>
        [...names].map(([name, seen]) => ({ source, name, seen })),
      )
      try {
        await addCounts(records, workspace.id, day, list)
        if (known.tidied !== day) await forgetDays(records, workspace.id, day)
        known.tidied = day
      } catch (err) {
        log.warn(
          { err, workspace: workspace.id },
          'cannot write the counts of property names; trying again later',
        )
        merge(known.pending, pending)
      }
    })
    known.flushing = known.flushing.then(() => flushValues(known))
    return known.flushing
  }

  async function flushValues({ values, workspace }: Known): Promise<void> {
    try {
      await markUnseen(workspace.id)
      await (await values).flush()
    } catch (err) {
      log.warn({ err, workspace: workspace.id }, 'cannot write the counts of values; trying again later')
    }
  }

  async function markUnseen(workspaceId: string): Promise<void> {
    if (!unseen.delete(workspaceId)) return
    try {
      await markOlder(records, workspaceId, { lists: true })
    } catch (error) {
      unseen.add(workspaceId)
      throw error
    }
  }

  /** Writes the counts of a workspace, so that a read includes all acknowledged data. */
  async function flushFirst(workspace: WorkspaceRef): Promise<void> {
    const known = workspaces.get(workspace.id)
    if (known !== undefined) await flush(known)
    else if (unseen.has(workspace.id)) await markUnseen(workspace.id)
  }

  async function flushAll(): Promise<void> {
    for (const [id, known] of workspaces) {
      await flush(known)
      const settled =
        known.pending.size === 0 &&
        !unseen.has(id) &&
        (await known.values.catch(() => null))?.settled !== false
      if (settled && clock() - known.usedAt > forgetMs) workspaces.delete(id)
    }
  }

  return {
    async note(workspace, batch) {
      if (catalogueSources.every((source) => batch[source].length === 0)) return nothingNoted
      const known = knownOf(workspace)
      const [names, values] = await Promise.all([known.names, known.values]).catch(() => [null, null])
      const listed = known.full ? names : null
      const seen = await seenIn(batch, { random, values, listed })
      try {
        unlisted += seen.unlisted
        await recordNew(known, seen.names)
      } catch (err) {
        unseen.add(workspace.id)
        log.warn({ err, workspace: workspace.id }, 'cannot record new property names')
        return nothingNoted
      }
      const fields = fieldsIn(seen)
      try {
        await values?.record(fields)
      } catch (err) {
        log.warn({ err, workspace: workspace.id }, 'cannot record new values')
        unseen.add(workspace.id)
      }
      if (values === null) unseen.add(workspace.id)
      return {
        stored() {
          merge(known.pending, seen.names)
          values?.stored(fields, seen.times)
        },
      }
    },
    async names(workspace, source, wanted, start) {
      await flushFirst(workspace)
      if (await needsStart(records, workspace.id, source)) {
        const { rows, found } = await start()
        const listable = found.filter(({ name }) => isListable(name))
        await begin(records, workspace.id, source, { rows, found: listable, most })
        const known = workspaces.get(workspace.id)
        if (known !== undefined) known.names = load(workspace.id)
      }
      const [{ rows, full }, names] = await Promise.all([
        countedRows(records, workspace.id, source, most),
        listNames(records, workspace.id, source, wanted),
      ])
      return {
        rows,
        full,
        names: names.slice(0, wanted.limit).map(asName),
        more: names.length > wanted.limit,
      }
    },
    async values(workspace, source, { field, ...wanted }, start) {
      await flushFirst(workspace)
      return keptValues({ records, mostValues }, workspace.id, { source, field }, wanted, start)
    },
    async newest(workspace, source, rows) {
      await flushFirst(workspace)
      return newestTime(records, workspace.id, source, rows)
    },
    isFull: ({ id }) => workspaces.get(id)?.full === true,
    state: () => ({ full: [...workspaces.values()].filter(({ full }) => full).length, unlisted }),
    forget(workspaceId) {
      workspaces.delete(workspaceId)
      unseen.delete(workspaceId)
    },
    async close() {
      clearInterval(timer)
      await flushAll()
    },
  }
}

const nothingNoted = { stored: () => undefined }

const isListable = (name: string): boolean => Buffer.byteLength(name) <= longestName && !name.includes('\0')

function remember(names: Map<CatalogueSource, Set<string>>, { source, name }: NameKey): void {
  const of = names.get(source) ?? new Set()
  names.set(source, of.add(name))
}

function asName(stored: StoredName): CatalogueName {
  const counts = [stored.text_rows, stored.number_rows, stored.boolean_rows, stored.array_rows]
  const types = propertyTypes
    .map((type, index) => [type, counts[index] ?? 0] as const)
    .filter(([, rows]) => rows > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([type]) => type)
  return {
    ...{ name: stored.name, types, examples: stored.examples },
    rows: counts.reduce((sum, rows) => sum + rows, 0),
    firstSeen: stored.first_seen?.getTime() ?? null,
    lastSeen: stored.last_seen?.getTime() ?? null,
  }
}
