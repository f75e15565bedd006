import { ServiceError } from '../../../contract/index.js'
import { createAccounts } from './accounts.js'
import { nextEntry } from './next-entry.js'
import type {
  Asker,
  Entry,
  QueueTurn,
  QueueClock,
  QueueLimits,
  QueueObserver,
  RequestState,
  WorkspaceState,
} from './types.js'

export interface FairQueueOptions {
  readonly limits: QueueLimits
  /** For messages: `queries`, `SQL statements`. */
  readonly what: string
  readonly observer?: QueueObserver | undefined
  readonly clock?: QueueClock
}

export interface FairQueue {
  /**
   * Calls `begin` when it is the entry's turn, and returns its result. `begin` gets a slot, which it must
   * release when its statement has ended, or null if another entry with the same key has just begun, whose
   * run it can share. Rejects with RATE_LIMITED if too many requests wait or the wait is too long, and with
   * the signal's reason when aborted.
   */
  enter<T>(
    asker: Asker,
    key: string | null,
    begin: (place: QueueTurn | null) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>
  /** Throws the error that the request was rejected with, so that its other parts need not be prepared. */
  expectAdmitted(request: object): void
}

const realClock: QueueClock = {
  now: () => performance.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
}

/**
 * The queue in front of the engine. Slots are granted in turn by workspace, and within a workspace by caller.
 */
export function createFairQueue({ limits, what, observer, clock = realClock }: FairQueueOptions): FairQueue {
  const accounts = createAccounts(clock)
  const requests = new WeakMap<object, RequestState>()
  let running = 0
  let turns = 0

  function requestOf({ workspace, caller, request }: Asker): RequestState {
    const known = requests.get(request)
    const by = accounts.callerOf(workspace, caller)
    if (known !== undefined) {
      known.caller = by
      return known
    }
    const order = ++turns
    const made: RequestState = { caller: by, order, waiting: 0, running: 0, error: null, calm }
    requests.set(request, made)
    return made
  }

  function expectRoom(request: RequestState): void {
    if (request.waiting + request.running > 0) return
    const { requests: own, workspace } = request.caller
    const half = Math.ceil(limits.waiting / 2)
    if (own >= half)
      throw rejectionOf(
        request,
        'full',
        `at most ${half} ${what} of one caller may wait (half of QUERY_QUEUE)`,
      )
    if (workspace.requests >= limits.waiting)
      throw rejectionOf(request, 'full', `too many ${what} of this workspace are waiting (QUERY_QUEUE)`)
  }

  function rejectionOf(request: RequestState, reason: 'full' | 'waited', message: string): ServiceError {
    const { lastWait } = request.caller.workspace
    const retryAfter = Math.ceil(Math.min(limits.waitMs, Math.max(1_000, lastWait)) / 1000)
    request.error = new ServiceError('RATE_LIMITED', `${message}; retry in ${retryAfter} s`, { retryAfter })
    observer?.rejected(reason)
    return request.error
  }

  /**
   * A request times out only while nothing of it runs: a request that makes progress is answered eventually.
   */
  function watch(request: RequestState): void {
    request.calm()
    if (request.waiting === 0 || request.running > 0) return
    request.calm = clock.after(limits.waitMs, () => {
      const error = rejectionOf(
        request,
        'waited',
        `these ${what} waited too long for their turn (QUERY_QUEUE_WAIT)`,
      )
      for (const entry of request.caller.entries.filter((entry) => entry.request === request)) {
        remove(entry)
        entry.reject(error)
      }
    })
  }

  function add(entry: Entry): void {
    const { request } = entry
    const { entries } = request.caller
    const before = entries.findLastIndex((other) => other.request.order <= request.order)
    entries.splice(before + 1, 0, entry)
    count(request, 1)
    observer?.queued()
    if (request.waiting === 1) watch(request)
  }

  function remove(entry: Entry): void {
    const { request } = entry
    const { entries } = request.caller
    entries.splice(entries.indexOf(entry), 1)
    count(request, -1)
    if (request.waiting === 0) request.calm()
    observer?.left()
  }

  function count(request: RequestState, change: 1 | -1): void {
    const hadNone = request.waiting === 0
    request.waiting += change
    const ofRequests = hadNone || request.waiting === 0 ? change : 0
    for (const share of [request.caller, request.caller.workspace]) {
      share.waiting += change
      share.requests += ofRequests
    }
  }

  function pump(): void {
    accounts.charge()
    accounts.tidy()
    for (;;) {
      const entry = nextEntry(accounts.workspaces.values(), running, limits)
      if (entry === null) break
      start(entry)
    }
  }

  function start(entry: Entry): void {
    const { request, key, since } = entry
    const { caller } = request
    const { workspace } = caller
    remove(entry)
    const holders = [request, caller, workspace]
    for (const holder of holders) holder.running += 1
    running += 1
    request.calm()
    workspace.lastTurn = caller.lastTurn = ++turns
    workspace.lastWait = accounts.now - since
    observer?.started(workspace.lastWait)
    let ended = false
    const end = (): void => {
      if (ended) return
      ended = true
      accounts.charge()
      for (const holder of holders) holder.running -= 1
      running -= 1
      observer?.ended()
      watch(request)
      pump()
    }
    entry.begin({ threads: threadsOf(workspace), end })
    if (key !== null) joinAll(key)
  }

  /**
   * Entries that wait for the same statement on the same data, from any caller, share the run that has begun.
   */
  function joinAll(key: string): void {
    for (const { callers } of accounts.workspaces.values())
      for (const { entries } of callers.values())
        for (const entry of entries.filter((other) => other.key === key)) {
          remove(entry)
          entry.begin(null)
        }
  }

  /**
   * A statement that runs alone gets all threads, or processors would be idle. When more wait, fewer threads
   * per statement increase the throughput.
   */
  function threadsOf(workspace: WorkspaceState): number | undefined {
    const hasOthers = [...accounts.workspaces.values()].some((one) => one !== workspace)
    const isCrowded = workspace.waiting > 0 || (hasOthers && workspace.running > 1)
    return isCrowded ? limits.threads : undefined
  }

  return {
    enter(asker, key, begin, signal) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        accounts.charge()
        const request = requestOf(asker)
        if (request.error !== null) throw request.error
        expectRoom(request)
        const leave = (): void => {
          remove(entry)
          watch(request)
          reject(signal?.reason as Error)
        }
        const stay = (): void => signal?.removeEventListener('abort', leave)
        const entry: Entry = {
          request,
          key,
          since: accounts.now,
          begin(place) {
            stay()
            begin(place).then(resolve, reject)
          },
          reject(error) {
            stay()
            reject(error)
          },
        }
        signal?.addEventListener('abort', leave, { once: true })
        add(entry)
        pump()
      })
    },
    expectAdmitted(request) {
      const error = requests.get(request)?.error
      if (error) throw error
    },
  }
}

const calm = (): void => undefined
