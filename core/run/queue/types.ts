import type { Limits, ServiceError } from '../../contract/index.js'

/** Who asks. Fairness is between workspaces, and inside a workspace between callers. */
export interface Asker {
  /** The workspace's id. */
  readonly workspace: string
  /** A user's id, or that of a key or link. */
  readonly caller: string
  /** The same object for all statements of one request: they wait, and are rejected, together. */
  readonly request: object
}

/** A place among the statements that run. */
export interface QueuePlace {
  /** The threads that the statement may use; undefined: the engine's own choice. */
  readonly threads: number | undefined
  /** To be called once, when the statement has ended. */
  end(): void
}

/** What a statement may use that has this place. */
export const limitsAt = (place: QueuePlace | null, limits: Limits): Limits =>
  place?.threads === undefined ? limits : { ...limits, threads: place.threads }

export interface QueueLimits {
  /** Statements that run at once. One place is always left to workspaces that have none. */
  readonly all: number
  /** Of one workspace, half of it while others are present; one of its places is always left to callers that have none. */
  readonly perWorkspace: number
  /** Half of it while other workspaces are present. */
  readonly perCaller: number
  /** Requests of one workspace that wait; one caller may have half of them. */
  readonly waiting: number
  /** Milliseconds that a request may wait while none of its statements runs. */
  readonly waitMs: number
  /** Threads of a statement while others of its workspace wait. */
  readonly threads: number
}

export interface QueueObserver {
  queued(): void
  /** An entry left the queue, to run or not. */
  left(): void
  /** It runs, after so many milliseconds in the queue. */
  started(waitedMs: number): void
  ended(): void
  /** One for each request. */
  rejected(reason: 'full' | 'waited'): void
}

/** Injected for tests; `after` returns what takes the call back. */
export interface QueueClock {
  /** Milliseconds, monotonic. */
  now(): number
  after(milliseconds: number, call: () => void): () => void
}

export interface Entry {
  readonly request: RequestState
  /** Entries of one key share one run; null: it shares none. */
  readonly key: string | null
  readonly since: number
  /** With a place, or with null if another entry of the same key has just begun. */
  begin(place: QueuePlace | null): void
  reject(error: Error): void
}

export interface RequestState {
  caller: CallerState
  /** A request keeps its place in the line however many steps it takes. */
  readonly order: number
  waiting: number
  running: number
  /** Why the request was rejected. */
  error: ServiceError | null
  /** Takes back the end of its patience. */
  calm: () => void
}

/** What a workspace, or a caller inside it, has had of the engine. */
export interface Share {
  /** Requests that wait. */
  requests: number
  /** Entries that wait. */
  waiting: number
  running: number
  /** Milliseconds that its statements ran. */
  spent: number
  /** Grows with every turn that is given. */
  lastTurn: number
}

export interface CallerState extends Share {
  readonly workspace: WorkspaceState
  /** By the order of their requests. */
  readonly entries: Entry[]
}

export interface WorkspaceState extends Share {
  readonly callers: Map<string, CallerState>
  /** When it last had something that waits or runs. */
  seen: number
  /** Milliseconds that the last of its statements to begin had waited. */
  lastWait: number
}
