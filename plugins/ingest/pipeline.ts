import {
  ServiceError,
  serviceRef,
  type AnalyticsStore,
  type Batch,
  type LoadGuard,
  type Log,
  type PropertyCatalogue,
  type WorkspaceRef,
} from '../../contract/index.js'
import { numbered, rowsIn, sizeOf, type PendingBatch } from './pending-batch.js'
import { merge } from './merge.js'

/** The one way into the analytics store. */
export interface Pipeline {
  /**
   * Resolves when the rows are durable and visible; rows get their `seq` here. Rejects with UNAVAILABLE if the store
   * fails or too much is waiting; the caller may then retry (rows with a message_id count once).
   * @param bytes approximate size of the draft; pass it if it is known, because computing it takes time
   */
  accept(workspace: WorkspaceRef, draft: PendingBatch, bytes?: number, run?: RunMember): Promise<void>
  /** True if the catalogue no longer lists new names of the workspace; their data is still stored. */
  namesAreFull(workspace: WorkspaceRef): boolean
  /** Stores the waiting data; later calls are rejected with UNAVAILABLE. */
  close(): Promise<void>
}

/**
 * A draft of a run, whose drafts are stored in the order in which they are accepted: none while an earlier one is being
 * stored, and none after one that failed.
 */
export interface RunMember {
  readonly run: string
  /** Called once the draft has its place in the order. */
  readonly queued: () => void
}

export const ingestPipeline = serviceRef<Pipeline>('ingestPipeline')

export interface PipelineDependencies {
  readonly append: AnalyticsStore['append']
  readonly clock: () => number
  readonly log: Log
  readonly loadGuard: LoadGuard
  readonly catalogue: Pick<PropertyCatalogue, 'isFull'> | null
}

/** Bounds of appends and queues. */
export interface PipelineLimits {
  /** Number of waiting rows of a workspace that start a second append beside the first. */
  readonly besideRows: number
  /** Limits of one append; a single request may be larger. */
  readonly appendRows: number
  readonly appendBytes: number
  /** Limits of the data accepted but not yet stored. */
  readonly workspaceBytes: number
  readonly totalBytes: number
}

const megabyte = 1024 * 1024
export const pipelineLimits: PipelineLimits = {
  besideRows: 4_000,
  appendRows: 50_000,
  appendBytes: 32 * megabyte,
  workspaceBytes: 64 * megabyte,
  totalBytes: 256 * megabyte,
}

interface Waiting {
  readonly batch: Batch
  readonly rows: number
  readonly bytes: number
  readonly run: string | null
  resolve(): void
  reject(error: ServiceError): void
}

interface Queue {
  readonly workspace: WorkspaceRef
  readonly waiting: Waiting[]
  bytes: number
  /** Number of appends in flight. */
  running: number
  /** Runs with a draft in an append in flight. */
  readonly runs: Set<string>
}

/**
 * Group commit: a workspace has one append in flight, and requests that arrive meanwhile form the next one. A single
 * request is stored at once, and under load appends become larger instead of more. When enough rows are waiting for a
 * large append, it is prepared and looked up while the engine writes the first. There are never more than two, because
 * many small appends cost the engine more.
 *
 * Requests a, b, c arrive during an append: [a] is written, then [b, c] together.
 */
export function createPipeline(
  dependencies: PipelineDependencies,
  limits: PipelineLimits = pipelineLimits,
): Pipeline {
  const queues = new Map<number, Queue>()
  const running = new Set<Promise<void>>()
  let totalBytes = 0
  let closed = false
  let seq = 0
  const nextSeq = (): number => (seq = Math.max(seq + 1, dependencies.clock() * 1000))

  function enqueue(
    workspace: WorkspaceRef,
    draft: PendingBatch,
    {
      rows,
      bytes,
      run,
    }: { readonly rows: number; readonly bytes: number; readonly run: RunMember | undefined },
  ): Promise<void> {
    dependencies.loadGuard.admit(workspace, bytes)
    const queue = queues.get(workspace.number) ?? emptyQueue(workspace)
    // An empty queue accepts a request of any size; otherwise a large one could never be stored.
    if (queue.bytes > 0 && queue.bytes + bytes > limits.workspaceBytes) throw overloaded()
    if (totalBytes > 0 && totalBytes + bytes > limits.totalBytes) throw overloaded()
    return new Promise((resolve, reject) => {
      totalBytes += bytes
      queue.bytes += bytes
      queues.set(workspace.number, queue)
      queue.waiting.push({
        batch: numbered(draft, nextSeq),
        rows,
        bytes,
        run: run?.run ?? null,
        resolve,
        reject,
      })
      run?.queued()
      startAppends(queue)
    })
  }

  function startAppends(queue: Queue): void {
    while (queue.waiting.length > 0 && (queue.running === 0 || isBeside(queue))) {
      queue.running++
      const group = takeGroup(queue.waiting, limits)
      const runs = runsOf(group)
      for (const run of runs) queue.runs.add(run)
      const stored = storeGroup(queue, group).then(() => {
        running.delete(stored)
        queue.running--
        for (const run of runs) queue.runs.delete(run)
        startAppends(queue)
        if (queue.running === 0) queues.delete(queue.workspace.number)
      })
      running.add(stored)
    }
  }

  const isBeside = ({ running, runs, waiting }: Queue): boolean =>
    running === 1 &&
    waiting.reduce((sum, { rows }) => sum + rows, 0) >= limits.besideRows &&
    !waiting.some(({ run }) => run !== null && runs.has(run))

  async function storeGroup(queue: Queue, group: readonly Waiting[]): Promise<void> {
    const failed = await write(queue.workspace, group)
    const broken = new Map(
      [...failed].flatMap(([{ run }, error]) => (run === null ? [] : [[run, error] as const])),
    )
    const after = queue.waiting.filter(({ run }) => run !== null && broken.has(run))
    for (const request of after) {
      queue.waiting.splice(queue.waiting.indexOf(request), 1)
      const error = broken.get(request.run ?? '')
      if (error !== undefined) failed.set(request, error)
    }
    for (const request of [...group, ...after]) {
      queue.bytes -= request.bytes
      totalBytes -= request.bytes
      const error = failed.get(request)
      if (error === undefined) request.resolve()
      else request.reject(error)
    }
  }

  /** Writes a group; returns the requests that failed, with their errors. */
  async function write(
    workspace: WorkspaceRef,
    group: readonly Waiting[],
  ): Promise<Map<Waiting, ServiceError>> {
    const cause = await attempt(workspace, group)
    if (cause === null) return new Map()
    if (group.length === 1 || isUnavailable(cause) || isGone(cause)) return errorsOf(group, cause)
    // One request may have caused the failure. Written separately, only that one fails.
    const errors = new Map<Waiting, ServiceError>()
    for (const [index, request] of group.entries()) {
      if (errors.has(request)) continue
      const own = await attempt(workspace, [request])
      if (own === null) continue
      const failed = isUnavailable(own) ? group.slice(index) : withLater(request, group.slice(index))
      for (const [one, error] of errorsOf(failed, own)) errors.set(one, error)
      if (isUnavailable(own)) break
    }
    return errors
  }

  async function attempt(workspace: WorkspaceRef, group: readonly Waiting[]): Promise<Error | null> {
    try {
      dependencies.loadGuard.appending(workspace)
      await dependencies.append(workspace, merge(group.map(({ batch }) => batch)))
      return null
    } catch (error) {
      const rows = group.reduce((sum, request) => sum + request.rows, 0)
      const failure = error instanceof Error ? error : new Error(String(error))
      const fields = { err: failure, workspace: workspace.id, requests: group.length, rows }
      if (isGone(failure)) dependencies.log.info(fields, 'append to a deleted workspace')
      else dependencies.log.error(fields, 'append failed')
      return failure
    }
  }

  return {
    async accept(workspace, draft, bytes = sizeOf(draft), run) {
      if (closed) throw unavailable('the service is shutting down; try again', 5)
      const rows = rowsIn(draft)
      // Returned, not awaited: what is suspended here would keep the draft in memory beside its rows.
      if (rows > 0) return enqueue(workspace, draft, { rows, bytes, run })
      run?.queued()
    },
    namesAreFull: (workspace) => dependencies.catalogue?.isFull(workspace) === true,
    async close() {
      closed = true
      while (running.size > 0) await Promise.all(running)
    },
  }
}

const emptyQueue = (workspace: WorkspaceRef): Queue => ({
  workspace,
  waiting: [],
  bytes: 0,
  running: 0,
  runs: new Set(),
})

const runsOf = (group: readonly Waiting[]): ReadonlySet<string> =>
  new Set(group.flatMap(({ run }) => (run === null ? [] : [run])))

/** The request and those of its run; `group` begins with it. */
const withLater = (request: Waiting, group: readonly Waiting[]): readonly Waiting[] =>
  group.filter((one) => one === request || (one.run !== null && one.run === request.run))

function takeGroup(waiting: Waiting[], limits: PipelineLimits): readonly Waiting[] {
  let rows = 0
  let bytes = 0
  const end = waiting.findIndex((request, index) => {
    rows += request.rows
    bytes += request.bytes
    return index > 0 && (rows > limits.appendRows || bytes > limits.appendBytes)
  })
  return waiting.splice(0, end === -1 ? waiting.length : end)
}

const isUnavailable = (error: Error): boolean => error instanceof ServiceError && error.code === 'UNAVAILABLE'

const isGone = (error: Error): boolean => error instanceof ServiceError && error.code === 'NOT_FOUND'

const unavailable = (message: string, retryAfter: number, cause?: unknown): ServiceError =>
  new ServiceError('UNAVAILABLE', message, { retryAfter, cause })

const overloaded = (): ServiceError => unavailable('too much data is waiting to be stored; try again', 2)

/**
 * An error for each request: 404 if the workspace was deleted meanwhile, otherwise a 503, because the caller may send
 * the same data again.
 */
function errorsOf(group: readonly Waiting[], cause: Error): Map<Waiting, ServiceError> {
  if (isGone(cause))
    return new Map(
      group.map((one) => [
        one,
        new ServiceError('NOT_FOUND', 'the workspace of this key is deleted', { cause }),
      ]),
    )
  const asked = cause instanceof ServiceError ? (cause.retryAfter ?? 2) : 2
  const retryAfter = Math.min(5, Math.max(1, asked))
  return new Map(
    group.map((one) => [one, unavailable('the data could not be stored; try again', retryAfter, cause)]),
  )
}
