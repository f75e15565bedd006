import {
  auditLog,
  limitReached,
  notFound,
  notMember,
  serviceRef,
  type JsonObject,
  type Records,
  type ServiceDependencies,
  type WorkspaceAsk,
} from '../../contract/index.js'
import {
  countEntries,
  deleteEntry,
  findEntry,
  lockDictionary,
  putEntry,
  readDictionary,
} from './dictionary-repository.js'
import { changedFields, mostEntries, type Dictionary, type Entries, type Kind, type Stored } from './entry.js'
import { changesOf, type Change } from './file.js'

type Changer = Pick<WorkspaceAsk, 'workspace' | 'caller'>

/** Changes the dictionary of a workspace. Every change is in the audit log. */
export interface DictionaryKeeper {
  /**
   * Creates or changes an entry: `change` gets what is stored, null if nothing is. Throws CONFLICT if there are too many
   * entries, FORBIDDEN if the workspace was deleted.
   */
  put<K extends Kind>(
    ask: Changer,
    kind: K,
    name: string,
    change: (before: Stored<K> | null) => Entries[K],
  ): Promise<Stored<K>>
  /** Throws NOT_FOUND if there is no entry of this name. */
  remove(ask: Changer, kind: Kind, name: string): Promise<void>
  /** Puts the entries of a file; without `keep` it deletes all others. A dry run changes nothing. Returns the changes. */
  load(
    ask: Changer,
    file: Dictionary,
    options: { readonly keep: boolean; readonly dryRun: boolean },
  ): Promise<readonly Change[]>
}

export const dictionaryKeeper = serviceRef<DictionaryKeeper>('dictionary-keeper')

type Dependencies = Pick<ServiceDependencies, 'records' | 'clock' | 'use'>

export function createDictionaryKeeper({ records, clock, use }: Dependencies): DictionaryKeeper {
  const note = (
    transaction: Records,
    { caller, workspace }: Changer,
    done: string,
    subject: string,
    details: JsonObject,
  ): Promise<void> =>
    use(auditLog).note(transaction, {
      action: `dictionary.${done}`,
      actor: caller,
      workspaceId: workspace.id,
      subject,
      details,
    })

  const within = <T>(ask: Changer, work: (transaction: Records, now: Date) => Promise<T>): Promise<T> =>
    records.transaction(async (transaction) => {
      if (!(await lockDictionary(transaction, ask.workspace.id))) throw notMember()
      return work(transaction, new Date(clock()))
    })

  return Object.freeze({
    put: (ask, kind, name, change) =>
      within(ask, async (transaction, now) => {
        const { id } = ask.workspace
        const before = await findEntry(transaction, id, kind, name)
        if (before === null && (await countEntries(transaction, id, kind)) >= mostEntries) throw tooMany(kind)
        const after = change(before)
        const fields = before === null ? [] : changedFields(before, after)
        if (before !== null && fields.length === 0) return before
        const stored = await putEntry(transaction, id, kind, after, { id: ask.caller.id, now })
        const done = before === null ? 'created' : 'changed'
        await note(transaction, ask, done, name, {
          kind,
          name,
          ...(fields.length > 0 && { changed: fields }),
        })
        return stored
      }),

    remove: (ask, kind, name) =>
      within(ask, async (transaction) => {
        if (!(await deleteEntry(transaction, ask.workspace.id, kind, name))) throw noEntry(kind)
        await note(transaction, ask, 'deleted', name, { kind, name })
      }),

    load: (ask, file, { keep, dryRun }) =>
      within(ask, async (transaction, now) => {
        const { id } = ask.workspace
        const before = await readDictionary(transaction, id)
        const changes = changesOf(before, file, keep)
        for (const [kind, list] of [
          ['event', 'events'],
          ['property', 'properties'],
        ] as const) {
          const of = (change: Change['change']): number =>
            changes.filter((one) => one.kind === kind && one.change === change).length
          if (before[list].length + of('created') - of('deleted') > mostEntries) throw tooMany(kind)
        }
        if (dryRun || changes.length === 0) return changes
        const events = new Map(file.events.map((entry) => [entry.name, entry]))
        const properties = new Map(file.properties.map((entry) => [entry.name, entry]))
        const by = { id: ask.caller.id, now }
        for (const { kind, name, change } of changes) {
          const event = events.get(name)
          const property = properties.get(name)
          if (change === 'deleted') await deleteEntry(transaction, id, kind, name)
          else if (kind === 'event' && event !== undefined) await putEntry(transaction, id, kind, event, by)
          else if (kind === 'property' && property !== undefined)
            await putEntry(transaction, id, kind, property, by)
        }
        const count = (done: Change['change']): number =>
          changes.filter(({ change }) => change === done).length
        const counts = { created: count('created'), changed: count('changed'), deleted: count('deleted') }
        await note(transaction, ask, 'imported', id, counts)
        return changes
      }),
  } satisfies DictionaryKeeper)
}

const plural: Readonly<Record<Kind, string>> = { event: 'events', property: 'properties' }

const tooMany = (kind: Kind) => limitReached(mostEntries, `${plural[kind]} in the dictionary of a workspace`)

export const noEntry = (kind: Kind) => notFound(`${kind} in the dictionary`)
