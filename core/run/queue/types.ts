import type { Limits, ServiceError } from '../../../contract/index.js'

/** The owner of a statement. The queue is fair between workspaces, and within a workspace between callers. */
export interface Asker {
  /** The workspace's id. */
  readonly workspace: string
  /** The id of a user, key or link. */
  readonly caller: string
  /** The same object for all statements of one request: they wait, and are rejected, together. */
  readonly request: object
}

/** A slot for a running statement. */
export interface QueueTurn {
  /** The threads that the statement may use; undefined leaves the choice to the engine. */
  readonly threads: number | undefined
  /** Releases the slot. To be called once the statement has ended. */
  end(): void
}

/** Returns the limits of a statement in this slot. */
export const limitsAt = (place: QueueTurn | null, limits: Limits): Limits =>
  place?.threads === undefined ? limits : { ...limits, threads: place.threads }

export interface QueueLimits {
  /** Statements that run concurrently. One slot is always reserved for workspaces without any. */
  readonly all: number
  /**
   * Statements of one workspace. One slot is always reserved for callers without any. While other workspaces
   * are present, only callers without any may go beyond half.
   */
  readonly perWorkspace: number
  /** Statements of one caller; half of it while other workspaces are present. */
  readonly perCaller: number
  /** Waiting requests of one workspace; one caller may have half of them. */
  readonly waiting: number
  /** Milliseconds that a request may wait while none of its statements runs. */
  readonly waitMs: number
  /** Threads of a statement while others of its workspace wait, or run beside other workspaces. */
  readonly threads: number
}

export interface QueueObserver {
  queued(): void
  /** An entry left the queue, whether it runs or not. */
  left(): void
  /** An entry runs, after this many milliseconds in the queue. */
  started(waitedMs: number): void
  ended(): void
  /** A request was rejected; called once per request. */
  rejected(reason: 'full' | 'waited'): void
}

/** Injectable for tests. `after` returns a function that cancels the call. */
export interface QueueClock {
  /** Milliseconds, monotonic. */
  now(): number
  after(milliseconds: number, call: () => void): () => void
}

export interface Entry {
  readonly request: RequestState
  /** Entries with the same key share one run; null for none. */
  readonly key: string | null
  readonly since: number
  /** Called with a slot, or with null if another entry with the same key has just begun. */
  begin(place: QueueTurn | null): void
  reject(error: Error): void
}

export interface RequestState {
  caller: CallerState
  /** A request keeps its position in the queue, however many steps it takes. */
  readonly order: number
  waiting: number
  running: number
  /** The error that the request was rejected with; null if it was not. */
  error: ServiceError | null
  /** Cancels the request's timeout. */
  calm: () => void
}

/** The use of the engine by a workspace, or by a caller in it. */
export interface Share {
  /** Waiting requests. */
  requests: number
  /** Waiting entries. */
  waiting: number
  running: number
  /** Milliseconds that its statements have run. */
  spent: number
  /** Grows with every turn granted. */
  lastTurn: number
}

export interface CallerState extends Share {
  readonly workspace: WorkspaceState
  /** Sorted by their requests' order. */
  readonly entries: Entry[]
}

export interface WorkspaceState extends Share {
  readonly callers: Map<string, CallerState>
  /** When it last had a waiting or running entry. */
  seen: number
  /** Milliseconds that its most recently started statement had waited. */
  lastWait: number
}
