import { setTimeout as pause } from 'node:timers/promises'
import { oneLine, type EngineLog } from './engine.js'

/** One run of an engine. */
export interface Run {
  readonly pid: number
  /** How the run ended, once it has. */
  readonly exited: Promise<string>
  /** Ends the run in order, by force after a bound, and waits until its process is gone. */
  stop(): Promise<void>
  /** Ends the run by force. Acknowledged data survives: the engine recovers when it starts again. */
  abort(): Promise<void>
}

export interface Supervised {
  readonly pid: number
  stop(): Promise<void>
  /** Aborts the current run; resolves when the next one runs, or when stop() was called. */
  restart(): Promise<void>
}

const firstDelay = 100
const longestDelay = 5_000
/** A run that lasted this long was sound: the next crash starts again with the short delay. */
const steady = 30_000

/**
 * Keeps an engine running: launches it, and again whenever it ends by itself, first after 100 ms, then
 * after twice as long each time up to 5 s. A failing first launch is the caller's to handle.
 */
export async function supervise(
  engine: string,
  log: EngineLog,
  launch: (stopping: AbortSignal) => Promise<Run>,
): Promise<Supervised> {
  const stopping = new AbortController()
  const { signal } = stopping
  // Asked anew each time: it changes while we wait.
  const isStopping = () => signal.aborted
  let current = await launch(signal)
  let delay = firstDelay
  /** Set while a restart that was asked for is under way. */
  let restarted: { readonly done: Promise<void>; readonly resolve: () => void } | undefined

  async function launchAgain(): Promise<void> {
    while (!isStopping()) {
      await pause(delay, undefined, { signal }).catch(() => undefined)
      delay = Math.min(delay * 2, longestDelay)
      if (isStopping()) return
      try {
        current = await launch(signal)
        log.info({ engine, pid: current.pid }, 'the engine runs again')
        return
      } catch (error) {
        if (!isStopping())
          log.error({ engine, reason: oneLine(error) }, 'the engine could not be started again')
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
        log.warn({ engine, pid: current.pid, how }, 'the engine ended by itself; starting it again')
      await launchAgain()
      restarted?.resolve()
      restarted = undefined
    }
    // A launch that was just completing when stop() was called.
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
