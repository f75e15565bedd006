import {
  PlanError,
  type Columns,
  type LifecycleOptions,
  type OperatorNode,
  type PresenceOptions,
} from '../../core/contract/index.js'
import { comparable } from './check-expr.js'

/** The rules of the operators that this adapter answers as they are. Throws PlanError. */
export function checkOperator({ operator, options }: OperatorNode, input: Columns): void {
  if (input['timestamp'] !== 'time' || input['person'] !== 'key')
    throw new PlanError(`${operator}: the input needs timestamp and person`)
  if (operator === 'presence') checkPresence(options as PresenceOptions, input)
  else if (operator === 'lifecycle') checkLifecycle(options as LifecycleOptions)
  else throw new PlanError(`operator ${operator} must arrive lowered`)
}

function checkPresence({ windows, by }: PresenceOptions, input: Columns): void {
  if (windows.some(({ from, to }) => from > to))
    throw new PlanError('presence: a window ends before it starts')
  for (const name of by)
    if (!comparable.includes(input[name] ?? 'json')) throw new PlanError(`presence: no group ${name}`)
}

function checkLifecycle({ edges, before }: LifecycleOptions): void {
  const bounds = [before.from, before.to, ...edges.slice(1)]
  const ascends = bounds.every((bound, index) => index === 0 || (bounds[index - 1] ?? bound) < bound)
  const [start = before.to, next = Infinity] = edges
  if (!ascends || start < before.to || start >= next)
    throw new PlanError('lifecycle: the periods do not ascend')
}
