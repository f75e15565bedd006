import { readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Account } from './account.js'
import { startChild } from './child.js'
import { EngineError, type EngineLog } from './engine.js'
import { stopOrphan } from './orphan.js'
import { isRecovery, severityOf } from './postgres-config.js'
import { endProcess, isAlive, killWithChildren, waitUntilGone } from './processes.js'
import { stopBounds } from './stop-bounds.js'
import type { Run } from './supervisor.js'

/** How one run of the server is started. */
export interface PostgresPlan {
  readonly directory: string
  readonly binary: string
  readonly account: Account | undefined
}

/** Another process has taken the port; the caller may retry with another one. */
export class PortTaken extends EngineError {}

const startMinutes = 2
/** The same while the server recovers: if it were ended, its next start would recover from the beginning. */
const recoveryMinutes = 60

/**
 * Signals for a server of an earlier run, with the ms to wait: fast shutdown, then immediate shutdown, then
 * kill. The last two are safe, as the server recovers at its next start.
 */
const signals = [['SIGINT', 30_000] as const, ['SIGQUIT', 10_000] as const, ['SIGKILL', 10_000] as const]

/**
 * Limit of a backend's address space in KiB: half of the machine's memory, at least 3 GiB, which suffices for
 * every question.
 */
const backendKilobytes = Math.floor(Math.max(3 * 1024 ** 3, totalmem() / 2) / 1024)

// Postgres does not notice that its parent has ended. So a small shell keeps it: one half waits for the
// server, the other for standard input to end, which it does however the program ends. The shell's first line
// of output is the server's process id.
//
// Postgres has no memory limit per statement. The operating system's limit on a process's address space,
// where it exists, ends only the statement that exceeds it.
//
// A fast shutdown waits for every backend, and a backend spinning in a function never checks for it. So after
// ten seconds the watching half requests an immediate shutdown, which ends backends inside their signal
// handlers.
const keeper = `
ulimit -v ${backendKilobytes} 2>/dev/null
exec 3<&0 </dev/null
"$@" 3<&- >/dev/null &
server=$!
echo "$server"
(
  while read -r _; do :; done <&3
  kill -INT "$server"
  for second in 1 2 3 4 5 6 7 8 9 10; do
    sleep 1
    kill -0 "$server" || exit 0
  done
  kill -QUIT "$server"
) >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`

/** Whether the pid file says that the server with this process id accepts connections. */
async function isReady(data: string, pid: number): Promise<boolean> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/** Starts the server once and waits until it accepts connections. Throws EngineError, or PortTaken. */
export async function runPostgres(plan: PostgresPlan, stopping: AbortSignal, log: EngineLog): Promise<Run> {
  const { account, binary, directory } = plan
  const data = join(directory, 'data')
  const orphan = {
    engine: 'Postgres',
    file: join(data, 'postmaster.pid'),
    mark: ` -D ${data} `,
    signals,
  }
  await stopOrphan(orphan, log)

  let pid: number | undefined
  const output = { error: '', portTaken: false, isRecovering: false }
  const settings = ['postgresql.conf', 'pg_hba.conf'].map((file) => join(directory, file)) as [string, string]
  const server = [binary, '-D', data, '-c', `config_file=${settings[0]}`, '-c', `hba_file=${settings[1]}`]
  const child = await startChild('/bin/sh', ['-c', keeper, 'sextant-postgres', ...server], {
    cwd: data,
    account,
    onOutput: (line) => (pid ??= Number(line)),
    onError(line) {
      const severity = severityOf(line)
      if (/Address already in use/.test(line)) output.portTaken = true
      if (isRecovery(line)) output.isRecovering = true
      if (severity === 'error' || !/^[A-Z]+: /.test(line)) output.error ||= line
      if (severity !== 'drop') log[severity]({ engine: 'Postgres', line }, 'engine output')
    },
  })

  async function stop(): Promise<void> {
    // The keeper requests a fast shutdown and ends after the server; but the keeper alone may have been
    // killed.
    child.endInput()
    if (!child.ended) await waitUntilGone(child.pid, stopBounds.orderlyMs)
    else if (pid !== undefined) await endProcess(pid, [['SIGINT', stopBounds.orderlyMs]])
    await abort()
  }

  /** Immediate shutdown, then kill; both are safe, as the server recovers at its next start. */
  async function abort(): Promise<void> {
    if (pid !== undefined && (await isAlive(pid))) {
      log.warn({ engine: 'Postgres', pid }, 'shutting the server down immediately')
      if (!(await endProcess(pid, [['SIGQUIT', stopBounds.urgentMs]])))
        await killWithChildren(pid, stopBounds.forcedMs)
    }
    await child.exited
  }

  try {
    const begun = performance.now()
    for (;;) {
      if (child.ended) {
        const how = await child.exited
        if (output.portTaken) throw new PortTaken('Postgres failed to start: its port is taken')
        throw new EngineError(`Postgres failed to start: ${output.error || how}`)
      }
      if (stopping.aborted) throw new EngineError('Postgres was stopped during its start')
      const minutes = output.isRecovering ? recoveryMinutes : startMinutes
      if (performance.now() - begun > minutes * 60_000)
        throw new EngineError(`Postgres did not accept connections within ${minutes} minutes`)
      if (pid !== undefined && (await isReady(data, pid))) return { pid, exited: child.exited, stop, abort }
      await pause(5)
    }
  } catch (error) {
    await stop()
    throw error
  }
}
