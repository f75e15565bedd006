import { columnsOf, type Relation } from '../../../core/contract/index.js'
import { rollupScan } from '../../sql/rollup.js'
import { fits, isHour } from './fits.js'
import { columnsOfRollup, type Rollup } from './tables.js'

/** What may be taken, and how the relations beside the way are treated. */
export interface Choice {
  readonly rollups: readonly Rollup[]
  readonly generation: number
  decide(relation: Relation): Relation
}

/**
 * The relation with the scan of the events at its root replaced by the smallest rollup that has the needed columns;
 * null if there is none, or if something on the way tells events of one hour apart. `needed` are names that the
 * relation's rows are asked for; `timestamp` among them is asked for in ways that fit a whole hour.
 */
export function overRollup(relation: Relation, needed: ReadonlySet<string>, choice: Choice): Relation | null {
  switch (relation.kind) {
    case 'scan': {
      const { source, from, to } = relation
      if (source !== 'events' || !isHour(from) || !isHour(to)) return null
      const rollup = choice.rollups.find((one) => {
        const columns = columnsOfRollup(one)
        return [...needed].every((name) => name in columns)
      })
      if (rollup === undefined) return null
      const { generation } = choice
      return rollupScan({ name: rollup.name, generation, from, to }, columnsOfRollup(rollup))
    }
    case 'where': {
      const inner = new Set(needed)
      if (!fits(relation.condition, inner)) return null
      const input = overRollup(relation.input, inner, choice)
      return input && { ...relation, input }
    }
    case 'derive': {
      const own = Object.entries(relation.columns).filter(([name]) => needed.has(name))
      const inner = new Set([...needed].filter((name) => !(name in relation.columns)))
      if (!own.every(([, expr]) => fits(expr, inner))) return null
      const input = overRollup(relation.input, inner, choice)
      if (input === null || own.length === 0) return input
      return { ...relation, input, columns: Object.fromEntries(own) }
    }
    case 'join': {
      const right = columnsOf(relation.right)
      const keys = relation.on.map((key) => key.left)
      // A right side with a time of its own would be taken for the event's.
      if ('timestamp' in right || keys.includes('timestamp')) return null
      const inner = new Set([...[...needed].filter((name) => !(name in right)), ...keys])
      const left = overRollup(relation.left, inner, choice)
      return left && { ...relation, left, right: choice.decide(relation.right) }
    }
    case 'select':
    case 'aggregate':
    case 'window':
    case 'union':
    case 'spine':
    case 'sort':
    case 'operator':
      return null
  }
}
