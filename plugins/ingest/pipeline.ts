import {
  ServiceError,
  serviceRef,
  type AnalyticsStore,
  type Batch,
  type LoadGuard,
  type Log,
  type PropertyCatalogue,
  type WorkspaceRef,
} from '../../core/contract/index.js'
import { numbered, rowsIn, sizeOf, type PendingBatch } from './pending-batch.js'
import { merge } from './merge.js'

/** The one way into the analytics store. */
export interface Pipeline {
  /**
   * Resolves when the rows are durable and visible; rows get their `seq` here. Rejects with UNAVAILABLE if the
   * store fails or too much is waiting: then the caller may try again (rows with a message_id count once).
   * @param bytes about how many the draft holds; a caller that reads it in slices has counted them
   */
  accept(workspace: WorkspaceRef, draft: PendingBatch, bytes?: number): Promise<void>
  /** Whether new names of the workspace are stored and not listed any more. */
  namesAreFull(workspace: WorkspaceRef): boolean
  /** Stores what is waiting, refuses what comes after. */
  close(): Promise<void>
}

export const ingestPipeline = serviceRef<Pipeline>('ingestPipeline')

export interface PipelineParts {
  readonly append: AnalyticsStore['append']
  readonly clock: () => number
  readonly log: Log
  readonly loadGuard: LoadGuard
  readonly catalogue: Pick<PropertyCatalogue, 'isFull'> | null
}

export interface PipelineLimits {
  /** So many rows of a workspace that wait are reason enough for a second append beside the one under way. */
  readonly besideRows: number
  /** Of one append; a single request may be larger. */
  readonly appendRows: number
  readonly appendBytes: number
  /** Accepted and not yet stored. */
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
  resolve(): void
  reject(error: ServiceError): void
}

interface Queue {
  readonly workspace: WorkspaceRef
  readonly waiting: Waiting[]
  bytes: number
  /** Appends under way. */
  running: number
}

/**
 * Group commit: a workspace has one append in flight; what arrives meanwhile waits, and goes in together as the next
 * one. So a single request is stored at once, and under load the appends grow instead of their number. When enough waits
 * to make a large one, it is prepared and looked up while the engine writes the other: never more than two, as smaller
 * ones cost the engine more.
 */
export function createPipeline(parts: PipelineParts, limits: PipelineLimits = pipelineLimits): Pipeline {
  const queues = new Map<number, Queue>()
  const running = new Set<Promise<void>>()
  let totalBytes = 0
  let closed = false
  let seq = 0
  const nextSeq = (): number => (seq = Math.max(seq + 1, parts.clock() * 1000))

  function enqueue(workspace: WorkspaceRef, draft: PendingBatch, rows: number, bytes: number): Promise<void> {
    parts.loadGuard.admit(workspace, bytes)
    const queue = queues.get(workspace.number) ?? { workspace, waiting: [], bytes: 0, running: 0 }
    // An empty queue takes a request of any size, or a large one could never be stored.
    if (queue.bytes > 0 && queue.bytes + bytes > limits.workspaceBytes) throw overloaded()
    if (totalBytes > 0 && totalBytes + bytes > limits.totalBytes) throw overloaded()
    return new Promise((resolve, reject) => {
      totalBytes += bytes
      queue.bytes += bytes
      queues.set(workspace.number, queue)
      queue.waiting.push({ batch: numbered(draft, nextSeq), rows, bytes, resolve, reject })
      startAppends(queue)
    })
  }

  function startAppends(queue: Queue): void {
    while (queue.waiting.length > 0 && (queue.running === 0 || isBeside(queue))) {
      queue.running++
      const group = takeGroup(queue.waiting, limits)
      const stored = storeGroup(queue, group).then(() => {
        running.delete(stored)
        queue.running--
        startAppends(queue)
        if (queue.running === 0) queues.delete(queue.workspace.number)
      })
      running.add(stored)
    }
  }

  const isBeside = ({ running, waiting }: Queue): boolean =>
    running === 1 && waiting.reduce((sum, { rows }) => sum + rows, 0) >= limits.besideRows

  async function storeGroup(queue: Queue, group: readonly Waiting[]): Promise<void> {
    const refused = await write(queue.workspace, group)
    for (const request of group) {
      queue.bytes -= request.bytes
      totalBytes -= request.bytes
      const error = refused.get(request)
      if (error === undefined) request.resolve()
      else request.reject(error)
    }
  }

  /** The requests of the group that could not be stored. */
  async function write(
    workspace: WorkspaceRef,
    group: readonly Waiting[],
  ): Promise<Map<Waiting, ServiceError>> {
    const cause = await attempt(workspace, group)
    if (cause === null) return new Map()
    if (group.length === 1 || isUnavailable(cause) || isGone(cause)) return refuse(group, cause)
    // A certain failure that may be due to one of them: alone, only that one fails.
    const refused = new Map<Waiting, ServiceError>()
    for (const [index, request] of group.entries()) {
      const own = await attempt(workspace, [request])
      if (own === null) continue
      const failed = isUnavailable(own) ? group.slice(index) : [request]
      for (const [one, error] of refuse(failed, own)) refused.set(one, error)
      if (isUnavailable(own)) break
    }
    return refused
  }

  async function attempt(workspace: WorkspaceRef, group: readonly Waiting[]): Promise<Error | null> {
    try {
      parts.loadGuard.appending(workspace)
      await parts.append(workspace, merge(group.map(({ batch }) => batch)))
      return null
    } catch (error) {
      const rows = group.reduce((sum, request) => sum + request.rows, 0)
      const failure = error instanceof Error ? error : new Error(String(error))
      const fields = { err: failure, workspace: workspace.id, requests: group.length, rows }
      if (isGone(failure)) parts.log.info(fields, 'append to a deleted workspace')
      else parts.log.error(fields, 'append failed')
      return failure
    }
  }

  return {
    async accept(workspace, draft, bytes = sizeOf(draft)) {
      if (closed) throw unavailable('the service is shutting down; try again', 5)
      const rows = rowsIn(draft)
      if (rows > 0) await enqueue(workspace, draft, rows, bytes)
    },
    namesAreFull: (workspace) => parts.catalogue?.isFull(workspace) === true,
    async close() {
      closed = true
      while (running.size > 0) await Promise.all(running)
    },
  }
}

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

const overloaded = (): ServiceError =>
  unavailable('more data is coming in than can be stored at once; try again', 2)

/**
 * Each request gets an error of its own; whatever failed, the caller may come back with the same data, except to a
 * workspace that was deleted meanwhile.
 */
function refuse(group: readonly Waiting[], cause: Error): Map<Waiting, ServiceError> {
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
