import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DevTask, FromService, ToService } from './messages.js'
import { ended, latestOf } from './processes.js'

export interface Reloader {
  /**
   * Loads the plugin in a new process. If it registers, the process before ends and the new one serves; otherwise the one
   * before keeps serving. `since`: when the change was seen, by performance.now(). Never rejects.
   */
  reload(since: number): Promise<void>
  close(): Promise<void>
}

const program = fileURLToPath(new URL('./service-process.js', import.meta.url))

/** Keeps one process that serves, and one that waits with the program loaded. */
export function createReloader(task: Omit<DevTask, 'fill'>, say: (line: string) => void): Reloader {
  const start = (): ChildProcess =>
    // The folder shows in lists of processes.
    fork(program, [task.folder], {
      execArgv: ['--enable-source-maps'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  let spare = start()
  let serving: ChildProcess | null = null
  let isFilled = false
  let isClosed = false

  async function next(since: number): Promise<void> {
    if (isClosed) return
    const child = spare.exitCode === null && spare.connected ? spare : start()
    const answer = answersOf(child)
    send(child, { kind: 'load', task: { ...task, fill: !isFilled } })
    const loaded = await answer()
    if (loaded.kind === 'failed') {
      failed(loaded.lines, serving === null ? '' : '; the service keeps running as it was')
      await ended(child)
      spare = start()
      return
    }
    if (serving !== null) {
      const before = serving
      serving = null
      await ended(before)
    }
    serving = child
    send(child, { kind: 'serve' })
    const ready = await answer()
    if (ready.kind === 'ready') {
      isFilled = true
      ready.lines.forEach(say)
      say(`ready in ${Math.round(performance.now() - since)} ms`)
      watchEnd(child)
    } else {
      failed(ready.kind === 'failed' ? ready.lines : [], '; it starts again after the next save')
      serving = null
      await ended(child)
    }
    if (!closed()) spare = start()
  }
  const closed = (): boolean => isClosed
  const failed = (lines: readonly string[], then: string): void => {
    const [first = 'the service ended', ...rest] = lines
    say(`failed: ${first}${then}`)
    rest.forEach(say)
  }

  /** An uncaught error of the plugin ends its process. */
  function watchEnd(child: ChildProcess): void {
    child.on('message', (message: FromService) => {
      if (message.kind === 'failed') message.lines.forEach(say)
    })
    child.once('exit', () => {
      if (child !== serving || isClosed) return
      serving = null
      say('failed: the service ended; it starts again after the next save')
    })
  }

  return {
    reload: latestOf(next),
    async close() {
      isClosed = true
      const children = serving === null ? [spare] : [spare, serving]
      await Promise.all(children.map((child) => ended(child, 3_000)))
    },
  }
}

const send = (child: ChildProcess, message: ToService): void => void child.send(message)

/** Returns a function that waits for the process's next message; its end is a failure. */
function answersOf(child: ChildProcess): () => Promise<FromService> {
  return async () => {
    const over = new AbortController()
    const { signal } = over
    const end = once(child, 'exit', { signal }).then((): FromService => ({ kind: 'failed', lines: [] }))
    const message = once(child, 'message', { signal }).then(([given]) => given as FromService)
    try {
      return await Promise.race([message, end])
    } finally {
      end.catch(() => undefined)
      message.catch(() => undefined)
      over.abort()
    }
  }
}
