import { ServiceError, workspaceDeleted, type Log, type WorkspaceRef } from '../../contract/index.js'
import { limiter } from './limiter.js'

/**
 * A numbered change of a workspace's tables; its statements run on a Target. New steps are
 * only added at the end of an engine's list. Every step is idempotent: a killed process
 * leaves it half done, and two processes may run it at once.
 */
export interface LayoutStep<Target> {
  /** 1, 2, 3 … without a gap. */
  readonly version: number
  /**
   * The short part: runs before the workspace is next used. It adds tables and columns, and moves no rows.
   */
  apply(target: Target): Promise<void>
  /**
   * The long part: runs in the background, one workspace at a time, while the workspace is used. It starts
   * over after a restart or a failure, so it skips finished work. It returns early when the signal aborts.
   */
  finish?(target: Target, signal: AbortSignal): Promise<void>
}

/**
 * The layout record of a workspace: the last applied step, and the last step up to which all are finished.
 */
export interface LayoutRecord {
  readonly applied: number
  readonly finished: number
}

/**
 * The record as stored in the comment of a database or a schema: `sextant layout 2, finished 1`. `where` is a
 * suffix that must match when it is parsed.
 */
export const recordText = ({ applied, finished }: LayoutRecord, where = ''): string =>
  `sextant layout ${applied}, finished ${finished}${where}`

/**
 * Returns 0 and 0 if there is no record with this suffix: older
 * tables or tables from elsewhere run all steps.
 */
export function parseRecord(text: string | null, where = ''): LayoutRecord {
  const [, applied, finished, rest] = /^sextant layout (\d+), finished (\d+)(.*)$/s.exec(text ?? '') ?? []
  return rest === where
    ? { applied: Number(applied), finished: Number(finished) }
    : { applied: 0, finished: 0 }
}

/** How an engine stores layout records and runs steps. */
export interface LayoutEngine<Target> {
  readonly steps: readonly LayoutStep<Target>[]
  /** Reads the records of all workspaces with tables, or of one workspace, in one statement. */
  read(workspace: WorkspaceRef | null): Promise<ReadonlyMap<number, LayoutRecord>>
  /**
   * Runs `work` and then stores the record; if `work` fails or the process ends, the record is unchanged.
   * Without `work` (null) it only stores the record: a long part has ended while the workspace is used.
   */
  record(
    workspace: WorkspaceRef,
    record: LayoutRecord,
    work: ((target: Target) => Promise<void>) | null,
  ): Promise<void>
  /** Runs the long part of a step, without a lock and outside of a transaction. */
  background(workspace: WorkspaceRef, work: (target: Target) => Promise<void>): Promise<void>
  /** Creates the tables of a workspace that has none. Throws CONFLICT if another process has created them. */
  create(workspace: WorkspaceRef): Promise<void>
  /** Runs once after steps were applied to existing tables. */
  changed?(workspace: WorkspaceRef): Promise<void>
}

/** Brings the tables of workspaces to the newest layout; see createLayouts. */
export interface Layouts {
  /**
   * Reads all records in one statement and creates the tables of
   * workspaces that have none. Changes no others.
   */
  start(workspaces: readonly WorkspaceRef[]): Promise<void>
  /**
   * Resolves when the workspace is at the newest layout. It runs a statement only at the first use in this
   * process, and only if start() did not find the newest layout. Throws NOT_FOUND if the workspace has no
   * tables, and UNAVAILABLE if a newer version has changed them.
   */
  ready(workspace: WorkspaceRef): Promise<void>
  /** Notes that this process has just created the workspace's tables. */
  made(workspace: WorkspaceRef): void
  /**
   * Drops all state of a workspace that is being deleted. From now on ready() throws NOT_FOUND for it, until
   * made() or start(): a step must not change tables while they are dropped.
   */
  forget(workspace: WorkspaceRef): void
  /** Stops the background work and waits until it has ended. */
  close(): Promise<void>
}

/**
 * How many workspaces are changed at a time. Many may be used for the
 * first time at once; this leaves connections free.
 */
const changedAtOnce = 4
const retryMs = 60_000

/** Brings the tables of workspaces to the newest layout, at their first use in this process. */
export function createLayouts<Target>(engine: LayoutEngine<Target>, log: Log): Layouts {
  const { steps } = engine
  const newest = steps.length
  const current = new Set<number>()
  /**
   * The records that start() read of workspaces at older layouts. Used once: another process may change them.
   */
  const older = new Map<number, LayoutRecord>()
  const underway = new Map<number, Promise<void>>()
  const unfinished = new Map<number, NodeJS.Timeout | null>()
  const deleted = new Set<number>()
  const closing = new AbortController()
  const limited = limiter(changedAtOnce)
  const inBackground = limiter(1)
  const running = new Set<Promise<void>>()

  /** A step without a long part is finished as soon as all steps before it are. */
  function settled({ applied, finished }: LayoutRecord): LayoutRecord {
    let last = finished
    while (last < applied && steps[last]?.finish === undefined) last++
    return { applied, finished: last }
  }

  async function bring(workspace: WorkspaceRef): Promise<LayoutRecord> {
    const { number, id } = workspace
    let record = older.get(number) ?? (await engine.read(workspace)).get(number)
    older.delete(number)
    if (record === undefined) throw workspaceDeleted()
    if (record.applied > newest)
      throw new ServiceError(
        'UNAVAILABLE',
        `workspace ${id} has layout ${record.applied}, and this version supports ${newest}; upgrade Sextant`,
        { retryAfter: 30 },
      )
    const missing = steps.slice(record.applied)
    for (const step of missing) {
      if (deleted.has(number)) throw workspaceDeleted()
      record = settled({ ...record, applied: step.version })
      await engine.record(workspace, record, (target) => step.apply(target))
    }
    if (missing.length > 0) {
      log.info({ workspace: id, layout: newest }, 'workspace tables upgraded')
      await engine.changed?.(workspace)
    }
    return record
  }

  const over = ({ number }: WorkspaceRef): boolean => closing.signal.aborted || !unfinished.has(number)

  async function finish(workspace: WorkspaceRef, from: LayoutRecord): Promise<void> {
    let record = from
    for (const step of steps.slice(from.finished)) {
      if (over(workspace)) return
      record = settled({ ...record, finished: step.version })
      await engine.background(workspace, async (target) => step.finish?.(target, closing.signal))
      if (over(workspace)) return
      await engine.record(workspace, record, null)
    }
    unfinished.delete(workspace.number)
  }

  function finishLater(workspace: WorkspaceRef, record: LayoutRecord): void {
    const { number, id } = workspace
    if (record.finished === newest || closing.signal.aborted) return
    unfinished.set(number, null)
    const work = inBackground(() => finish(workspace, record)).catch((error: unknown) => {
      if (over(workspace)) return
      log.warn({ err: error, workspace: id }, 'workspace tables could not be upgraded; retrying in a minute')
      unfinished.set(number, setTimeout(() => finishLater(workspace, record), retryMs).unref())
    })
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  function ready(workspace: WorkspaceRef): Promise<void> {
    const { number } = workspace
    if (current.has(number)) return Promise.resolve()
    if (deleted.has(number)) return Promise.reject(workspaceDeleted())
    const begun = underway.get(number)
    if (begun !== undefined) return begun
    const work = limited(() => bring(workspace))
      .then((record) => {
        if (underway.get(number) !== work) return
        current.add(number)
        finishLater(workspace, record)
      })
      .finally(() => {
        if (underway.get(number) === work) underway.delete(number)
      })
    underway.set(number, work)
    return work
  }

  return {
    async start(workspaces) {
      const records = await engine.read(null)
      const absent: WorkspaceRef[] = []
      for (const workspace of workspaces) {
        deleted.delete(workspace.number)
        const record = records.get(workspace.number)
        if (record === undefined) absent.push(workspace)
        else if (record.applied === newest) {
          current.add(workspace.number)
          finishLater(workspace, record)
        } else {
          current.delete(workspace.number)
          older.set(workspace.number, record)
        }
      }
      await Promise.all(
        absent.map((workspace) =>
          limited(() => engine.create(workspace)).catch((error: unknown) => {
            // CONFLICT: another process has created them since the records were read.
            if (!(error instanceof ServiceError && error.code === 'CONFLICT')) throw error
          }),
        ),
      )
    },
    ready,
    made({ number }) {
      deleted.delete(number)
      current.add(number)
    },
    forget({ number }) {
      deleted.add(number)
      current.delete(number)
      older.delete(number)
      underway.delete(number)
      clearTimeout(unfinished.get(number) ?? undefined)
      unfinished.delete(number)
    },
    async close() {
      closing.abort()
      for (const timer of unfinished.values()) clearTimeout(timer ?? undefined)
      await Promise.allSettled(running)
    },
  }
}
