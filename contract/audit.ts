import type { Caller } from './access.js'
import type { WorkspaceAsk } from './ask.js'
import type { ServiceDependencies } from './service-dependencies.js'
import type { Records } from './storage.js'
import type { JsonObject } from './json.js'
import { serviceRef } from './service-ref.js'

/** One administrative change, as recorded in the audit log. */
export interface AuditEntry {
  /** `<kind>.<done>`: `workspace.created`, `key.deleted`. */
  readonly action: string
  /** Null if no user was logged in: at the first start and on the command line. */
  readonly actor: Pick<Caller, 'id' | 'email'> | null
  /** Null if the change belongs to no workspace, or to a deleted one. */
  readonly workspaceId: string | null
  /** The id of the changed resource. */
  readonly subject: string
  readonly details: JsonObject
}

/**
 * The log of administrative changes. Supplied by the plugin `audit`; every plugin that administers something
 * writes to it.
 */
export interface AuditLog {
  /** Takes the transaction of the change itself, so that both commit or neither does. */
  note(transaction: Records, entry: AuditEntry): Promise<void>
  /** Removes the entries of a workspace that is deleted in this transaction. */
  forget(transaction: Records, workspaceId: string): Promise<void>
}

export const auditLog = serviceRef<AuditLog>('auditLog')

/** Records the action `<kind>.<done>`. */
export type NoteChange<Thing> = (
  transaction: Records,
  ask: Pick<WorkspaceAsk, 'workspace' | 'caller'>,
  done: string,
  thing: Thing,
  details?: JsonObject,
) => Promise<void>

/**
 * Returns a function that records changes to the resources that members of a workspace create.
 * @param nameOf the details a reader knows the resource by: an id alone says nothing after deletion
 */
export const changeNotes =
  <Thing extends { readonly id: string }>(
    use: ServiceDependencies['use'],
    kind: string,
    nameOf: (thing: Thing) => JsonObject,
  ): NoteChange<Thing> =>
  (transaction, { workspace, caller }, done, thing, details = {}) =>
    use(auditLog).note(transaction, {
      action: `${kind}.${done}`,
      actor: caller,
      workspaceId: workspace.id,
      subject: thing.id,
      details: { ...nameOf(thing), ...details },
    })
