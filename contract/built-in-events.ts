import type { Caller, WorkspaceRole } from './access.js'
import { defineEvent } from './event.js'
import type { EventRow, ContextRow, LogRow, MetricRow, TraitRow } from './storage.js'
import type { WorkspaceDefaults, WorkspaceRef } from './workspace.js'

/** The user who made a change; null on the command line. */
type Actor = Pick<Caller, 'id' | 'email'> | null

export interface WorkspaceCreated {
  readonly workspace: WorkspaceRef
  readonly name: string
  readonly slug: string
  readonly actor: Actor
}

export interface WorkspaceChanged {
  readonly workspace: WorkspaceRef
  /** The present name, and the one before. */
  readonly name: string
  readonly formerName: string
  /** The present ones. */
  readonly defaults: WorkspaceDefaults
  readonly actor: Actor
}

/** The records of the workspace are gone, so nothing opens it; its data is being removed. */
export interface WorkspaceDeleted {
  readonly workspace: WorkspaceRef
  readonly name: string
  readonly slug: string
  readonly actor: Actor
}

export interface MemberAdded {
  readonly workspaceId: string
  readonly userId: string
  readonly role: WorkspaceRole
  readonly actor: Actor
}

export interface MemberChanged {
  readonly workspaceId: string
  readonly userId: string
  readonly role: WorkspaceRole
  readonly actor: Actor
}

export interface MemberRemoved {
  readonly workspaceId: string
  readonly userId: string
  readonly actor: Actor
}

/** A key without its secret. */
export interface KeyEvent {
  readonly workspaceId: string
  readonly keyId: string
  readonly name: string
  readonly kind: 'ingest' | 'query'
  /** Null for an ingest key. */
  readonly role: WorkspaceRole | null
  readonly actor: Actor
}

/**
 * Rows of one source that are durable and visible to queries, as they are stored. A row that was sent again with its
 * `message_id` is among them, although it counts once.
 */
export type StoredItems =
  | { readonly source: 'events'; readonly items: readonly EventRow[] }
  | { readonly source: 'logs'; readonly items: readonly LogRow[] }
  | { readonly source: 'metrics'; readonly items: readonly MetricRow[] }
  | { readonly source: 'traits'; readonly items: readonly TraitRow[] }
  | { readonly source: 'contexts'; readonly items: readonly ContextRow[] }

/** At most `mostItemsAnnounced` items; more rows are several events. */
export type ItemsStored = StoredItems & {
  readonly workspace: WorkspaceRef
  /** The number of `items`. */
  readonly count: number
}

/** The most items in one event. */
export const mostItemsAnnounced = 1_000

/** Devices belong to these users from now on; a link that is stored already may be among them. */
export interface PersonLinked {
  readonly workspace: WorkspaceRef
  /** At most `mostItemsAnnounced`. */
  readonly links: readonly {
    /** Milliseconds since 1970 UTC. */
    readonly timestamp: number
    readonly device_id: string
    readonly user_id: string
  }[]
}

/** A response that contains data of a workspace was sent. */
export interface QuestionAnswered {
  readonly workspace: WorkspaceRef
  /** A user, a key, or the public link of a board. */
  readonly caller: Pick<Caller, 'id' | 'kind'> | null
  /** The plugin whose route answered, and the route: `GET /api/v1/metrics/dau`. */
  readonly plugin: string
  readonly route: string
  /** The key of the metric or query; null for other routes: SQL, lists of persons, boards. */
  readonly key: string | null
  /** The time to the end of the response's first part. */
  readonly milliseconds: number
}

/** What the service and its built-in plugins announce. */
export const serviceEvents = Object.freeze({
  workspaceCreated: defineEvent<WorkspaceCreated>('workspace.created'),
  workspaceChanged: defineEvent<WorkspaceChanged>('workspace.changed'),
  workspaceDeleted: defineEvent<WorkspaceDeleted>('workspace.deleted'),
  memberAdded: defineEvent<MemberAdded>('member.added'),
  memberChanged: defineEvent<MemberChanged>('member.changed'),
  memberRemoved: defineEvent<MemberRemoved>('member.removed'),
  keyCreated: defineEvent<KeyEvent>('key.created'),
  /** Its role was lowered, or it passed to another user. */
  keyChanged: defineEvent<KeyEvent>('key.changed'),
  keyDeleted: defineEvent<KeyEvent>('key.deleted'),
  itemsStored: defineEvent<ItemsStored>('items.stored'),
  personLinked: defineEvent<PersonLinked>('person.linked'),
  questionAnswered: defineEvent<QuestionAnswered>('question.answered'),
})
