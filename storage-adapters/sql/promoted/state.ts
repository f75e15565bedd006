import type { Log, WorkspaceRef } from '../../../contract/index.js'
import { dayMs } from '../edges.js'
import { limiter } from '../limiter.js'
import { createAskCounts, type AskCounts } from './asks.js'
import {
  nothingPromoted,
  promotedTableNames,
  type JsonTable,
  type PromotedColumn,
  type PromotedColumns,
  type PromotedNames,
} from './columns.js'
import { decidePromotions, type PromotionRules } from './decide.js'
import type { PlacedColumn, PromotedTables, StoredColumn } from './tables.js'

/**
 * Which properties of a workspace have typed columns. The tables are the catalogue (see columns.ts). This
 * caches it for compilation, counts the properties that questions read, and changes columns in the
 * background. Nothing runs for a workspace without questions.
 */
export interface PromotedState {
  /** Returns the columns that every part on every server has, by stored key. */
  current(workspace: WorkspaceRef): PromotedNames
  /**
   * Counts a read of each key. If a check is due, starts one in the background, without delaying the
   * question.
   */
  asked(workspace: WorkspaceRef, keys: Iterable<string>): void
  /**
   * Reports that a column is missing. No promoted column is read until the tables have been checked again.
   */
  doubt(workspace: WorkspaceRef): void
  forget(workspace: WorkspaceRef): void
  close(): Promise<void>
}

interface Kept {
  readonly counts: AskCounts
  current: PromotedNames
  /** When the next check is due, in ms since 1970. */
  next: number
  looking: boolean
}

interface StateOptions {
  readonly tables: PromotedTables
  readonly columns: PromotedColumns
  readonly log: Log
  readonly rules: PromotionRules
  /** Returns ms since 1970. */
  readonly now?: () => number
}

/** Returns the state of this process. */
export function promotedState({
  tables,
  columns: made,
  log,
  rules,
  now = Date.now,
}: StateOptions): PromotedState {
  const kept = new Map<number, Kept>()
  /** One workspace is altered at a time: alterations load the whole engine. */
  const inTurn = limiter(1)
  const running = new Set<Promise<void>>()
  let closed = false

  function of({ number }: WorkspaceRef): Kept {
    const known = kept.get(number)
    if (known !== undefined) return known
    const state: Kept = { counts: createAskCounts(now), current: nothingPromoted, next: 0, looking: false }
    kept.set(number, state)
    return state
  }

  /** Returns what the rules decide about one table. */
  async function decide(
    workspace: WorkspaceRef,
    { counts }: Kept,
    table: JsonTable,
    stored: readonly StoredColumn[],
  ): Promise<{ readonly drop: readonly PlacedColumn[]; readonly add: readonly PromotedColumn[] }> {
    const columns = stored.filter((one) => one.table === table)
    const today = Math.floor(now() / dayMs)
    const wanted = counts.often(rules.asks).flatMap((key) => made.promotedColumn(key, today) ?? [])
    const ofTable = wanted.filter((one) => one.table === table)
    const unknown = ofTable.some(({ key }) => !columns.some((one) => one.key === key))
    const { drop, add } = decidePromotions(
      {
        columns: columns.map((one) => ({
          ...one,
          askedAt: Math.max(counts.last(one.key) ?? 0, one.askedOn * dayMs),
        })),
        wanted: ofTable.map(({ key }) => key),
        rows: unknown ? await tables.rows(workspace, table) : 0,
        now: now(),
      },
      rules,
    )
    return {
      drop: drop.map((name) => ({ table, name })),
      add: ofTable.filter(({ key }) => add.includes(key)),
    }
  }

  /**
   * Reads the tables, publishes the columns that may be read, and applies what the rules decide. Every change
   * is independent and idempotent.
   */
  async function look(workspace: WorkspaceRef, state: Kept): Promise<void> {
    const over = (): boolean => closed || kept.get(workspace.number) !== state
    if (over()) return
    const { columns, former } = await tables.read(workspace)
    const decided = []
    for (const table of promotedTableNames) decided.push(await decide(workspace, state, table, columns))
    const drop = decided.flatMap((one) => one.drop)
    const add = decided.flatMap((one) => one.add)
    const staying = columns.filter((one) => !drop.some((other) => isSame(one, other)))
    const readable = staying.filter(({ whole, everywhere }) => whole && everywhere)
    if (over()) return
    state.current = new Map(readable.map(({ key, name }) => [key, name]))
    const gone = [...former, ...drop]
    for (const one of gone) if (!over()) await tables.drop(workspace, one)
    for (const one of staying) {
      const last = Math.floor((state.counts.last(one.key) ?? 0) / dayMs)
      if (!one.everywhere && !over()) await tables.add(workspace, one, one.type)
      else if (last > one.askedOn && !over()) await tables.note(workspace, { ...one, askedOn: last })
    }
    for (const one of add) if (!over()) await tables.add(workspace, one, null)
    const empty = [...staying.filter(({ whole, busy }) => !whole && !busy), ...add]
    if (empty.length > 0 && !over()) await tables.fill(workspace, empty, over)
    if (gone.length > 0 || add.length > 0)
      log.info(
        { workspace: workspace.id, added: add.map(({ key }) => key), dropped: gone.length },
        'promoted properties were changed',
      )
    state.next = now() + (readable.length < staying.length + add.length ? rules.busyMs : rules.lookMs)
  }

  function lookLater(workspace: WorkspaceRef, state: Kept): void {
    state.looking = true
    const work = inTurn(() => look(workspace, state))
      .catch((error: unknown) => {
        state.next = now() + rules.lookMs
        if (closed || kept.get(workspace.number) !== state) return
        log.warn({ err: error, workspace: workspace.id }, 'promoted properties could not be checked')
      })
      .finally(() => {
        state.looking = false
        running.delete(work)
      })
    running.add(work)
  }

  return {
    current: ({ number }) => kept.get(number)?.current ?? nothingPromoted,
    asked(workspace, keys) {
      const state = of(workspace)
      state.counts.note(keys)
      if (!closed && !state.looking && now() >= state.next) lookLater(workspace, state)
    },
    doubt({ number }) {
      const state = kept.get(number)
      if (state === undefined) return
      state.current = nothingPromoted
      state.next = 0
    },
    forget: ({ number }) => void kept.delete(number),
    async close() {
      closed = true
      await Promise.all(running)
    },
  }
}

const isSame = (a: PlacedColumn, b: PlacedColumn): boolean => a.table === b.table && a.name === b.name
