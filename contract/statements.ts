import { serviceRef } from './service-ref.js'

/** A statement of the service that its engine still runs past its own time limit. */
export interface LateStatement {
  /** Identifies the statement in the engine's list; stable across listings. */
  readonly id: string
  /** `sql`: a member's, run by an account that reads one workspace. `question`: the service's own. */
  readonly kind: 'sql' | 'question'
  /** The engine account that runs it. */
  readonly account: string
  /** The workspace's id if this process knows it, else the name of its database; null if unknown. */
  readonly workspace: string | null
  readonly elapsedMs: number
  readonly limitMs: number
}

/**
 * `cancel` ends the statement, `terminate` also its connection. An engine without the distinction does the
 * same for both.
 */
export type Ending = 'cancel' | 'terminate'

/**
 * The statements of an engine, observed over separate connections whose requests time out after 5 s.
 * Statements without a time limit (inserts, rebuilds, migrations) and statements of other services on a
 * shared server are never listed.
 */
export interface StatementControl {
  /**
   * Returns all statements past their own limit, of every process of the service and every server of a
   * cluster.
   */
  late(): Promise<readonly LateStatement[]>
  /**
   * Requests the end of a statement. Resolves when the engine has accepted the request, which it may be
   * unable to fulfil.
   */
  end(statement: LateStatement, how: Ending): Promise<void>
  /**
   * Registers a listener for the start and end of statements with a limit in this process. Until one starts
   * there is nothing to look for.
   */
  onUse(listener: () => void): void
  /** Closes the connection for listing until its next use. */
  rest(): Promise<void>
  /** Kills the engine and starts it again; absent if this process does not supervise the engine. */
  readonly restart?: () => Promise<void>
}

/** Rejects members' SQL while too many of their statements run past their limit. */
export interface StatementGuard {
  /** Called before a statement starts. Throws UNAVAILABLE with a Retry-After if no more may start. */
  admitSql(): void
}

/** Supplied by the plugin `watchdog`; without it every statement may start. */
export const statementGuard = serviceRef<StatementGuard>('statementGuard')
