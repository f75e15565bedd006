import * as plan from '../../../contract/index.js'
import type { Choices } from './choices.js'
import { expression } from './expressions.js'
import { columnsOfKind, type Frame } from './frames.js'
import { measures, type NewName } from './grouping.js'

/**
 * Persons or sessions with an expensive aggregate each, as pages show them: distinguished by their newest
 * row, which no two share.
 */
export function paged(choices: Choices, frame: Frame, newName: NewName): Frame {
  const keys = columnsOfKind(frame, (kind) => kind === 'key')
  const key = choices.of(keys)
  const present = plan.not(plan.missing(plan.column(key)))
  const rows = key !== 'person' && choices.chance(80) ? plan.where(frame.relation, present) : frame.relation
  const [group, newest, costly] = [newName('by'), newName('newest'), newName('costly')]
  const random = measures(choices, frame, newName, 0)
  const all = {
    [newest]: plan.max(plan.column('seq')),
    [costly]: plan.last(expression(choices, frame, 'text', 1), plan.column('seq')),
    ...random.values,
  }
  const groups: Frame = {
    relation: plan.aggregate(rows, { [group]: plan.column(key) }, all),
    columns: { [group]: 'key', [newest]: 'int', [costly]: 'text', ...random.kinds },
    unique: [newest],
    size: frame.size,
  }
  if (!choices.chance(40)) return groups
  return { ...groups, relation: plan.where(groups.relation, expression(choices, groups, 'bool', 2)) }
}

export const isPageable = ({ unique, columns }: Frame): boolean =>
  unique?.join() === 'seq' && columns['seq'] === 'int' && Object.values(columns).includes('key')
