import {
  column,
  largestOverlap,
  lowerSequence,
  noRowServesTwo,
  or,
  timeOf,
  where,
  type Expr,
  type Relation,
  type SequenceOptions,
  type Takings,
} from '../../core/contract/index.js'
import { deviceKey, type NativeOperator, type Scope } from '../sql/dialect.js'
import { compileCondition, compileExpr } from '../sql/expr.js'
import { group } from '../sql/group.js'
import { overDevices } from '../sql/over-devices.js'
import { collectAll } from '../sql/needed.js'
import { arrayTakings } from './takings.js'
import { columnOf, nest, render, type Column, type Open } from '../sql/query.js'

/**
 * Sequence by one sorted array a person: an element is a row's time and, in its lowest four bits, its step. It stands
 * for the common funnel, whose steps no row can share (then rows of one instant only have to be in the order of their steps, and a
 * row serves one step by itself). The rest is answered by the reference lowering.
 */
export const compileSequence: NativeOperator = (node, needed, scope) => {
  const options = node.options as SequenceOptions
  const [input] = node.inputs
  const { order, exclusions, steps, edges, lastOnly, times, label } = options
  const few = steps.length > 1 && steps.length < 16
  const common = few && order === 'loose' && exclusions.length === 0 && noRowServesTwo(steps)
  const converts = edges !== null && lastOnly && !times && label === null
  if (input === undefined || !common || (edges !== null && !converts))
    return scope.compile(lowerSequence(node, takingsFor(steps)), needed)
  return edges === null ? deepest(input, options, scope) : byStart(input, options, edges, scope)
}

/** Sets of conditions that one row could satisfy together grow by powers of two. */
const takingsFor = (steps: readonly Expr[]): Takings | undefined =>
  largestOverlap(steps) > 3 ? arrayTakings : undefined

const plain = (sql: string): Column => ({ sql, type: 'key', nullable: false })

/** Each person's sorted array as `events`, and as `labels` the (time, label) of the first step's rows. */
function arrays(input: Relation, { steps, label }: SequenceOptions, scope: Scope): Open {
  const late = overDevices(input) && !asksPerson([...steps, ...(label === null ? [] : [label])])
  const key = late ? deviceKey : 'person'
  const used = where(input, or(...steps))
  const exprs = [...steps, column('timestamp'), ...(label === null ? [] : [label])]
  const rows = scope.compile(used, new Set([...collectAll(exprs), key]))
  const holds = steps.map((step) => compileCondition(step, rows, scope).join(' AND ') || 'true')
  // One more than the time, so that 0 is no time.
  const time = `(toUInt64(${columnOf(rows, 'timestamp').sql}) + 1)`
  const which = `multiIf(${holds
    .slice(0, -1)
    .map((one, at) => `${one}, ${at + 1}, `)
    .join('')}${steps.length})`
  const packed: [string, Column] = ['events', plain(`groupArray(bitOr(bitShiftLeft(${time}, 4), ${which}))`)]
  const text = label === null ? null : compileExpr(label, rows, scope)
  const labelled: [string, Column][] =
    text === null
      ? []
      : [
          [
            'labels',
            plain(
              `groupArrayIf((${time}, CAST(assumeNotNull(${text.sql}) AS String)), (${holds[0] ?? 'true'}) AND isNotNull(${text.sql}))`,
            ),
          ],
        ]
  const own = group(rows, [[key, columnOf(rows, key)]], [packed, ...labelled], null, scope)
  const resolved = late ? scope.dialect.resolvePersons(own, scope) : own
  const merged = (name: string): string =>
    late ? `groupArrayArray(${columnOf(resolved, name).sql})` : columnOf(resolved, name).sql
  const columns: [string, Column][] = [
    ['events', plain(`arraySort(${merged('events')})`)],
    ...labelled.map(([name]): [string, Column] => [name, plain(merged(name))]),
  ]
  const person: [string, Column] = ['person', columnOf(resolved, 'person')]
  if (late) return group(resolved, [person], columns, null, scope)
  return stage(resolved, [person, ...columns], scope)
}

const asksPerson = (exprs: readonly Expr[]): boolean =>
  [...collectAll(exprs)].some((name) => name === 'person' || name === 'user_id')

/** A SELECT of these columns over the query, as the source of the next. */
function stage(from: Open, columns: readonly (readonly [string, Column])[], scope: Scope): Open {
  const all = new Map(columns)
  return nest(render({ ...from, columns: all, text: null }, [...all.keys()], scope), all, scope)
}

const timeIn = (element: string): string => `bitShiftRight(${element}, 4)`
const isStep = (element: string, step: number): string => `bitAnd(${element}, 15) = ${step}`

/**
 * `start_k`: at each element, when the latest run began that has depth k there. The first element at which the greatest
 * depth is reached ends the earliest run: it starts with the first possible row of the window before, and takes every
 * next step as soon as it can. Few columns and one fold over the steps: the engine plans long for deep nests.
 */
function deepest(input: Relation, options: SequenceOptions, scope: Scope): Open {
  const { steps, window, times, label, lastOnly } = options
  const limit = scope.parameters.bind(window, 'int')
  let rows = arrays(input, options, scope)
  const of = (name: string): string => columnOf(rows, name).sql
  const next = (...more: readonly (readonly [string, Column])[]): Open =>
    stage(rows, [...rows.columns, ...more], scope)
  steps.forEach((_, at) => {
    const reached =
      at === 0
        ? `arrayMap(e -> if(${isStep('e', 1)}, ${timeIn('e')}, 0), ${of('events')})`
        : `arrayMap((e, s) -> if(${isStep('e', at + 1)} AND s != 0 AND toInt64(${timeIn('e')} - s) <= ${limit}, s, 0), ${of('events')}, ${of(`start_${at}`)})`
    rows = next([`start_${at + 1}`, plain(`arrayFill(s -> s != 0, ${reached})`)])
  })
  const names = steps.map((_, at) => `s${at + 1}`)
  const depthAt = lastOnly
    ? `if(${names.at(-1) ?? ''} != 0, ${steps.length}, toUInt8(s1 != 0))`
    : names.map((name) => `toUInt8(${name} != 0)`).join(' + ')
  const depths = `arrayMap((${names.join(', ')}) -> ${depthAt}, ${names.map((_, at) => of(`start_${at + 1}`)).join(', ')})`
  const kept = [...rows.columns].filter(([name]) => !name.startsWith('start_'))
  rows = stage(rows, [...kept, ['depths', plain(depths)]], scope)
  rows = next(['depth', { sql: `toInt64(arrayElement(${of('depths')}, -1))`, type: 'int', nullable: false }])
  rows = { ...rows, where: [`${of('depth')} > 0`], text: null }
  if (!times && label === null) return rows

  const end = timeIn(`arrayElement(${of('events')}, indexOf(${of('depths')}, ${of('depth')}))`)
  rows = next(['end', plain(end)])
  const first = `arrayFirst(e -> ${isStep('e', 1)} AND toInt64(${of('end')} - ${timeIn('e')}) <= ${limit}, ${of('events')})`
  const later = `arrayFirst(e -> bitAnd(e, 15) = k AND ${timeIn('e')} >= arrayElement(reached, -1), ${of('events')})`
  const all = `arrayFold((reached, k) -> arrayPushBack(reached, ${timeIn(later)}), range(2, ${steps.length + 1}), [${timeIn(first)}])`
  rows = next(['reached', plain(times ? all : `[${timeIn(first)}]`)])
  const start = `arrayElement(${of('reached')}, 1)`
  const timeAt = (step: number): string =>
    `if(${of('depth')} >= ${step}, toInt64(arrayElement(${of('reached')}, ${step})) - 1, NULL)`
  const shown: (readonly [string, Column])[] = [
    ['person', columnOf(rows, 'person')],
    ['depth', columnOf(rows, 'depth')],
  ]
  if (times)
    steps.forEach((_, at) =>
      shown.push([timeOf(at + 1), { sql: timeAt(at + 1), type: 'time', nullable: true }]),
    )
  if (label !== null) {
    const least = `arrayReduce('minOrNull', arrayMap(l -> l.2, arrayFilter(l -> l.1 = ${start}, ${of('labels')})))`
    shown.push(['label', { sql: least, type: 'text', nullable: true }])
  }
  return stage(rows, shown, scope)
}

/** `end_k`: at each element, when the last step would be reached by a run that takes step k there or later. */
function byStart(input: Relation, options: SequenceOptions, edges: readonly number[], scope: Scope): Open {
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
    rows = stage(
      rows,
      [...rows.columns, [`end_${step}`, plain(`arrayReverseFill(s -> s != 0, ${reached})`)]],
      scope,
    )
  }
  const own = (array: string): string => `arrayFilter((x, e) -> ${isStep('e', 1)}, ${array}, ${of('events')})`
  rows = stage(
    rows,
    [
      ['person', columnOf(rows, 'person')],
      ['starts', plain(own(of('events')))],
      ['ends', plain(own(of('end_2')))],
    ],
    scope,
  )
  const time: Column = { sql: `(toInt64(${timeIn('e')}) - 1)`, type: 'time', nullable: false }
  const place = scope.dialect.bucket(time, edges, false, scope.parameters).sql
  const converts = `toInt64(s != 0 AND toInt64(s - ${timeIn('e')}) <= ${limit})`
  const marks = `arrayMap((e, s) -> ifNull(${place}, -1) * 2 + ${converts}, ${of('starts')}, ${of('ends')})`
  rows = stage(
    rows,
    [
      ['person', columnOf(rows, 'person')],
      ['marks', plain(`arraySort(arrayDistinct(arrayFilter(m -> m >= 0, ${marks})))`)],
    ],
    scope,
  )
  // Of an interval's two marks the odd one, which stands behind the other, counts.
  const counted = `arrayFilter((m, next) -> m % 2 = 1 OR next != m + 1, ${of('marks')}, arrayShiftLeft(${of('marks')}, 1, toInt64(-1)))`
  rows = stage(
    rows,
    [
      ['person', columnOf(rows, 'person')],
      ['mark', plain(`arrayJoin(${counted})`)],
    ],
    scope,
  )
  return stage(
    rows,
    [
      ['person', columnOf(rows, 'person')],
      ['bucket', { sql: `intDiv(${of('mark')}, 2)`, type: 'int', nullable: false }],
      [
        'depth',
        { sql: `if(${of('mark')} % 2 = 1, toInt64(${last}), toInt64(1))`, type: 'int', nullable: false },
      ],
    ],
    scope,
  )
}
