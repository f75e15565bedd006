import {
  ServiceError,
  type LateStatement,
  type Log,
  type StatementControl,
  type StatementGuard,
} from '../../contract/index.js'

/**
 * How an overdue statement ended: by itself or after the first request, with its connection, or with the
 * engine.
 */
export type EndedHow = 'cancel' | 'terminate' | 'restart'

/** The counts of overdue statements, for the service's own metrics. */
export interface OverdueObserver {
  overdue(count: number): void
  statementEnded(how: EndedHow): void
}

export interface WatchdogOptions {
  /** Undefined if the store's statements always end. */
  readonly control: StatementControl | undefined
  readonly log: Log
  readonly observer: OverdueObserver
  /** Milliseconds of a clock that is never set: a duration that spans a change of the time would be wrong. */
  readonly clock: () => number
  /** Milliseconds past its own limit after which a statement is ended. */
  readonly overdueMs: number
  /** The time limit of a statement in milliseconds. */
  readonly limitMs: number
  /**
   * The number of members' SQL statements past their limit, over all workspaces, at which further SQL is
   * rejected.
   */
  readonly mostLate: number
  readonly pace?: Partial<Pace>
}

/** Milliseconds. */
export interface Pace {
  /** Between two listings. */
  readonly look: number
  /** For the engine to fulfil a request before the next step. */
  readonly patience: number
  /** Between two restarts of the engine. */
  readonly betweenRestarts: number
  /** Between two reports of a statement that cannot be ended. */
  readonly reminder: number
}

const usualPace: Pace = { look: 5_000, patience: 5_000, betweenRestarts: 60_000, reminder: 60_000 }

/**
 * Ends statements that exceed their limit in the engine itself, as the last resort behind all other limits.
 */
export interface Watchdog extends StatementGuard {
  /** Starts checking every few seconds, but only while statements run or may still be running. */
  start(): void
  /** Lists the engine's statements once and acts on them; overlapping calls share one listing. */
  look(): Promise<void>
  close(): void
}

interface Case {
  readonly statement: LateStatement
  readonly asked: 'cancel' | 'terminate'
  readonly askedAt: number
  readonly reportedAt: number | null
}

export function createWatchdog(dependencies: WatchdogOptions): Watchdog {
  const { control, log, observer, clock, overdueMs, limitMs, mostLate } = dependencies
  const pace = { ...usualPace, ...dependencies.pace }
  const cases = new Map<string, Case>()
  let lateSql = 0
  let failing = false
  let lastUse = clock()
  let lastRestart = -Infinity
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let started = false
  let closed = false

  const fieldsOf = ({ kind, account, workspace, elapsedMs, limitMs: limit }: LateStatement) => ({
    kind,
    account,
    workspace,
    elapsedMs,
    limitMs: limit,
  })

  async function ask(control: StatementControl, statement: LateStatement, how: 'cancel' | 'terminate') {
    await control.end(statement, how).catch((err: unknown) => {
      log.warn({ err, ...fieldsOf(statement) }, 'the engine did not accept the request to end a statement')
    })
  }

  /** Takes the next step for an overdue statement. Returns true if only a restart of the engine is left. */
  async function pursue(control: StatementControl, statement: LateStatement, now: number): Promise<boolean> {
    const known = cases.get(statement.id)
    if (known === undefined) {
      log.warn(fieldsOf(statement), 'a statement is overdue; asking the engine to end it')
      cases.set(statement.id, { statement, asked: 'cancel', askedAt: now, reportedAt: null })
      await ask(control, statement, 'cancel')
      return false
    }
    if (now - known.askedAt < pace.patience) return false
    if (known.asked === 'cancel') {
      cases.set(statement.id, { ...known, statement, asked: 'terminate', askedAt: now })
      await ask(control, statement, 'terminate')
      return false
    }
    if (control.restart !== undefined) return now - lastRestart >= pace.betweenRestarts
    if (known.reportedAt === null || now - known.reportedAt >= pace.reminder) {
      log.error(
        fieldsOf(statement),
        'a statement is overdue and its server does not end it; restart that server',
      )
      cases.set(statement.id, { ...known, statement, askedAt: now, reportedAt: now })
    }
    await ask(control, statement, 'terminate')
    return false
  }

  function ended(id: string, { statement, asked }: Case, how: EndedHow = asked): void {
    cases.delete(id)
    observer.statementEnded(how)
    log.info({ ...fieldsOf(statement), how }, 'an overdue statement has ended')
  }

  async function restart(restarting: () => Promise<void>): Promise<void> {
    lastRestart = clock()
    log.error({ statements: cases.size }, 'the engine does not end overdue statements; restarting it')
    try {
      await restarting()
    } catch (err) {
      log.error({ err }, 'the engine could not be restarted; trying again in a minute')
      return
    }
    for (const [id, one] of [...cases]) ended(id, one, 'restart')
    observer.overdue(0)
    lateSql = 0
  }

  async function lookOnce(control: StatementControl): Promise<void> {
    const late = await control.late()
    const now = clock()
    failing = false
    lateSql = late.filter(({ kind }) => kind === 'sql').length
    const overdue = late.filter(({ elapsedMs, limitMs: limit }) => elapsedMs > limit + overdueMs)
    const running = new Set(late.map(({ id }) => id))
    for (const [id, one] of [...cases]) if (!running.has(id)) ended(id, one)
    observer.overdue(overdue.length)
    if (late.length > 0) lastUse = now
    let stuck = false
    for (const statement of overdue) stuck = (await pursue(control, statement, now)) || stuck
    if (stuck && control.restart !== undefined && !closed) await restart(control.restart)
  }

  function look(): Promise<void> {
    if (control === undefined) return Promise.resolve()
    looking ??= lookOnce(control)
      .catch((err: unknown) => {
        // An engine that does not respond is not restarted: it may be starting, busy, or unreachable from
        // here only.
        if (!failing && !closed) log.warn({ err }, 'the statements of the engine could not be listed')
        failing = true
      })
      .finally(() => (looking = undefined))
    return looking
  }

  /** True while the most recent statement may still become overdue, and while there are cases. */
  const isWanted = (): boolean =>
    cases.size > 0 || clock() - lastUse <= limitMs + overdueMs + 2 * (pace.look + pace.patience)

  function arm(): void {
    if (!started || closed || timer !== undefined || control === undefined) return
    timer = setTimeout(() => {
      void look().then(async () => {
        timer = undefined
        if (isWanted()) arm()
        else await control.rest().catch(() => undefined)
      })
    }, pace.look).unref()
  }

  control?.onUse(() => {
    lastUse = clock()
    arm()
  })

  return {
    start() {
      // A previous process may have left statements behind.
      started = true
      lastUse = clock()
      arm()
    },
    look,
    admitSql() {
      if (lateSql >= mostLate)
        throw new ServiceError(
          'UNAVAILABLE',
          'too many SQL statements are still running past their time limit (SQL_OVERDUE)',
          { retryAfter: 10 },
        )
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
