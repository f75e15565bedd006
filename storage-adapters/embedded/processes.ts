import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What small system tools get for an environment: nothing of ours. */
export const toolEnvironment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }

const textOf = (path: string) => readFile(path, 'utf8').catch(() => undefined)

const ps = (pid: number, field: string) =>
  run('ps', ['-o', `${field}=`, '-p', String(pid)], { env: toolEnvironment }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )

/** The fields of /proc/<pid>/stat after the name, which may itself hold spaces and brackets. */
async function stat(pid: number): Promise<string[] | undefined> {
  const text = await textOf(`/proc/${pid}/stat`)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Whether a process with this number runs. One that has ended but was not collected yet does not. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  // In a container an orphan's parent may be a process 1 that never collects it.
  return (await stat(pid))?.[0] !== 'Z'
}

/** When the process began, so that a number that was given out again is noticed. Empty when unknown. */
export async function startOf(pid: number): Promise<string> {
  const ticks = (await stat(pid))?.[19]
  if (ticks === undefined) return process.platform === 'linux' ? '' : ps(pid, 'lstart')
  // Ticks count from the boot: they mean something together with it only.
  const boot = await textOf('/proc/sys/kernel/random/boot_id')
  return `${boot?.trim() ?? ''}:${ticks}`
}

/** The command line of a process, its words joined by spaces. Empty when unknown. */
export async function commandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') return ps(pid, 'command')
  return ((await textOf(`/proc/${pid}/cmdline`)) ?? '').replaceAll('\0', ' ')
}

/** Waits for a process that need not be a child of ours. False when it still runs after that time. */
export async function waitUntilGone(pid: number, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (await isAlive(pid)) {
    if (performance.now() > end) return false
    await pause(10)
  }
  return true
}

/** The numbers of the processes that a process started. */
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
 * Kills a process and its children. Children that spin notice neither their parent's end nor a signal they can handle.
 * @returns whether all are gone within the time
 */
export async function killWithChildren(pid: number, milliseconds: number): Promise<boolean> {
  const all = [pid, ...(await childrenOf(pid))]
  return (await Promise.all(all.map((one) => endProcess(one, [['SIGKILL', milliseconds]])))).every(Boolean)
}

/** Sends the signals one after the other, each with its time, until the process is gone. */
export async function endProcess(
  pid: number,
  signals: readonly (readonly [NodeJS.Signals, number])[],
): Promise<boolean> {
  for (const [signal, milliseconds] of signals) {
    if (!(await isAlive(pid))) return true
    try {
      process.kill(pid, signal)
    } catch {
      // Ended since we looked, or not ours to end: the wait tells which.
    }
    if (await waitUntilGone(pid, milliseconds)) return true
  }
  return false
}
