import { readFile, rm } from 'node:fs/promises'
import { EngineError, type EngineLog } from './engine.js'
import { commandLine, endProcess, isAlive } from './processes.js'

/** How to find and end an engine that an earlier run left behind. */
export interface Orphan {
  /** The engine's name, for logs and errors. */
  readonly engine: string
  /** A file whose first line is the process id. */
  readonly file: string
  /** A string that the command line must contain for the process to be the engine. */
  readonly mark: string
  /** Signals to send in order, each with the time in ms to wait after it. */
  readonly signals: readonly (readonly [NodeJS.Signals, number])[]
}

/** Returns the process id in the first line of a file, or undefined if there is none. */
export async function pidIn(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 ? pid : undefined
}

/**
 * Ends an engine that an earlier run of the program left running on this data. Two engines on the same files
 * would destroy them, so no engine is started before the old one has ended. Throws EngineError if it does not
 * end.
 */
export async function stopOrphan(orphan: Orphan, log: EngineLog): Promise<void> {
  const { engine, file, mark, signals } = orphan
  const pid = await pidIn(file)
  if (pid === undefined || !(await isAlive(pid))) return
  const command = await commandLine(pid)
  if (!command.includes(mark)) {
    // The id was reused by another process. Postgres would take any process of its account for a running
    // server, so the file is removed. If the process is another Postgres, that decision is left to Postgres.
    if (command !== '' && !command.includes('postgres')) await rm(file, { force: true })
    return
  }
  log.warn({ engine, pid }, 'stopping an engine that an earlier run left behind')
  if (!(await endProcess(pid, signals))) {
    throw new EngineError(
      `${engine} of an earlier run (process ${pid}) does not end; kill it and start again`,
    )
  }
}
