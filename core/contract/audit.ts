import type { Caller } from './access.js'
import type { ServiceParts, WorkspaceAsk } from './plugin.js'
import type { Records } from './storage.js'
import type { JsonObject } from './json.js'
import { serviceRef } from './service-ref.js'

/** An administrative change, as it is written down. */
export interface AuditEntry {
  /** `<what>.<done>`: `workspace.created`, `key.deleted`. */
  readonly action: string
  /** Null: nobody who was logged in, as at the first start and on the command line. */
  readonly actor: Pick<Caller, 'id' | 'email'> | null
  /** Null: the change belongs to no workspace, or to one that is gone. */
  readonly workspaceId: string | null
  /** The id of what was changed. */
  readonly subject: string
  readonly details: JsonObject
}

/** Who changed what. Supplied by the plugin `audit`; written to by every plugin that administers something. */
export interface AuditLog {
  /** Takes the transaction of the change itself, so that neither is there without the other. */
  note(transaction: Records, entry: AuditEntry): Promise<void>
  /** Removes what was written about a workspace, which is deleted in this transaction. */
  forget(transaction: Records, workspaceId: string): Promise<void>
}

export const auditLog = serviceRef<AuditLog>('auditLog')

/** Writes down `<kind>.<done>`. */
export type NoteChange<Thing> = (
  transaction: Records,
  ask: Pick<WorkspaceAsk, 'workspace' | 'caller'>,
  done: string,
  thing: Thing,
  details?: JsonObject,
) => Promise<void>

/**
 * How a plugin writes down what becomes of the things that members of a workspace make.
 * @param nameOf what a reader knows the thing by: an id alone says nothing once it is deleted
 */
export const changeNotes =
  <Thing extends { readonly id: string }>(
    use: ServiceParts['use'],
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
