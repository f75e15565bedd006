import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ServiceError, type Log, type WorkspaceRef } from '../../../../contract/index.js'
import { beginPart, countDay, daysOf, endParts, partsOf } from './parts.js'
import type { TriggeredView } from './view.js'

/**
 * The workspaces whose view does not answer at present. Views are assumed to be
 * complete: a statement on an incomplete one fails before it reads it. Then the events
 * answer, and the missing ones are counted in the background.
 */
export interface ViewProgress {
  answers(workspace: WorkspaceRef): boolean
  /** Checks whether the view is complete, and counts missing events in the background. */
  look(workspace: WorkspaceRef): Promise<void>
  /** Notes that a statement found an incomplete view, and counts missing events in the background. */
  doubt(workspace: WorkspaceRef): void
  /** Counts all events again in the background. */
  rebuild(workspace: WorkspaceRef): Promise<void>
  forget(workspace: WorkspaceRef): void
  close(): Promise<void>
}

type WithClient = <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>

/**
 * `elsewhere`: another process is counting. `too early`: more late events are expected. `not wanted`: the store was closed or
 * the workspace dropped.
 */
type Outcome = 'built' | 'elsewhere' | 'too early' | 'not wanted'

/**
 * Milliseconds before a process checks again while another one counts or events are expected, and before a retry after a
 * failure.
 */
const lookMs = 2_000
const failedMs = 60_000

/** The state of a view of all workspaces in this process. */
export function viewProgress(
  view: TriggeredView,
  withClient: WithClient,
  schemaOf: (workspace: WorkspaceRef) => string,
  log: Log,
): ViewProgress {
  const off = new Set<number>()
  const running = new Map<number, Promise<void>>()
  const waiting = new Map<number, NodeJS.Timeout>()
  let closed = false
  /** Workspaces are counted one at a time, to leave connections for questions. */
  let turn = Promise.resolve()

  const isOver = ({ number }: WorkspaceRef): boolean => closed || !off.has(number)

  /** Counts the missing events, each day in a transaction of its own, so that appends do not wait long. */
  async function fill(workspace: WorkspaceRef): Promise<Outcome> {
    if (isOver(workspace)) return 'not wanted'
    return withClient(async (client) => {
      const lock = [view.lock, workspace.number % 2 ** 31]
      const { rows } = await client.query<{ mine: boolean }>(
        'SELECT pg_try_advisory_lock($1, $2) AS mine',
        lock,
      )
      if (rows[0]?.mine !== true) return 'elsewhere'
      const outcome = await counted(client, schemaOf(workspace), workspace)
      await client.query('SELECT pg_advisory_unlock($1, $2)', lock)
      return outcome
    })
  }

  /** Counts until nothing is missing, as partitions may be attached and detached meanwhile. */
  async function counted(client: pg.ClientBase, schema: string, workspace: WorkspaceRef): Promise<Outcome> {
    if ((await lateState(client, schema)) === 'expected') return 'too early'
    for (let first = true; ; first = false) {
      const { missing, gone } = await partsOf(client, schema, view)
      if (!first && missing.length + gone.length === 0) return withLate(client, schema, workspace)
      const strange = missing.find(({ kind }) => kind !== 'r')
      if (strange !== undefined)
        throw new Error(
          `partition ${strange.name} must be an ordinary table, so that triggers see its changes`,
        )
      const attempt = randomUUID()
      for (const part of missing) await beginPart(client, schema, view, part, attempt)
      for (const day of await daysOf(client, schema, view, missing)) {
        if (isOver(workspace)) return 'not wanted'
        await countDay(client, schema, view, day)
      }
      await endParts(client, schema, view, attempt, gone)
    }
  }

  /** Counts what the triggers have left out; more may come meanwhile. */
  async function withLate(client: pg.ClientBase, schema: string, workspace: WorkspaceRef): Promise<Outcome> {
    for (;;) {
      const state = await lateState(client, schema)
      if (state === 'none') return 'built'
      if (state === 'expected') return 'too early'
      await view.late?.count(client, schema, () => !isOver(workspace))
      if (isOver(workspace)) return 'not wanted'
    }
  }

  const lateState = async (client: pg.ClientBase, schema: string) =>
    (await view.late?.state(client, schema)) ?? 'none'

  function start(workspace: WorkspaceRef): void {
    const { number, id } = workspace
    if (!off.has(number)) log.info({ workspace: id }, `building ${view.title}`)
    off.add(number)
    if (closed || running.has(number)) return
    clearTimeout(waiting.get(number))
    const work = turn
      .then(() => fill(workspace))
      .then(
        (outcome) => {
          if (outcome === 'elsewhere' || outcome === 'too early') later(workspace, lookMs)
          if (outcome !== 'built') return
          off.delete(number)
          log.info({ workspace: id }, `${view.title} are built and now answer`)
        },
        (error: unknown) => {
          if (isOver(workspace) || isGone(error)) return
          log.warn({ err: error, workspace: id }, `${view.title} could not be built`)
          later(workspace, failedMs)
        },
      )
    turn = work.finally(() => running.delete(number))
    running.set(number, turn)
  }

  function later(workspace: WorkspaceRef, ms: number): void {
    if (isOver(workspace)) return
    waiting.set(workspace.number, setTimeout(() => start(workspace), ms).unref())
  }

  return {
    answers: ({ number }) => !off.has(number),
    doubt: start,
    async look(workspace) {
      const schema = schemaOf(workspace)
      const isComplete = await withClient(async (client) => {
        const { missing, gone } = await partsOf(client, schema, view)
        return missing.length + gone.length === 0 && (await lateState(client, schema)) === 'none'
      })
      if (!isComplete) start(workspace)
      else if (!running.has(workspace.number)) off.delete(workspace.number)
    },
    async rebuild(workspace) {
      await running.get(workspace.number)
      await withClient((client) => client.query(`DELETE FROM ${schemaOf(workspace)}.${view.parts}`))
      start(workspace)
    },
    forget({ number }) {
      off.delete(number)
      clearTimeout(waiting.get(number))
      waiting.delete(number)
    },
    async close() {
      closed = true
      for (const timer of waiting.values()) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}

const isGone = (error: unknown): boolean => error instanceof ServiceError && error.code === 'NOT_FOUND'
