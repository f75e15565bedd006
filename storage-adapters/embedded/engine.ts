import type { EngineResources } from '../../contract/index.js'

/** The logger of the engines. A pino logger satisfies it. */
export interface EngineLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** An engine that runs as a child process. If it ends by itself, it is restarted on the same port. */
export interface RunningEngine {
  /** The URL without credentials: `http://127.0.0.1:41237` or `postgres://127.0.0.1:43121/sextant`. */
  readonly url: string
  readonly user: string
  readonly password: string
  readonly database: string
  readonly version: string
  /** The id of the engine's process (the postmaster for Postgres). A restart changes it. */
  readonly pid: number
  /** Returns the engine's open files and its disk's space. */
  resources(): Promise<EngineResources>
  /**
   * Stops the engine and waits until its process has ended. May be called repeatedly, and during a restart.
   */
  stop(): Promise<void>
  /**
   * Kills the engine and resolves once it runs again. Acknowledged data is kept; connections are lost. Used
   * for statements that nothing else ends.
   */
  restart(): Promise<void>
}

/** An engine cannot be started. The message is one line for the operator: what is wrong and how to fix it. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
}

/** Returns a thrown value's message as one line. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/\s*\n\s*/g, ' ').trim()
}
