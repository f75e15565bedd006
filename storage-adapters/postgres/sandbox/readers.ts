import { tooManyStatements } from '../../../contract/index.js'
import { connectionCounts } from '../connection-count.js'
import { destroyReader, type Reader } from './connect.js'

export interface ReadersOptions {
  readonly connect: (workspace: number) => Promise<Reader>
  /** The most connections of all workspaces together. */
  readonly most?: number
  /** The most running statements of one workspace. */
  readonly mostOfOne?: number
  /** Milliseconds for which an unused connection is kept open. */
  readonly idleMs?: number
  /** Milliseconds for which a statement waits for a connection. */
  readonly patienceMs?: number
}

/** A connection in use by one statement. */
export interface Lease {
  readonly reader: Reader
  /**
   * Returns the connection; only the first call counts. `isWhole` is
   * false after a failure: then it is closed.
   */
  readonly release: (isWhole: boolean) => void
}

interface Idle {
  readonly workspace: number
  readonly reader: Reader
  readonly timer: NodeJS.Timeout
}

/**
 * The pool of readers' connections: a few in all, so that many workspaces cannot use
 * up the server's. A connection belongs to one workspace until it is closed; an
 * unused one is closed to make room for another workspace.
 */
export function createReaders({
  connect,
  most = connectionCounts.sql,
  mostOfOne = 4,
  idleMs = 5_000,
  patienceMs = 5_000,
}: ReadersOptions) {
  const running = new Map<number, number>()
  const waiting: (() => void)[] = []
  let idle: readonly Idle[] = []
  let busy = 0
  let closed = false

  const count = (workspace: number, change: 1 | -1): void => {
    const left = (running.get(workspace) ?? 0) + change
    if (left === 0) running.delete(workspace)
    else running.set(workspace, left)
  }

  function close({ reader, timer }: Idle): void {
    clearTimeout(timer)
    void reader.client.end().catch(() => undefined)
  }

  function take(workspace: number): Reader | undefined {
    for (const one of idle) if (!one.reader.isOpen()) close(one)
    idle = idle.filter(({ reader }) => reader.isOpen())
    const found = idle.findLast((one) => one.workspace === workspace)
    const [oldest] = idle
    // The oldest unused connection makes room for the one that is opened next.
    const gone = found ?? (busy + idle.length > most ? oldest : undefined)
    if (gone === undefined) return undefined
    idle = idle.filter((one) => one !== gone)
    if (gone !== found) {
      close(gone)
      return undefined
    }
    clearTimeout(gone.timer)
    return gone.reader
  }

  function keep(workspace: number, reader: Reader): void {
    const timer = setTimeout(() => {
      close(one)
      idle = idle.filter((other) => other !== one)
    }, idleMs).unref()
    const one: Idle = { workspace, reader, timer }
    idle = [...idle, one]
  }

  /** Takes one of the places, or waits for it; places are granted in the order of waiting. */
  async function place(signal: AbortSignal | undefined): Promise<void> {
    if (busy < most) {
      busy++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (error: Error): void => {
        waiting.splice(waiting.indexOf(granted), 1)
        stopListening()
        reject(error)
      }
      const timer = setTimeout(() => {
        leave(tooManyStatements('UNAVAILABLE', 'service'))
      }, patienceMs)
      const aborted = (): void =>
        leave(signal?.reason instanceof Error ? signal.reason : new Error('aborted'))
      const stopListening = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', aborted)
      }
      const granted = (): void => {
        stopListening()
        resolve()
      }
      signal?.addEventListener('abort', aborted, { once: true })
      waiting.push(granted)
    })
  }

  function leavePlace(): void {
    const next = waiting.shift()
    if (next === undefined) busy--
    else next()
  }

  async function lease(workspace: number, signal?: AbortSignal): Promise<Lease> {
    signal?.throwIfAborted()
    if ((running.get(workspace) ?? 0) >= mostOfOne) throw tooManyStatements('RATE_LIMITED', 'workspace')
    count(workspace, 1)
    let placed = false
    try {
      await place(signal)
      placed = true
      const reader = take(workspace) ?? (await connect(workspace))
      let released = false
      return {
        reader,
        release(isWhole) {
          if (released) return
          released = true
          count(workspace, -1)
          if (isWhole && !closed) keep(workspace, reader)
          else {
            destroyReader(reader)
            void reader.client.end().catch(() => undefined)
          }
          leavePlace()
        },
      }
    } catch (error) {
      count(workspace, -1)
      if (placed) leavePlace()
      throw error
    }
  }

  return {
    lease,
    /** Closes the unused connections of a workspace. */
    forget(workspace: number): void {
      for (const one of idle) if (one.workspace === workspace) close(one)
      idle = idle.filter((one) => one.workspace !== workspace)
    },
    close(): void {
      closed = true
      for (const one of idle) close(one)
      idle = []
    },
  }
}
