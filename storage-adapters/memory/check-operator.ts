import {
  PlanError,
  type BreakdownOptions,
  type Columns,
  type ColumnType,
  type LifecycleOptions,
  type OperatorNode,
  type PresenceOptions,
} from '../../contract/index.js'
import { comparable } from './check-expr.js'
import { checkMeasure } from './check-measure.js'

/** Checks a semantic operator that this adapter evaluates without lowering. Throws PlanError. */
export function checkOperator({ operator, options }: OperatorNode, input: Columns): void {
  const expect = (name: string, ...types: readonly ColumnType[]): void => {
    const type = input[name]
    if (type === undefined || !types.includes(type))
      throw new PlanError(`${operator}: input requires a column ${name} (${types.join(' or ')})`)
  }
  expect('timestamp', 'time')
  if (operator === 'breakdown') {
    expect('label', 'text')
    checkBreakdown(options as BreakdownOptions, input)
    return
  }
  expect('person', 'key', 'text')
  if (operator === 'presence') checkPresence(options as PresenceOptions, input)
  else if (operator === 'lifecycle') checkLifecycle(options as LifecycleOptions)
  else throw mustBeLowered(operator)
}

/** A PlanError: this adapter has no form of its own for the operator. */
export const mustBeLowered = (operator: string): PlanError =>
  new PlanError(`operator ${operator} must be lowered first`)

function checkBreakdown({ edges, measure }: BreakdownOptions, input: Columns): void {
  if (edges.some((edge, index) => edge < (edges[index - 1] ?? edge)))
    throw new PlanError('breakdown: edges must ascend')
  const taken = ['shown', 'kept', 'dimension'].find((name) => name in input)
  if (taken !== undefined) throw new PlanError(`breakdown: input must not have a column ${taken}`)
  checkMeasure(measure, input)
}

function checkPresence({ windows, by }: PresenceOptions, input: Columns): void {
  if (windows.some(({ from, to }) => from > to))
    throw new PlanError('presence: a window must not end before it starts')
  for (const name of by)
    if (!comparable.includes(input[name] ?? 'json')) throw new PlanError(`presence: unknown group ${name}`)
}

function checkLifecycle({ edges, before }: LifecycleOptions): void {
  const bounds = [before.from, before.to, ...edges.slice(1)]
  const ascends = bounds.every((bound, index) => index === 0 || (bounds[index - 1] ?? bound) < bound)
  const [start = before.to, next = Infinity] = edges
  if (!ascends || start < before.to || start >= next) throw new PlanError('lifecycle: periods must ascend')
}
