import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The environment of small system tools; it contains nothing of this process's. */
export const toolEnvironment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }

const textOf = (path: string) => readFile(path, 'utf8').catch(() => undefined)

const ps = (pid: number, field: string) =>
  run('ps', ['-o', `${field}=`, '-p', String(pid)], { env: toolEnvironment }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )

/**
 * Returns the fields of /proc/<pid>/stat after the process name, which may itself contain spaces and
 * parentheses.
 */
async function stat(pid: number): Promise<string[] | undefined> {
  const text = await textOf(`/proc/${pid}/stat`)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Whether a process with this id is running; a zombie is not. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  // In a container an orphan's parent may be a process 1 that never reaps it.
  return (await stat(pid))?.[0] !== 'Z'
}

/** Returns when a process began, so that a reused id is noticed. Returns an empty string if unknown. */
export async function startOf(pid: number): Promise<string> {
  const ticks = (await stat(pid))?.[19]
  if (ticks === undefined) return process.platform === 'linux' ? '' : ps(pid, 'lstart')
  // Ticks count from boot, so they are combined with the boot's id.
  const boot = await textOf('/proc/sys/kernel/random/boot_id')
  return `${boot?.trim() ?? ''}:${ticks}`
}

/** Returns the command line of a process, its words joined by spaces; empty if unknown. */
export async function commandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') return ps(pid, 'command')
  return ((await textOf(`/proc/${pid}/cmdline`)) ?? '').replaceAll('\0', ' ')
}

/**
 * Waits for a process to end, which need not be a child of this one. Returns false if it still runs after
 * that time.
 */
export async function waitUntilGone(pid: number, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (await isAlive(pid)) {
    if (performance.now() > end) return false
    await pause(10)
  }
  return true
}

/** Returns the ids of a process's children. */
async function childrenOf(pid: number): Promise<readonly number[]> {
  const listed =
    process.platform === 'linux'
      ? ((await textOf(`/proc/${pid}/task/${pid}/children`)) ?? '')
      : await run('pgrep', ['-P', String(pid)], { env: toolEnvironment }).then(
          ({ stdout }) => stdout,
          () => '',
        )
  return listed.split(/\s+/).filter(Boolean).map(Number)
}

/**
 * Kills a process and its children. Spinning children notice neither their parent's end nor a signal that
 * they handle.
 * @returns whether all have ended within the time
 */
export async function killWithChildren(pid: number, milliseconds: number): Promise<boolean> {
  const all = [pid, ...(await childrenOf(pid))]
  return (await Promise.all(all.map((one) => endProcess(one, [['SIGKILL', milliseconds]])))).every(Boolean)
}

/**
 * Sends the signals in order, waiting the given ms after each, until the process has ended. Returns whether
 * it has.
 */
export async function endProcess(
  pid: number,
  signals: readonly (readonly [NodeJS.Signals, number])[],
): Promise<boolean> {
  for (const [signal, milliseconds] of signals) {
    if (!(await isAlive(pid))) return true
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile, or may not be signalled: the wait shows which.
    }
    if (await waitUntilGone(pid, milliseconds)) return true
  }
  return false
}
