import * as plan from '../../../contract/index.js'
import type { Expr, Measure } from '../../../contract/index.js'
import { someOf, type Choices } from './choices.js'
import { expression } from './expressions.js'
import { columnsOfKind, scalarKinds, totalOrder, type Frame, type Kind, type ScalarKind } from './frames.js'

/** Supplies column names that no other part of the plan has. */
export type NewName = (prefix: string) => string

interface Named<T> {
  readonly values: Readonly<Record<string, T>>
  readonly kinds: Readonly<Record<string, Kind>>
}

/** Groups rows by some expressions and measures them, often with grouping sets. */
export function aggregated(choices: Choices, frame: Frame, newName: NewName): Frame {
  const by = groups(choices, frame, newName)
  const measured = measures(choices, frame, newName, Object.keys(by.values).length === 0 ? 1 : 0)
  const names = Object.keys(by.values)
  const sets = choices.chance(30) ? distinctSets(choices, names) : null
  return {
    relation: plan.aggregate(frame.relation, by.values, measured.values, sets),
    columns: { ...by.kinds, ...measured.kinds },
    unique: sets === null ? names : null,
    size: frame.size * (sets?.length ?? 1),
  }
}

function groups(choices: Choices, frame: Frame, newName: NewName): Named<Expr> {
  const keys = columnsOfKind(frame, (kind) => kind === 'key')
  const entries = Array.from({ length: choices.below(4) }, (): readonly [string, Expr, Kind] => {
    if (keys.length > 0 && choices.chance(40))
      return [newName('by'), plan.column(choices.of(keys)), 'key'] as const
    const kind = choices.of(scalarKinds)
    return [newName('by'), expression(choices, frame, kind), kind] as const
  })
  return named(entries)
}

export const named = <T>(entries: readonly (readonly [string, T, Kind])[]): Named<T> => ({
  values: Object.fromEntries(entries.map(([name, value]) => [name, value])),
  kinds: Object.fromEntries(entries.map(([name, , kind]) => [name, kind])),
})

export const measures = (choices: Choices, frame: Frame, newName: NewName, least: number): Named<Measure> =>
  named(
    Array.from({ length: least + choices.below(4) }, () => {
      const [measure, kind] = measureOf(choices, frame)
      return [newName('m'), measure, kind] as const
    }),
  )

const levels = [0.5, 0, 0.25, 0.9, 0.95, 0.99, 1] as const

function measureOf(choices: Choices, frame: Frame): readonly [Measure, Kind] {
  const any = (kinds: readonly ScalarKind[]): readonly [Expr, ScalarKind] => {
    const kind = choices.of(kinds)
    return [expression(choices, frame, kind), kind]
  }
  const keys = columnsOfKind(frame, (kind) => kind === 'key')
  const order = totalOrder(frame)
  const options: (() => readonly [Measure, Kind])[] = [
    () => [plan.count(), 'int'],
    () => [plan.countDistinct(any(scalarKinds)[0]), 'int'],
    () => {
      const [value, kind] = any(['exact', 'int'])
      return [plan.sum(value), kind]
    },
    () => [plan.avg(any(['exact', 'int', 'time'])[0]), 'inexact'],
    () => [plan.quantile(any(['exact', 'int', 'time'])[0], choices.of(levels)), 'inexact'],
    () => {
      const [value, kind] = any(['int', 'exact', 'wild', 'time', 'text'])
      return [choices.of([plan.min, plan.max])(value), kind]
    },
  ]
  if (keys.length > 0) options.push(() => [plan.countDistinct(plan.column(choices.of(keys))), 'int'])
  if (frame.columns['timestamp'] === 'time')
    options.push(() => [plan.sum(plan.math('-', plan.column('timestamp'), plan.literal(5, 'time'))), 'time'])
  if (order !== null && order.length > 0)
    options.push(() => {
      const [value, kind] = any(scalarKinds)
      const before = choices.chance(50) ? [any(scalarKinds)[0]] : []
      return [choices.of([plan.last, plan.first])(value, ...before, ...order.map(plan.column)), kind]
    })
  return choices.of(options)()
}

/** A few different subsets of the names, often the empty one. */
function distinctSets(choices: Choices, names: readonly string[]): readonly (readonly string[])[] {
  const sets = Array.from({ length: choices.below(3) + 1 }, () => someOf(choices, names, names.length))
  const identities = sets.map((set) => JSON.stringify([...set].sort()))
  return sets.filter((_, index) => identities.indexOf(identities[index]!) === index)
}
