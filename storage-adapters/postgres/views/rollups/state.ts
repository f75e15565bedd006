import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ServiceError, type Log, type WorkspaceRef } from '../../../../core/contract/index.js'
import { beginPart, countDay, daysOf, endParts, partsOf } from './parts.js'

/**
 * Which workspaces are not answered from rollups for now. All others are: if theirs do not stand for all events, the statement
 * says so before it reads any. Then the rows answer, and what is missing is counted in the background.
 */
export interface RollupState {
  answers(workspace: WorkspaceRef): boolean
  /** Looks whether the rollups stand for all events, and counts in the background what is missing. */
  look(workspace: WorkspaceRef): Promise<void>
  /** A statement found that they do not. */
  doubt(workspace: WorkspaceRef): void
  /** Counts everything anew, in the background. */
  rebuild(workspace: WorkspaceRef): Promise<void>
  forget(workspace: WorkspaceRef): void
  close(): Promise<void>
}

type WithClient = <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>

/** `elsewhere`: another process is at it. */
type Outcome = 'built' | 'elsewhere' | 'not wanted'

/** Of several processes one counts. How long the others wait before they look again, and who failed before another try. */
const fillLock = 0x5e89
const lookMs = 2_000
const failedMs = 60_000

export function rollupState(
  withClient: WithClient,
  schemaOf: (workspace: WorkspaceRef) => string,
  log: Log,
): RollupState {
  const off = new Set<number>()
  const running = new Map<number, Promise<void>>()
  const waiting = new Map<number, NodeJS.Timeout>()
  let closed = false
  /** One workspace at a time: questions need connections too. */
  let turn = Promise.resolve()

  const isOver = ({ number }: WorkspaceRef): boolean => closed || !off.has(number)

  /** Each day is a transaction of its own: nobody who stores events waits for long. */
  async function fill(workspace: WorkspaceRef): Promise<Outcome> {
    if (isOver(workspace)) return 'not wanted'
    return withClient(async (client) => {
      const lock = [fillLock, workspace.number % 2 ** 31]
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

  /** Again, as partitions may come and go meanwhile. */
  async function counted(client: pg.ClientBase, schema: string, workspace: WorkspaceRef): Promise<Outcome> {
    for (let first = true; ; first = false) {
      const { missing, gone } = await partsOf(client, schema)
      if (!first && missing.length + gone.length === 0) return 'built'
      const strange = missing.find(({ kind }) => kind !== 'r')
      if (strange !== undefined)
        throw new Error(`the triggers of the partition ${strange.name} would not tell of all its changes`)
      const attempt = randomUUID()
      for (const part of missing) await beginPart(client, schema, part, attempt)
      for (const day of await daysOf(client, schema, missing)) {
        if (isOver(workspace)) return 'not wanted'
        await countDay(client, schema, day)
      }
      await endParts(client, schema, attempt, gone)
    }
  }

  function start(workspace: WorkspaceRef): void {
    const { number, id } = workspace
    if (!off.has(number)) log.info({ workspace: id }, 'the rollups are being built')
    off.add(number)
    if (closed || running.has(number)) return
    clearTimeout(waiting.get(number))
    const work = turn
      .then(() => fill(workspace))
      .then(
        (outcome) => {
          if (outcome === 'elsewhere') later(workspace, lookMs)
          if (outcome !== 'built') return
          off.delete(number)
          log.info({ workspace: id }, 'the rollups are built; they answer from now on')
        },
        (error: unknown) => {
          if (isOver(workspace) || isGone(error)) return
          log.warn({ err: error, workspace: id }, 'the rollups could not be built')
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
      const { missing, gone } = await withClient((client) => partsOf(client, schemaOf(workspace)))
      if (missing.length + gone.length > 0) start(workspace)
      else if (!running.has(workspace.number)) off.delete(workspace.number)
    },
    async rebuild(workspace) {
      await running.get(workspace.number)
      await withClient((client) => client.query(`DELETE FROM ${schemaOf(workspace)}.rolled_parts`))
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
