import {
  column,
  largestOverlap,
  lowerSequence,
  noRowServesTwo,
  timeOf,
  type Expr,
  type OperatorNode,
  type Relation,
  type SequenceOptions,
  type Takings,
} from '../../../contract/index.js'
import { deviceKey, type NativeOperator, type Scope } from '../../sql/dialect.js'
import { compileCondition, compileExpr } from '../../sql/expr.js'
import { group } from '../../sql/group.js'
import { areOfDevices, inputOf } from '../../sql/identity/nodes.js'
import { collectAll } from '../../sql/required-columns.js'
import {
  columnOf,
  intColumn,
  keyColumn,
  nest,
  render,
  staged,
  type Column,
  type Select,
} from '../../sql/select.js'
import { elementsWith, type Elements } from './sequence-elements.js'
import { positionBits, positionedLabels, type PositionedLabels } from './sequence-labels.js'
import { arrayTakings } from './step-assignment.js'

/**
 * Compiles a sequence by one sorted array per person. Its elements are numbers: a row's time, and below it its step (Elements). It
 * covers the common funnel, whose steps no row can share: rows of one instant then only have to be in step order, and each row
 * serves one step. Example, steps a, b:
 *
 *   before: sequence(events, steps: a, b, window: 10)
 *   after:  SELECT person, arraySort(groupArray((time + 1) << 4 | step)) AS events FROM events GROUP BY person
 *           then array functions over `events` (see deepest and byStart)
 *
 * A 0 before (or after) the elements stands for "no row": the engine's fills keep the first (or last) element
 * of an array as it is.
 *
 * With the rows of its first step as a second input (labels-to-positions), a label is a position in the list of all labels, in
 * the lowest bits of its row's element: 0.64 of the cost of an array with the labels' strings, at 3 million events.
 */
export const compileSequence: NativeOperator = (node, _needed, scope) => {
  const options = node.options as SequenceOptions
  const [input = inputOf(node), first] = node.inputs
  const { edges, label } = options
  if (edges !== null) return byStart(input, options, edges, scope)
  const labels = first === undefined || label === null ? null : positionedLabels(first, label, scope)
  return deepest(input, options, labels, scope)
}

/** Whether it is a common funnel, either over all persons or as last-step conversions by bucket. */
export function sequenceFits({ options }: OperatorNode): boolean {
  const { order, exclusions, steps, edges, lastOnly, times, label } = options as SequenceOptions
  const few = steps.length > 1 && steps.length < 16
  const common = few && order === 'loose' && exclusions.length === 0 && noRowServesTwo(steps)
  const converts = edges !== null && lastOnly && !times && label === null
  return common && (edges === null || converts)
}

/** Returns the lowering of a sequence that this adapter does not compile itself. */
export const lowerOtherSequence = (node: OperatorNode): Relation =>
  lowerSequence(node, takingsFor((node.options as SequenceOptions).steps))

/**
 * The default lowering enumerates sets of conditions that one row may meet, which grow by powers of two;
 * larger overlaps use arrays.
 */
const takingsFor = (steps: readonly Expr[]): Takings | undefined =>
  largestOverlap(steps) > 3 ? arrayTakings : undefined

/** The forms of a row's element and of its label. */
interface Packing {
  readonly elements: Elements
  readonly labels: PositionedLabels | null
}

/**
 * Returns one row per person with the sorted array `events`, with its 0 `before` or `after` the elements, and unless labels have
 * positions `labels`, the (element, label) pairs of the first step's rows. All rows are of steps (select-step-rows).
 */
function arrays(
  input: Relation,
  { steps, label }: SequenceOptions,
  none: None,
  { elements, labels }: Packing,
  scope: Scope,
): Select {
  const late = areOfDevices(input)
  const key = late ? deviceKey : 'person'
  const exprs = [...steps, column('timestamp'), ...(label === null ? [] : [label])]
  const rows = scope.compile(input, new Set([...collectAll(exprs), key]))
  const holds = steps.map((step) => compileCondition(step, rows, scope).join(' AND ') || 'true')
  const time = columnOf(rows, 'timestamp').sql
  const element = elements.of(time, holds, labels?.positionIn(rows) ?? null)
  const packed: [string, Column] = ['events', keyColumn(`groupArray(${element})`)]
  const text = label === null || labels !== null ? null : compileExpr(label, rows, scope)
  const labelled: [string, Column][] =
    text === null
      ? []
      : [
          [
            'labels',
            keyColumn(
              `groupArrayIf((${elements.of(time, ['true'], null)}, CAST(assumeNotNull(${text.sql}) AS String)), (${holds[0] ?? 'true'}) AND isNotNull(${text.sql}))`,
            ),
          ],
        ]
  const own = group(rows, [[key, columnOf(rows, key)]], [packed, ...labelled], null, scope)
  const resolved = late ? scope.dialect.resolvePersons(own, scope, 'person') : own
  const merged = (name: string): string =>
    late ? `groupArrayArray(${columnOf(resolved, name).sql})` : columnOf(resolved, name).sql
  const push = none === 'before' ? 'arrayPushFront' : 'arrayPushBack'
  const columns: [string, Column][] = [
    ['events', keyColumn(`${push}(arraySort(${merged('events')}), toUInt64(0))`)],
    ...labelled.map(([name]): [string, Column] => [name, keyColumn(merged(name))]),
  ]
  const person: [string, Column] = ['person', columnOf(resolved, 'person')]
  if (late) return group(resolved, [person], columns, null, scope)
  return staged(resolved, [person, ...columns], scope)
}

/** Where the 0 is placed that stands for "no row". */
type None = 'before' | 'after'

/** Whether rows can be grouped by device before persons are resolved. */
export function sequenceGroupsByDevice({ options }: OperatorNode): boolean {
  const { steps, label } = options as SequenceOptions
  return !asksPerson([...steps, ...(label === null ? [] : [label])])
}

const asksPerson = (exprs: readonly Expr[]): boolean =>
  [...collectAll(exprs)].some((name) => name === 'person' || name === 'user_id')

/**
 * Computes the deepest run per person. `start_k` holds, at each element, the first element of the latest run
 * that has depth k there: 0 up to the first such element, then non-decreasing. The greatest depth is first
 * reached right after the leading zeros of the deepest `start_k` that is not all zeros; that element is the
 * run's end. The earliest such run begins at the first step-1 row within the window before the end, and takes
 * step k at the first element where `start_k` is no earlier than its beginning. Each `start_k` is one fill of
 * the one before. Stages and columns are few, because the engine plans deep nests slowly, and no fold is used,
 * which runs slowly. Example, steps a, b, window 10:
 *
 *   events   0  a@1  a@5  b@9
 *   start_1  0  a@1  a@5  a@5
 *   start_2  0  0    0    a@5    → depth 2, end b@9, begin a@1 (9 - 1 <= 10), step 2 at 9
 */
function deepest(
  input: Relation,
  options: SequenceOptions,
  labels: PositionedLabels | null,
  scope: Scope,
): Select {
  const { steps, window, times, label, lastOnly } = options
  const elements = elementsWith(labels === null ? 0 : positionBits, scope.parameters)
  const { isStep, timeIn } = elements
  const limit = elements.mostWithin(window)
  let rows = arrays(input, options, 'before', { elements, labels }, scope)
  const of = (name: string): string => columnOf(rows, name).sql
  const next = (name: string, sql: string, dropped: readonly string[] = []): void => {
    const kept = [...rows.columns].filter(([one]) => !dropped.includes(one))
    rows = staged(rows, [...kept, [name, keyColumn(sql)]], scope)
  }
  const needsRun = times || label !== null
  steps.forEach((_, at) => {
    const took = isStep('e', at + 1)
    const before = `start_${at}`
    if (at === 0) next('start_1', `arrayFill(e -> ${took}, ${of('events')})`)
    else
      next(
        `start_${at + 1}`,
        `arrayFill((s, e) -> ${took} AND s != 0 AND e - s <= ${limit}, ${of(before)}, ${of('events')})`,
      )
    // Persons who never took the first step are dropped here.
    if (at === 0) rows = { ...rows, where: [`arrayElement(${of('start_1')}, -1) != 0`], text: null }
  })
  const startOf = (step: number): string => of(`start_${step}`)
  const takes = (step: number): string => `toInt64(arrayElement(${startOf(step)}, -1) != 0)`
  const depth = lastOnly
    ? `if(${takes(steps.length)} = 1, ${steps.length}, toInt64(1))`
    : steps.map((_, at) => (at === 0 ? 'toInt64(1)' : takes(at + 1))).join(' + ')
  const depthColumn: [string, Column] = ['depth', intColumn(depth)]
  if (!needsRun) return staged(rows, [['person', columnOf(rows, 'person')], depthColumn], scope)

  rows = staged(rows, [...rows.columns, depthColumn], scope)
  const zeros = `[${steps.map((_, at) => `countEqual(${startOf(at + 1)}, 0)`).join(', ')}]`
  const unread = steps.flatMap((_, at) => (at === 0 || times ? [] : [`start_${at + 1}`]))
  next('end', `arrayElement(${of('events')}, arrayElement(${zeros}, ${of('depth')}) + 1)`, unread)
  // The first of `start_1` within the window before the end; at least 1 leaves its leading zeros out.
  const earliest = `if(${of('end')} > ${limit}, ${of('end')} - ${limit}, 1)`
  next('earliest', `toUInt64(${earliest})`, ['end'])
  const unneeded = ['start_1', 'earliest', ...(times ? [] : ['events'])]
  next('begin', `arrayFirst(s -> s >= ${of('earliest')}, ${of('start_1')})`, unneeded)
  const begin = of('begin')
  const timeAt = (step: number): string => {
    if (step === 1) return timeIn(begin)
    const taken = `arrayFirst((e, s) -> s >= ${begin}, ${of('events')}, ${startOf(step)})`
    return `if(${of('depth')} >= ${step}, ${timeIn(taken)}, NULL)`
  }
  const shown: (readonly [string, Column])[] = [
    ['person', columnOf(rows, 'person')],
    ['depth', columnOf(rows, 'depth')],
  ]
  if (times)
    steps.forEach((_, at) =>
      shown.push([timeOf(at + 1), { sql: timeAt(at + 1), type: 'time', nullable: at > 0 }]),
    )
  if (labels !== null) shown.push(['label', labels.labelOf(begin)])
  else if (label !== null) {
    const least = `arrayReduce('minOrNull', arrayMap(l -> l.2, arrayFilter(l -> l.1 = ${begin}, ${of('labels')})))`
    shown.push(['label', { sql: least, type: 'text', nullable: true }])
  }
  if (labels === null) return staged(rows, shown, scope)
  const columns = new Map(shown)
  const text = render({ ...rows, columns, text: null }, [...columns.keys()], scope)
  return nest(`WITH ${labels.list} AS ${labels.alias} ${text}`, columns, scope)
}

/**
 * Computes conversions by the bucket of step 1. `end_k` holds, at each element, the last element of a run that
 * takes step k there or later, or 0. Example, steps a, b, window 10, buckets of 15:
 *
 *   events  a@1  b@4  a@20  0
 *   end_2   b@4  b@4  0     0    → bucket 0: 4 - 1 <= 10, depth 2; bucket 1: no end, depth 1
 */
function byStart(input: Relation, options: SequenceOptions, edges: readonly number[], scope: Scope): Select {
  const { steps, window } = options
  const elements = elementsWith(0, scope.parameters)
  const { isStep, timeIn } = elements
  const limit = elements.mostWithin(window)
  let rows = arrays(input, options, 'after', { elements, labels: null }, scope)
  const of = (name: string): string => columnOf(rows, name).sql
  const last = steps.length
  for (let step = last; step > 1; step--) {
    const took = isStep('e', step)
    const reached =
      step === last
        ? `arrayReverseFill(e -> ${took}, ${of('events')})`
        : `arrayReverseFill((s, e) -> ${took}, ${of(`end_${step + 1}`)}, ${of('events')})`
    const kept = [...rows.columns].filter(([name]) => name !== `end_${step + 1}`)
    rows = staged(rows, [...kept, [`end_${step}`, keyColumn(reached)]], scope)
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
  const time: Column = { sql: `(${timeIn('e')})`, type: 'time', nullable: false }
  const place = scope.dialect.bucket(time, edges, false, scope.parameters).sql
  const converts = `toInt64(s != 0 AND s - e <= ${limit})`
  const marks = `arrayMap((e, s) -> ifNull(${place}, -1) * 2 + ${converts}, ${of('starts')}, ${of('ends')})`
  rows = staged(
    rows,
    [
      ['person', columnOf(rows, 'person')],
      ['marks', keyColumn(`arraySort(arrayDistinct(arrayFilter(m -> m >= 0, ${marks})))`)],
    ],
    scope,
  )
  // A bucket may have an even mark (entered) and the odd one after it (converted); the odd one counts.
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
