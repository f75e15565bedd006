import type { EngineResources } from '../../core/contract/index.js'

/** Where the engines report to. A pino logger fits as it is. */
export interface EngineLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** An engine that runs as a child process and is started again, on the same port, when it ends by itself. */
export interface RunningEngine {
  /** Without credentials: `http://127.0.0.1:41237` or `postgres://127.0.0.1:43121/sextant`. */
  readonly url: string
  readonly user: string
  readonly password: string
  readonly database: string
  readonly version: string
  /** The engine's own process (the postmaster for Postgres). It changes when the engine was restarted. */
  readonly pid: number
  resources(): Promise<EngineResources>
  /** Ends the engine and waits until its process is gone. May be called again, and during a restart. */
  stop(): Promise<void>
  /**
   * Ends the engine at once and resolves when it runs again. What it acknowledged is kept; connections are lost. For
   * statements that nothing else ends.
   */
  restart(): Promise<void>
}

/** An engine cannot be started. The message is one line for the operator: what is wrong and what to do. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
}

/** Whatever was thrown, as one line. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/\s*\n\s*/g, ' ').trim()
}
