import type { Log, WorkspaceRef } from '../../../core/contract/index.js'
import { dayMs } from '../../sql/edges.js'
import { limiter } from '../../sql/limiter.js'
import type { Servers } from '../cluster/servers.js'
import { createAskCounts, type AskCounts } from './asks.js'
import { columnNameOf, nothingPromoted, type PromotedNames } from './columns.js'
import { decidePromotions, type PromotionRules } from './decide.js'
import { promotedTables, type StoredColumn } from './tables.js'

/**
 * Which properties of a workspace have typed columns. The tables are the catalogue (see columns.ts). This
 * caches it for compilation, counts the properties that questions read, and changes columns in the
 * background. Nothing runs for a workspace without questions.
 */
export interface PromotedState {
  /** Returns the columns that every part on every server has, by property key. */
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

/** Returns the state of this process. `now` returns ms since 1970. */
export function promotedState(
  servers: Servers,
  log: Log,
  rules: PromotionRules,
  now: () => number = Date.now,
): PromotedState {
  const tables = promotedTables(servers)
  const kept = new Map<number, Kept>()
  /** One workspace is altered at a time: alterations load the whole engine. */
  const inTurn = limiter(1)
  const running = new Set<Promise<void>>()
  let closed = false

  function of({ number }: WorkspaceRef): Kept {
    const known = kept.get(number)
    if (known !== undefined) return known
    const made: Kept = { counts: createAskCounts(now), current: nothingPromoted, next: 0, looking: false }
    kept.set(number, made)
    return made
  }

  /**
   * Reads the tables, publishes the columns that may be read, and applies what the rules decide. Every change
   * is independent and idempotent.
   */
  async function look(workspace: WorkspaceRef, state: Kept): Promise<void> {
    const over = (): boolean => closed || kept.get(workspace.number) !== state
    if (over()) return
    const { columns, former } = await tables.read(workspace)
    const askedAt = ({ key, askedOn }: StoredColumn): number =>
      Math.max(state.counts.last(key) ?? 0, askedOn * dayMs)
    const wanted = state.counts.often(rules.asks).filter((key) => columnNameOf(key) !== null)
    const unknown = wanted.some((key) => !columns.some((one) => one.key === key))
    const { drop, add } = decidePromotions(
      {
        columns: columns.map((one) => ({ ...one, askedAt: askedAt(one) })),
        wanted,
        events: unknown ? await tables.events(workspace) : 0,
        now: now(),
      },
      rules,
    )
    const staying = columns.filter(({ name }) => !drop.includes(name))
    const readable = staying.filter(({ whole, everywhere }) => whole && everywhere)
    if (over()) return
    state.current = new Map(readable.map(({ key, name }) => [key, name]))
    const gone = [...former, ...drop]
    for (const name of gone) if (!over()) await tables.drop(workspace, name)
    for (const one of staying) {
      const last = Math.floor((state.counts.last(one.key) ?? 0) / dayMs)
      if (!one.everywhere && !over()) await tables.add(workspace, one, one.type)
      else if (last > one.askedOn && !over()) await tables.note(workspace, { ...one, askedOn: last })
    }
    const added = add.flatMap((key) => {
      const name = columnNameOf(key)
      return name === null ? [] : [{ key, name, askedOn: Math.floor(now() / dayMs) }]
    })
    for (const one of added) if (!over()) await tables.add(workspace, one, null)
    const empty = [...staying.filter(({ whole, busy }) => !whole && !busy), ...added].map(({ name }) => name)
    if (empty.length > 0 && !over()) await tables.fill(workspace, empty)
    if (gone.length > 0 || added.length > 0)
      log.info(
        { workspace: workspace.id, added: added.map(({ key }) => key), dropped: gone.length },
        'promoted properties were changed',
      )
    state.next = now() + (readable.length < staying.length + added.length ? rules.busyMs : rules.lookMs)
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
