import { ServiceError, type Log, type WorkspaceRef } from '../../core/contract/index.js'
import { limiter } from './limiter.js'

/**
 * A numbered change of the tables of a workspace; Target is what its statements are run on. Steps are only ever added at the end
 * of an engine's list. Every step is idempotent: a killed process leaves a half of one, and two processes may run the
 * same one at once.
 */
export interface LayoutStep<Target> {
  /** 1, 2, 3 … without a gap. */
  readonly version: number
  /** Runs before the workspace is next used, so it is short: it adds tables and columns and moves no rows. */
  apply(target: Target): Promise<void>
  /**
   * The long part: runs in the background, one workspace at a time, while the workspace is used. It begins again after a
   * restart or a failure, so it skips what it finds done. It returns early when the signal aborts.
   */
  finish?(target: Target, signal: AbortSignal): Promise<void>
}

/** What is recorded of a workspace: the last step applied, and the last step up to which all are finished. */
export interface LayoutRecord {
  readonly applied: number
  readonly finished: number
}

/** The record as it is stored in the comment of a database or a schema, beside the tables themselves. */
export const recordText = ({ applied, finished }: LayoutRecord, where = ''): string =>
  `sextant layout ${applied}, finished ${finished}${where}`

/** Tables without a record are older than records, or made elsewhere: all steps run. */
export function parseRecord(text: string | null, where = ''): LayoutRecord {
  const [, applied, finished, rest] = /^sextant layout (\d+), finished (\d+)(.*)$/s.exec(text ?? '') ?? []
  return rest === where
    ? { applied: Number(applied), finished: Number(finished) }
    : { applied: 0, finished: 0 }
}

export interface LayoutEngine<Target> {
  readonly steps: readonly LayoutStep<Target>[]
  /** One statement: the records of all workspaces that have tables, or of this one. */
  read(workspace: WorkspaceRef | null): Promise<ReadonlyMap<number, LayoutRecord>>
  /**
   * Runs `work` and then stores the record; if `work` fails or the process ends, the record stays as it was. Null: the long
   * part has ended, while the workspace is used.
   */
  record(
    workspace: WorkspaceRef,
    record: LayoutRecord,
    work: ((target: Target) => Promise<void>) | null,
  ): Promise<void>
  /** Runs the long part of a step: without a lock and outside of a transaction. */
  background(workspace: WorkspaceRef, work: (target: Target) => Promise<void>): Promise<void>
  /** Makes the tables of a workspace that has none. */
  create(workspace: WorkspaceRef): Promise<void>
  /** Runs once after steps were applied to tables that were there. */
  changed?(workspace: WorkspaceRef): Promise<void>
}

export interface Layouts {
  /** Reads all records in one statement. Only workspaces without tables are made now. */
  start(workspaces: readonly WorkspaceRef[]): Promise<void>
  /**
   * Resolves when the workspace is at the newest layout. Costs a statement only the first time in this process, if start()
   * did not find it there. NOT_FOUND if it has no tables; UNAVAILABLE if a newer program has changed them.
   */
  ready(workspace: WorkspaceRef): Promise<void>
  /** The workspace was made by this process just now. */
  made(workspace: WorkspaceRef): void
  forget(workspace: WorkspaceRef): void
  close(): Promise<void>
}

/** Many workspaces may be used for the first time at once: so many are changed at a time, and connections are left for others. */
const changedAtOnce = 4
const retryMs = 60_000

export function createLayouts<Target>(engine: LayoutEngine<Target>, log: Log): Layouts {
  const { steps } = engine
  const newest = steps.length
  const current = new Set<number>()
  /** What start() read of the others; used once, as another process may change it meanwhile. */
  const older = new Map<number, LayoutRecord>()
  const underway = new Map<number, Promise<void>>()
  const unfinished = new Map<number, NodeJS.Timeout | null>()
  const closing = new AbortController()
  const limited = limiter(changedAtOnce)
  const inBackground = limiter(1)
  const running = new Set<Promise<void>>()

  /** Steps without a long part are finished as soon as those before them are. */
  function settled({ applied, finished }: LayoutRecord): LayoutRecord {
    let last = finished
    while (last < applied && steps[last]?.finish === undefined) last++
    return { applied, finished: last }
  }

  async function bring(workspace: WorkspaceRef): Promise<LayoutRecord> {
    const { number, id } = workspace
    let record = older.get(number) ?? (await engine.read(workspace)).get(number)
    older.delete(number)
    if (record === undefined) throw new ServiceError('NOT_FOUND', 'The workspace has no data any more.')
    if (record.applied > newest)
      throw new ServiceError(
        'UNAVAILABLE',
        `The tables of workspace ${id} were changed by a newer version (layout ${record.applied}, known here: ${newest}).`,
        { retryAfter: 30 },
      )
    const missing = steps.slice(record.applied)
    for (const step of missing) {
      record = settled({ ...record, applied: step.version })
      await engine.record(workspace, record, (target) => step.apply(target))
    }
    if (missing.length > 0) {
      log.info({ workspace: id, layout: newest }, 'the tables of the workspace were brought up to date')
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
      log.warn({ err: error, workspace: id }, 'the tables of the workspace are not all changed yet')
      unfinished.set(number, setTimeout(() => finishLater(workspace, record), retryMs).unref())
    })
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  function ready(workspace: WorkspaceRef): Promise<void> {
    const { number } = workspace
    if (current.has(number)) return Promise.resolve()
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
            // Another process has made them since.
            if (!(error instanceof ServiceError && error.code === 'CONFLICT')) throw error
          }),
        ),
      )
    },
    ready,
    made: ({ number }) => void current.add(number),
    forget({ number }) {
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
