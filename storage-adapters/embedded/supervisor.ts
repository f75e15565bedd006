import { setTimeout as pause } from 'node:timers/promises'
import { oneLine, type EngineLog } from './engine.js'

/** One run of an engine. */
export interface Run {
  readonly pid: number
  /** Resolves to how the run ended. */
  readonly exited: Promise<string>
  /** Stops the run in an orderly way, by force after a bound, and waits until its process has ended. */
  stop(): Promise<void>
  /** Kills the run. Acknowledged data survives: the engine recovers at its next start. */
  abort(): Promise<void>
}

/** An engine that is kept running. */
export interface Supervised {
  readonly pid: number
  stop(): Promise<void>
  /** Aborts the current run; resolves once the next one is running, or once stop() has been called. */
  restart(): Promise<void>
}

const firstDelay = 100
const longestDelay = 5_000
/** A run of at least this many ms was sound: the next crash is followed by the short delay again. */
const steady = 30_000

/**
 * Keeps an engine running: launches it, and again whenever it ends by itself, after a delay of 100 ms that
 * doubles each time up to 5 s. Rejects if the first launch fails; later failures are retried.
 */
export async function supervise(
  engine: string,
  log: EngineLog,
  launch: (stopping: AbortSignal) => Promise<Run>,
): Promise<Supervised> {
  const stopping = new AbortController()
  const { signal } = stopping
  // Read again each time: it changes during awaits.
  const isStopping = () => signal.aborted
  let current = await launch(signal)
  let delay = firstDelay
  /** Set while a requested restart is in progress. */
  let restarted: { readonly done: Promise<void>; readonly resolve: () => void } | undefined

  async function launchAgain(): Promise<void> {
    while (!isStopping()) {
      await pause(delay, undefined, { signal }).catch(() => undefined)
      delay = Math.min(delay * 2, longestDelay)
      if (isStopping()) return
      try {
        current = await launch(signal)
        log.info({ engine, pid: current.pid }, 'the engine is running again')
        return
      } catch (error) {
        if (!isStopping()) log.error({ engine, reason: oneLine(error) }, 'the engine could not be restarted')
      }
    }
  }

  async function watch(): Promise<void> {
    while (!isStopping()) {
      const began = performance.now()
      const how = await current.exited
      if (isStopping()) return
      if (performance.now() - began > steady) delay = firstDelay
      if (restarted === undefined)
        log.warn({ engine, pid: current.pid, how }, 'the engine ended by itself; restarting it')
      await launchAgain()
      restarted?.resolve()
      restarted = undefined
    }
    // Stops a launch that completed just as stop() was called.
    await current.stop()
  }

  const watching = watch()
  let stopped: Promise<void> | undefined
  return {
    get pid() {
      return current.pid
    },
    stop() {
      stopped ??= (async () => {
        stopping.abort()
        await current.stop()
        await watching
        restarted?.resolve()
      })()
      return stopped
    },
    async restart() {
      if (isStopping()) return
      if (restarted === undefined) {
        let resolve = (): void => undefined
        const done = new Promise<void>((settle) => (resolve = settle))
        restarted = { done, resolve }
        log.warn({ engine, pid: current.pid }, 'restarting the engine')
        await current.abort()
        await done
      } else await restarted.done
    },
  }
}
