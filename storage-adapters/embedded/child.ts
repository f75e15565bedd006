import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Account } from './account.js'
import { EngineError, oneLine } from './engine.js'

/** How a child process is started. */
export interface ChildOptions {
  readonly cwd: string
  readonly account: Account | undefined
  /** Variables in addition to locale and time zone; nothing of this process's environment is passed on. */
  readonly environment?: Readonly<Record<string, string>>
  /** Called with every line of standard output. */
  readonly onOutput: (line: string) => void
  /** Called with every line of standard error. */
  readonly onError: (line: string) => void
}

/** A child process that ends when its standard input ends, and so also when this process ends. */
export interface Child {
  readonly pid: number
  /** Resolves to how it ended: "code 1", "signal SIGKILL". */
  readonly exited: Promise<string>
  readonly ended: boolean
  /** Closes its standard input, which asks it to end. */
  endInput(): void
}

/** Starts a command with a minimal environment, in a session of its own. Throws EngineError. */
export async function startChild(
  command: string,
  args: readonly string[],
  options: ChildOptions,
): Promise<Child> {
  const { account, cwd, environment } = options
  const child = spawn(command, args, {
    cwd,
    env: { LC_ALL: 'C', TZ: 'UTC', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Control-C in a terminal signals the whole group; the engines must outlive this process's orderly
    // shutdown.
    detached: true,
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  let ended = false
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      ended = true
      child.stdin.destroy()
      // The last output may still be in the pipe, but a grandchild may also hold it open, so the wait is
      // bounded.
      const how = signal === null ? `code ${code ?? 0}` : `signal ${signal}`
      void Promise.race([once(child, 'close'), pause(100)]).then(() => {
        resolve(how)
      })
    })
  })
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw new EngineError(`cannot start ${command}${account ? ` as ${account.name}` : ''}: ${oneLine(error)}`)
  }
  child.on('error', () => undefined)
  // Writing to a child that has just ended is not an error.
  child.stdin.on('error', () => undefined)
  createInterface(child.stdout).on('line', options.onOutput)
  createInterface(child.stderr).on('line', options.onError)
  return {
    pid: child.pid ?? 0,
    exited,
    get ended() {
      return ended
    },
    endInput() {
      child.stdin.end()
    },
  }
}
