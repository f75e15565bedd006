import { columnsOf, type Relation } from '../../../contract/index.js'
import { deviceKey } from '../dialect.js'
import { dayMs } from '../edges.js'
import { isOperator, semiJoin, semiJoinOperator, type SemiJoin } from '../identity/nodes.js'
import type { TimeRange } from '../select.js'
import { cutAt, isSlotSafe, needsOther, type Needs } from './slot-safe.js'
import { rollupScan, type RollupSet } from './operator.js'

/**
 * Replaces the scan of the events at the bottom of the relation by the smallest rollup with the required
 * columns. Returns null if there is none, or if a node in between distinguishes events of one slot. The
 * callers have checked that their own use of `timestamp` fits whole slots, except cut ones.
 *
 *     where < scan events    before, where: country = 'it'
 *     where < rollup         after
 */
export function replaceScan(relation: Relation, needed: Needs, set: RollupSet): Relation | null {
  switch (relation.kind) {
    case 'scan': {
      const { source, from, to } = relation
      if (source !== 'events') return null
      cutAt(from, needed)
      cutAt(to, needed)
      const { generation, shapes } = set
      for (const { name, slotMs, columns } of shapes) {
        if (![...needed.columns].every((one) => one in columns)) continue
        const cuts = cutsWithin(needed.instants, { from, to }, slotMs)
        if (pays(cuts, { from, to })) return rollupScan({ name, generation, from, to, cuts }, columns)
      }
      return null
    }
    case 'where': {
      const inner = needsOther(needed, needed.columns)
      if (!isSlotSafe(relation.condition, inner)) return null
      const input = replaceScan(relation.input, inner, set)
      return input && { ...relation, input }
    }
    case 'derive': {
      const own = Object.entries(relation.columns).filter(([name]) => needed.columns.has(name))
      const inner = needsOther(
        needed,
        [...needed.columns].filter((name) => !(name in relation.columns)),
      )
      if (!own.every(([, expr]) => isSlotSafe(expr, inner))) return null
      const input = replaceScan(relation.input, inner, set)
      if (input === null || own.length === 0) return input
      return { ...relation, input, columns: Object.fromEntries(own) }
    }
    case 'join': {
      const right = columnsOf(relation.right)
      const keys = relation.on.map((key) => key.left)
      // A right side with a timestamp of its own would be mistaken for the event's.
      if ('timestamp' in right || keys.includes('timestamp')) return null
      const inner = needsOther(needed, [...[...needed.columns].filter((name) => !(name in right)), ...keys])
      const left = replaceScan(relation.left, inner, set)
      return left && { ...relation, left }
    }
    case 'operator': {
      const [rows, keys] = relation.inputs
      if (rows === undefined || keys === undefined || !isOperator(relation, semiJoinOperator)) return null
      const options = relation.options as SemiJoin
      const by = options.left === deviceKey ? 'person' : options.left
      const left = replaceScan(rows, needsOther(needed, [...needed.columns, by]), set)
      return left && semiJoin(left, keys, options)
    }
    case 'select':
    case 'aggregate':
    case 'window':
    case 'union':
    case 'spine':
    case 'sort':
      return null
  }
}

/** The end of the rollups' slots in 2106, in milliseconds. No events before 1970 are stored. */
const lastSecond = 2 ** 32 * 1000

/**
 * The starts of the slots within the range that an instant cuts, ascending. An instant at the start of a slot
 * cuts none. Example: with slots of an hour, 12:00 cuts no slot and 12:05 cuts the one from 12:00.
 */
function cutsWithin(
  instants: ReadonlySet<number>,
  { from, to }: TimeRange,
  slotMs: number,
): readonly number[] {
  const lastSlot = lastSecond - slotMs
  const [start, end] = [Math.max(from ?? 0, 0), to ?? lastSlot]
  const cuts = new Set<number>()
  for (const ms of instants) if (ms % slotMs !== 0) cuts.add(Math.floor(ms / slotMs) * slotMs)
  const inside = [...cuts].filter((slot) => slot + slotMs > start && slot < end && slot < lastSlot)
  return inside.sort((a, b) => a - b)
}

/** The least number of days of the range for each day with a cut slot: all events of such a day are read. */
const leastDaysOfCut = 4
/** The most cut slots: each is a parameter, and the number of parameters is limited. */
const mostCuts = 16

/**
 * Whether so few days have cut slots that reading the rollup and
 * these days costs less than reading the events.
 */
function pays(cuts: readonly number[], { from, to }: TimeRange): boolean {
  const cutDays = new Set(cuts.map((slot) => Math.floor(slot / dayMs))).size
  const days = from === null || to === null ? Infinity : (to - from) / dayMs
  return cuts.length <= mostCuts && cutDays * leastDaysOfCut <= days
}
