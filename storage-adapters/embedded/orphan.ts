import { readFile, rm } from 'node:fs/promises'
import { EngineError, type EngineLog } from './engine.js'
import { commandLine, endProcess, isAlive } from './processes.js'

export interface Orphan {
  /** For the log and for errors. */
  readonly engine: string
  /** A file whose first line is the process number. */
  readonly file: string
  /** What the process must have on its command line to be the one meant. */
  readonly mark: string
  /** Tried one after the other, each with the milliseconds to wait. */
  readonly signals: readonly (readonly [NodeJS.Signals, number])[]
}

/** The number in the first line of a file. Undefined without a file or without a number. */
export async function pidIn(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 ? pid : undefined
}

/**
 * Ends an engine that an earlier run of the program left behind on our data. Two on the same files would
 * destroy them, so nothing is started before it is gone.
 */
export async function stopOrphan(orphan: Orphan, log: EngineLog): Promise<void> {
  const { engine, file, mark, signals } = orphan
  const pid = await pidIn(file)
  if (pid === undefined || !(await isAlive(pid))) return
  const command = await commandLine(pid)
  if (!command.includes(mark)) {
    // The number was given out again. Postgres would take any process of its account for a running server;
    // but whether another Postgres is in the way it knows better than we do.
    if (command !== '' && !command.includes('postgres')) await rm(file, { force: true })
    return
  }
  log.warn({ engine, pid }, 'stopping an engine that an earlier run left behind')
  if (!(await endProcess(pid, signals))) {
    throw new EngineError(
      `${engine} of an earlier run (process ${pid}) does not end; stop it and start again`,
    )
  }
}
