import {
  column,
  largestOverlap,
  lowerSequence,
  noRowServesTwo,
  or,
  timeOf,
  type Expr,
  type OperatorNode,
  type Relation,
  type SequenceOptions,
  type Takings,
} from '../../../core/contract/index.js'
import { deviceKey, type NativeOperator, type Scope } from '../../sql/dialect.js'
import { compileCondition, compileExpr } from '../../sql/expr.js'
import { group } from '../../sql/group.js'
import { areOfDevices, inputOf } from '../../sql/identity/nodes.js'
import { collectAll } from '../../sql/required-columns.js'
import { whereLinked } from '../../sql/rules/identity-semi-join.js'
import { arrayTakings } from './step-assignment.js'
import { columnOf, intColumn, keyColumn, staged, type Column, type Select } from '../../sql/select.js'

/**
 * Sequence by one sorted array a person: an element is a row's time and, in its lowest four bits, its step. It stands
 * for the common funnel, whose steps no row can share (then rows of one instant only have to be in the order of their steps, and a
 * row serves one step by itself).
 */
export const compileSequence: NativeOperator = (node, _needed, scope) => {
  const options = node.options as SequenceOptions
  const input = inputOf(node)
  const { edges } = options
  return edges === null ? deepest(input, options, scope) : byStart(input, options, edges, scope)
}

/** Whether it is a common funnel, of all persons or of the last step's conversions by bucket. */
export function sequenceFits({ options }: OperatorNode): boolean {
  const { order, exclusions, steps, edges, lastOnly, times, label } = options as SequenceOptions
  const few = steps.length > 1 && steps.length < 16
  const common = few && order === 'loose' && exclusions.length === 0 && noRowServesTwo(steps)
  const converts = edges !== null && lastOnly && !times && label === null
  return common && (edges === null || converts)
}

export const lowerOtherSequence = (node: OperatorNode): Relation =>
  lowerSequence(node, takingsFor((node.options as SequenceOptions).steps))

/** Sets of conditions that one row could satisfy together grow by powers of two. */
const takingsFor = (steps: readonly Expr[]): Takings | undefined =>
  largestOverlap(steps) > 3 ? arrayTakings : undefined

/** Each person's sorted array as `events`, and as `labels` the (time, label) of the first step's rows. */
function arrays(input: Relation, { steps, label }: SequenceOptions, scope: Scope): Select {
  const late = areOfDevices(input)
  const key = late ? deviceKey : 'person'
  const used = whereLinked(input, or(...steps))
  const exprs = [...steps, column('timestamp'), ...(label === null ? [] : [label])]
  const rows = scope.compile(used, new Set([...collectAll(exprs), key]))
  const holds = steps.map((step) => compileCondition(step, rows, scope).join(' AND ') || 'true')
  // One more than the time, so that 0 is no time.
  const time = `(toUInt64(${columnOf(rows, 'timestamp').sql}) + 1)`
  const which = `multiIf(${holds
    .slice(0, -1)
    .map((one, at) => `${one}, ${at + 1}, `)
    .join('')}${steps.length})`
  const packed: [string, Column] = [
    'events',
    keyColumn(`groupArray(bitOr(bitShiftLeft(${time}, 4), ${which}))`),
  ]
  const text = label === null ? null : compileExpr(label, rows, scope)
  const labelled: [string, Column][] =
    text === null
      ? []
      : [
          [
            'labels',
            keyColumn(
              `groupArrayIf((${time}, CAST(assumeNotNull(${text.sql}) AS String)), (${holds[0] ?? 'true'}) AND isNotNull(${text.sql}))`,
            ),
          ],
        ]
  const own = group(rows, [[key, columnOf(rows, key)]], [packed, ...labelled], null, scope)
  const resolved = late ? scope.dialect.resolvePersons(own, scope) : own
  const merged = (name: string): string =>
    late ? `groupArrayArray(${columnOf(resolved, name).sql})` : columnOf(resolved, name).sql
  const columns: [string, Column][] = [
    ['events', keyColumn(`arraySort(${merged('events')})`)],
    ...labelled.map(([name]): [string, Column] => [name, keyColumn(merged(name))]),
  ]
  const person: [string, Column] = ['person', columnOf(resolved, 'person')]
  if (late) return group(resolved, [person], columns, null, scope)
  return staged(resolved, [person, ...columns], scope)
}

/** Whether rows can be grouped by device first. */
export function sequenceGroupsByDevice({ options }: OperatorNode): boolean {
  const { steps, label } = options as SequenceOptions
  return !asksPerson([...steps, ...(label === null ? [] : [label])])
}

const asksPerson = (exprs: readonly Expr[]): boolean =>
  [...collectAll(exprs)].some((name) => name === 'person' || name === 'user_id')

const timeIn = (element: string): string => `bitShiftRight(${element}, 4)`
const isStep = (element: string, step: number): string => `bitAnd(${element}, 15) = ${step}`

/**
 * `start_k`: at each element, when the latest run began that has depth k there; 0 up to the first such element, then ever
 * later times. So the greatest depth is first reached where the zeros of the last array that does not only hold zeros end. That
 * ends the earliest run: it starts with the first possible row of the window before, and each of its steps is where
 * `start_k` first is no earlier than that. Few stages, as the engine plans long for deep nests, and no fold, as it is slow.
 */
function deepest(input: Relation, options: SequenceOptions, scope: Scope): Select {
  const { steps, window, times, label, lastOnly } = options
  const limit = scope.parameters.bind(window, 'int')
  let rows = arrays(input, options, scope)
  const of = (name: string): string => columnOf(rows, name).sql
  const next = (...more: readonly (readonly [string, Column])[]): Select =>
    staged(rows, [...rows.columns, ...more], scope)
  steps.forEach((_, at) => {
    const reached =
      at === 0
        ? `arrayMap(e -> if(${isStep('e', 1)}, ${timeIn('e')}, 0), ${of('events')})`
        : `arrayMap((e, s) -> if(${isStep('e', at + 1)} AND s != 0 AND toInt64(${timeIn('e')} - s) <= ${limit}, s, 0), ${of('events')}, ${of(`start_${at}`)})`
    rows = next([`start_${at + 1}`, keyColumn(`arrayFill(s -> s != 0, ${reached})`)])
    // Whoever never took the first step is out at once.
    if (at === 0) rows = { ...rows, where: [`arrayElement(${of('start_1')}, -1) != 0`], text: null }
  })
  const startOf = (step: number): string => of(`start_${step}`)
  const takes = (step: number): string => `toInt64(arrayElement(${startOf(step)}, -1) != 0)`
  const depth = lastOnly
    ? `if(${takes(steps.length)} = 1, ${steps.length}, toInt64(1))`
    : steps.map((_, at) => (at === 0 ? 'toInt64(1)' : takes(at + 1))).join(' + ')
  const depthColumn: [string, Column] = ['depth', intColumn(depth)]
  if (!times && label === null)
    return staged(rows, [['person', columnOf(rows, 'person')], depthColumn], scope)

  rows = next(depthColumn)
  const zeros = `[${steps.map((_, at) => `countEqual(${startOf(at + 1)}, 0)`).join(', ')}]`
  rows = next([
    'end',
    keyColumn(timeIn(`arrayElement(${of('events')}, arrayElement(${zeros}, ${of('depth')}) + 1)`)),
  ])
  const first = `arrayFirst(e -> ${isStep('e', 1)} AND toInt64(${of('end')} - ${timeIn('e')}) <= ${limit}, ${of('events')})`
  rows = next(['begin', keyColumn(timeIn(first))])
  const begin = of('begin')
  const timeAt = (step: number): string => {
    if (step === 1) return `toInt64(${begin}) - 1`
    const taken = timeIn(`arrayFirst((e, s) -> s >= ${begin}, ${of('events')}, ${startOf(step)})`)
    return `if(${of('depth')} >= ${step}, toInt64(${taken}) - 1, NULL)`
  }
  const shown: (readonly [string, Column])[] = [
    ['person', columnOf(rows, 'person')],
    ['depth', columnOf(rows, 'depth')],
  ]
  if (times)
    steps.forEach((_, at) =>
      shown.push([timeOf(at + 1), { sql: timeAt(at + 1), type: 'time', nullable: at > 0 }]),
    )
  if (label !== null) {
    const least = `arrayReduce('minOrNull', arrayMap(l -> l.2, arrayFilter(l -> l.1 = ${begin}, ${of('labels')})))`
    shown.push(['label', { sql: least, type: 'text', nullable: true }])
  }
  return staged(rows, shown, scope)
}

/** `end_k`: at each element, when the last step would be reached by a run that takes step k there or later. */
function byStart(input: Relation, options: SequenceOptions, edges: readonly number[], scope: Scope): Select {
  const { steps, window } = options
  const limit = scope.parameters.bind(window, 'int')
  let rows = arrays(input, options, scope)
  const of = (name: string): string => columnOf(rows, name).sql
  const last = steps.length
  for (let step = last; step > 1; step--) {
    const reached =
      step === last
        ? `arrayMap(e -> if(${isStep('e', step)}, ${timeIn('e')}, 0), ${of('events')})`
        : `arrayMap((e, s) -> if(${isStep('e', step)}, s, 0), ${of('events')}, ${of(`end_${step + 1}`)})`
    rows = staged(
      rows,
      [...rows.columns, [`end_${step}`, keyColumn(`arrayReverseFill(s -> s != 0, ${reached})`)]],
      scope,
    )
  }
  const own = (array: string): string => `arrayFilter((x, e) -> ${isStep('e', 1)}, ${array}, ${of('events')})`
  rows = staged(
    rows,
    [
      ['person', columnOf(rows, 'person')],
      ['starts', keyColumn(own(of('events')))],
      ['ends', keyColumn(own(of('end_2')))],
    ],
    scope,
  )
  const time: Column = { sql: `(toInt64(${timeIn('e')}) - 1)`, type: 'time', nullable: false }
  const place = scope.dialect.bucket(time, edges, false, scope.parameters).sql
  const converts = `toInt64(s != 0 AND toInt64(s - ${timeIn('e')}) <= ${limit})`
  const marks = `arrayMap((e, s) -> ifNull(${place}, -1) * 2 + ${converts}, ${of('starts')}, ${of('ends')})`
  rows = staged(
    rows,
    [
      ['person', columnOf(rows, 'person')],
      ['marks', keyColumn(`arraySort(arrayDistinct(arrayFilter(m -> m >= 0, ${marks})))`)],
    ],
    scope,
  )
  // An interval has two marks; the odd one, which stands behind the other, counts.
  const counted = `arrayFilter((m, next) -> m % 2 = 1 OR next != m + 1, ${of('marks')}, arrayShiftLeft(${of('marks')}, 1, toInt64(-1)))`
  rows = staged(
    rows,
    [
      ['person', columnOf(rows, 'person')],
      ['mark', keyColumn(`arrayJoin(${counted})`)],
    ],
    scope,
  )
  return staged(
    rows,
    [
      ['person', columnOf(rows, 'person')],
      ['bucket', intColumn(`intDiv(${of('mark')}, 2)`)],
      ['depth', intColumn(`if(${of('mark')} % 2 = 1, toInt64(${last}), toInt64(1))`)],
    ],
    scope,
  )
}
