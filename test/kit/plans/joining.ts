import * as plan from '../../../contract/index.js'
import type { Relation } from '../../../contract/index.js'
import type { Choices } from './choices.js'
import { expression } from './expressions.js'
import { columnsOfKind, scanned, type Frame, type Kind } from './frames.js'
import { measures, type NewName } from './grouping.js'
import { propertyNames } from './vocabulary.js'

/** Joins the frame with something small. */
export function joined(choices: Choices, frame: Frame, newName: NewName): Frame {
  const options = [withSpine, withTable]
  if (frame.columns['person'] === 'key') options.push(withTrait, withTrait)
  if (frame.size <= 40) options.push(withLogs)
  return choices.of(options)(choices, frame, newName)
}

const howOf = (choices: Choices): 'inner' | 'left' => choices.of(['left', 'left', 'inner'])

/** The columns that one side adds: `unique` distinguishes its rows within one left row. */
function joinedTo(
  frame: Frame,
  how: 'inner' | 'left',
  right: Relation,
  on: readonly plan.JoinKey[],
  added: {
    readonly kinds: Readonly<Record<string, Kind>>
    readonly unique: readonly string[]
    readonly factor: number
  },
): Frame {
  return {
    relation: plan.join(how, frame.relation, right, on),
    columns: { ...frame.columns, ...added.kinds },
    unique: frame.unique === null ? null : [...frame.unique, ...added.unique],
    size: frame.size * added.factor,
  }
}

/** Repeats every row several times. */
function withSpine(choices: Choices, frame: Frame, newName: NewName): Frame {
  const [name, count] = [newName('side'), choices.chance(5) ? 0 : 1 + choices.below(3)]
  const added = { kinds: { [name]: 'int' }, unique: [name], factor: Math.max(1, count) } as const
  return joinedTo(frame, howOf(choices), plan.spine(name, count), [], added)
}

/** A table with one row per value, joined on an expression's value. */
function withTable(choices: Choices, frame: Frame, newName: NewName): Frame {
  const kind = choices.of(['text', 'int', 'bool', 'time', 'exact'] as const)
  const [leftKey, rightKey] = [newName('left'), newName('right')]
  const source = scanned(choices.of(['events', 'logs', 'traits', 'metrics', 'metric_buckets']))
  const measured = measures(choices, source, newName, 1)
  const left: Frame = {
    ...frame,
    relation: plan.derive(frame.relation, { [leftKey]: expression(choices, frame, kind, 1) }),
    columns: { ...frame.columns, [leftKey]: kind },
  }
  const by = { [rightKey]: expression(choices, source, kind, 1) }
  const right = plan.aggregate(source.relation, by, measured.values)
  const added = { kinds: measured.kinds, unique: [], factor: 1 }
  return joinedTo(left, howOf(choices), right, [{ left: leftKey, right: rightKey }], added)
}

/** The person's current value of a trait, as queries join it. */
function withTrait(choices: Choices, frame: Frame, newName: NewName): Frame {
  const name = choices.of<string>(propertyNames)
  const [person, label, number, exists] = [newName('person'), newName('t'), newName('t'), newName('t')]
  const form = (as: 'label' | 'number'): plan.Measure =>
    plan.last(plan.property(name, as, 'traits'), plan.column('timestamp'), plan.column('seq'))
  const given = plan.where(plan.scan('traits'), plan.property(name, 'exists', 'traits'))
  const current = plan.aggregate(
    given,
    { [person]: plan.column('person') },
    { [label]: form('label'), [number]: form('number') },
  )
  const right = plan.derive(current, { [exists]: plan.literal(true, 'bool') })
  const kinds = { [label]: 'text', [number]: 'wild', [exists]: 'bool' } as const
  const on = [{ left: 'person', right: person }]
  return joinedTo(frame, howOf(choices), right, on, { kinds, unique: [], factor: 1 })
}

/** All logs with the same text: several partners per row. */
function withLogs(choices: Choices, frame: Frame, newName: NewName): Frame {
  const [leftKey, rightKey, seq, shown] = [
    newName('left'),
    newName('right'),
    newName('seq'),
    newName('level'),
  ]
  const texts = columnsOfKind(frame, (kind) => kind === 'text')
  const value = texts.length > 0 ? plan.column(choices.of(texts)) : plan.text('s1')
  const left: Frame = {
    ...frame,
    relation: plan.derive(frame.relation, { [leftKey]: value }),
    columns: { ...frame.columns, [leftKey]: 'text' },
  }
  const right = plan.select(plan.scan('logs'), {
    [rightKey]: plan.column(choices.of(['session_id', 'service', 'level'])),
    [seq]: plan.column('seq'),
    [shown]: plan.column('level'),
  })
  const kinds = { [seq]: 'int', [shown]: 'text' } as const
  const on = [{ left: leftKey, right: rightKey }]
  return joinedTo(left, howOf(choices), right, on, { kinds, unique: [seq], factor: 10 })
}
