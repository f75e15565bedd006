import * as plan from '../../../contract/index.js'
import type { CompareOp, Expr, MathOp, PropertyForm } from '../../../contract/index.js'
import { calendarEdges } from './calendars.js'
import type { Choices } from './choices.js'
import { columnsOfKind, scalarKinds, typeOfKind, type Frame, type ScalarKind } from './frames.js'
import { exactNames, moments, propertyNames, texts, weirdNumbers } from './vocabulary.js'

/** A random expression of this kind over the frame's columns. */
export function expression(choices: Choices, frame: Frame, kind: ScalarKind, depth = 2): Expr {
  const leaf = (): Expr => choices.of(leaves(choices, frame, kind))()
  if (depth === 0 || choices.chance(30)) return leaf()
  const inner = (wanted: ScalarKind): Expr => expression(choices, frame, wanted, depth - 1)
  return choices.of([leaf, ...composites(choices, kind, inner), ...choosing(choices, kind, inner)])()
}

const smallInts = [0, 1, 2, -1, 3, 7, 25] as const
const quarters = [0, 0.5, -0.25, 2, 10.75, 100] as const
const factors = [2, -1, 0.5, 3, 0] as const
const comparisons: readonly CompareOp[] = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte']
const patterns = ['o', '', '%', '_', 'é', '😀', "'", '\\', 'X'] as const
const regexes = [
  '^o',
  '',
  '^$',
  'n$',
  '[a-z]+',
  'a.b',
  '^.$',
  '(?i)OPEN',
  '\\d+',
  'x|é',
  '[^a-z]',
  '^[0-9]{2}$',
] as const

const literals: Readonly<Record<ScalarKind, readonly (string | number | boolean)[]>> = {
  text: [...texts, 'mac', 's1'],
  int: smallInts,
  exact: quarters,
  wild: weirdNumbers,
  time: moments,
  bool: [true, false],
}

const literalOf = (choices: Choices, kind: ScalarKind): Expr =>
  plan.literal(choices.chance(10) ? null : choices.of(literals[kind]), typeOfKind[kind])

const forms: Readonly<Partial<Record<ScalarKind, readonly PropertyForm[]>>> = {
  text: ['text', 'label', 'label'],
  exact: ['number'],
  wild: ['number'],
  bool: ['exists', 'boolean'],
}

function leaves(choices: Choices, frame: Frame, kind: ScalarKind): readonly (() => Expr)[] {
  const columns = columnsOfKind(frame, (one) => one === kind || (kind === 'wild' && one === 'exact'))
  const jsons = columnsOfKind(frame, (one) => one === 'json')
  const found: (() => Expr)[] = []
  if (columns.length > 0) found.push(...Array<() => Expr>(4).fill(() => plan.column(choices.of(columns))))
  const as = forms[kind]
  if (jsons.length > 0 && as !== undefined) {
    const names = kind === 'exact' ? exactNames : propertyNames
    const read = (): Expr => plan.property(choices.of<string>(names), choices.of(as), choices.of(jsons))
    found.push(read, read, read)
  }
  if (jsons.length > 0 && kind === 'time')
    found.push(() => plan.parseTime(plan.property('when', 'text', choices.of(jsons))))
  return [...found, () => literalOf(choices, kind)]
}

/** The expressions that only this kind has. */
function composites(
  choices: Choices,
  kind: ScalarKind,
  inner: (kind: ScalarKind) => Expr,
): readonly (() => Expr)[] {
  const sign = (): MathOp => choices.of(['+', '-'])
  switch (kind) {
    case 'text':
      return [
        () => plan.tuple(inner('text'), inner('text'), ...(choices.chance(30) ? [inner('text')] : [])),
        () => {
          const bounds = quarters.slice(0, choices.below(quarters.length)).toSorted((a, b) => a - b)
          return plan.bin(inner(choices.of(['int', 'exact', 'wild'])), bounds, labelsFor(bounds))
        },
        () => {
          const bounds = edges(choices)
          return plan.bin(inner('time'), bounds, labelsFor(bounds))
        },
      ]
    case 'int':
      return [
        () => plan.bucket(inner('time'), edges(choices)),
        () => plan.lookup(inner('int'), [5, 0, -3, 8].slice(choices.below(4))),
        () => plan.math(sign(), inner('int'), inner('int')),
        () => plan.math('*', inner('int'), plan.number(choices.of([2, -1, 3, 0]))),
      ]
    case 'exact':
      return [
        () => plan.math(sign(), inner('exact'), inner(choices.of(['exact', 'int']))),
        () => plan.math('*', inner('exact'), plan.literal(choices.of(factors), 'float')),
        () => plan.coalesce(inner('exact'), inner('int')),
      ]
    case 'wild':
      return [() => plan.math('/', inner(choices.of(['int', 'exact'])), inner(choices.of(['int', 'exact'])))]
    case 'time':
      return [
        () => plan.parseTime(inner('text')),
        // One side is a recent moment: differences between distant times would exceed the exact range of a
        // number.
        () => plan.math('-', inner('time'), literalOf(choices, 'time')),
        () => plan.math('-', literalOf(choices, 'time'), inner('time')),
      ]
    case 'bool':
      return conditions(choices, inner)
  }
}

function conditions(choices: Choices, inner: (kind: ScalarKind) => Expr): readonly (() => Expr)[] {
  const compare = (): Expr => {
    const kind = choices.of(scalarKinds)
    const other = kind === 'exact' ? choices.of(['exact', 'int', 'wild'] as const) : kind
    return plan.compare(choices.of(comparisons), inner(kind), inner(other))
  }
  const terms = (): readonly Expr[] => Array.from({ length: choices.below(4) }, () => inner('bool'))
  return [
    compare,
    compare,
    () => {
      const kind = choices.of(scalarKinds)
      const options = Array.from({ length: choices.below(4) }, () => choices.of(literals[kind]))
      return plan.isIn(inner(kind), options)
    },
    () =>
      plan.match(choices.of(['contains', 'starts-with', 'ends-with']), inner('text'), choices.of(patterns)),
    () => plan.match('regex', inner('text'), choices.of(regexes)),
    () => plan.and(...terms()),
    () => plan.or(...terms()),
    () => plan.not(inner('bool')),
    () => plan.missing(inner(choices.of(scalarKinds))),
  ]
}

/** The expressions that every kind has. */
const choosing = (
  choices: Choices,
  kind: ScalarKind,
  inner: (kind: ScalarKind) => Expr,
): readonly (() => Expr)[] => [
  () => plan.coalesce(...Array.from({ length: choices.below(3) + 1 }, () => inner(kind))),
  () =>
    plan.choose(
      Array.from({ length: choices.below(2) + 1 }, () => ({ when: inner('bool'), then: inner(kind) })),
      inner(kind),
    ),
]

const labelsFor = (bounds: readonly number[]): readonly string[] => [
  'below',
  ...bounds.map((bound) => `from ${bound}`),
]

/** A run of the moments: mostly several, sometimes none or one. Now and then the weeks or days of a calendar. */
export function edges(choices: Choices): readonly number[] {
  if (choices.chance(15)) {
    const from = choices.of(moments.slice(3))
    return calendarEdges(choices, { from, to: from + (1 + choices.below(20)) * 86_400_000 })
  }
  const from = choices.below(5)
  const length = choices.chance(10) ? choices.below(2) : 3 + choices.below(moments.length - 3)
  return moments.slice(from, from + length)
}
