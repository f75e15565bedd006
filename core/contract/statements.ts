/** A statement of the service that its engine still runs although its own time limit is over. */
export interface LateStatement {
  /** Names the statement in the engine's list; the same in every listing. */
  readonly id: string
  /** `sql`: a member's, under an account that reads one workspace. `question`: the service's own. */
  readonly kind: 'sql' | 'question'
  /** The engine's account that runs it. */
  readonly account: string
  /** The id of the workspace if this process knows it, else the name of its database; null if unknown. */
  readonly workspace: string | null
  readonly elapsedMs: number
  readonly limitMs: number
}

/** `cancel` ends the statement, `terminate` its connection too; an engine without the difference does the same twice. */
export type Ending = 'cancel' | 'terminate'

/**
 * The statements of an engine, seen over connections of their own, whose requests have a time limit of 5 s. Statements
 * without a time limit (inserts, rebuilds, migrations) and statements of others on a shared server are never listed.
 */
export interface StatementControl {
  /** All statements past their own limit, of every process of the service and every server of a cluster. */
  late(): Promise<readonly LateStatement[]>
  /** Asks the engine to end a statement; resolves when the engine has taken the request, which it may not be able to fulfil. */
  end(statement: LateStatement, how: Ending): Promise<void>
  /** Calls back when a statement with a limit begins or ends in this process: until then there is nothing to look for. */
  onUse(listener: () => void): void
  /** Closes the connection for listing until it is used again. */
  rest(): Promise<void>
  /** Ends the engine at once and starts it again; absent where the engine is not supervised by this process. */
  readonly restart?: () => Promise<void>
}
