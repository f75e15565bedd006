import { callType, type CallExpr, type CallName } from '../../contract/index.js'
import type { Scope } from './dialect.js'
import type { Column } from './select.js'

/** Functions that have a value wherever their arguments have one. */
const certain: ReadonlySet<CallName> = new Set([
  ...(['number-text', 'lower', 'upper', 'trim', 'concat', 'substring', 'replace'] as const),
  ...(['floor', 'ceil', 'abs'] as const),
])

/** Compiles a function of calculated properties. */
export function compileCall({ fn, options }: CallExpr, args: readonly Column[], scope: Scope): Column {
  const values = args.map((arg) => arg.sql)
  return {
    sql: scope.dialect.call(fn, values, options, scope.parameters),
    type: callType(fn),
    nullable: !certain.has(fn) || args.some(({ nullable }) => nullable),
  }
}

/**
 * The arithmetic of engines that follow IEEE 754 without errors, where `bounded` makes large results null, and
 * a divisor of 0 is null. `bounded` is the engine's text for the limit, by default that of every engine.
 */
export function arithmeticCall(
  fn: CallName,
  [left = '', right = '']: readonly string[],
  bounded: (value: string) => string = boundedNumber,
): string | null {
  switch (fn) {
    case 'bounded':
      return bounded(left)
    case 'plus':
      return bounded(`(${left} + ${right})`)
    case 'minus':
      return bounded(`(${left} - ${right})`)
    case 'times':
      return bounded(`(${left} * ${right})`)
    case 'over':
      return bounded(`(${left} / nullif(${right}, 0))`)
    case 'floor':
    case 'ceil':
    case 'abs':
      return `${fn}(${left})`
    default:
      return null
  }
}

/** Null for numbers of 1e300 and more in size: engines treat larger results differently, some fail. */
export const boundedNumber = (value: string): string =>
  `nullif(nullif(greatest(least(${value}, 1e300), -1e300), 1e300), -1e300)`

/** The characters that `trim` removes. */
export const trimmed = ' \t\n\r\f\v'

/** The options of `clock-part`. */
export interface ClockPart {
  readonly shift: number
  readonly cycle: number
  readonly unit: number
  readonly first: number
}

export const clockPart = (options: readonly unknown[]): ClockPart => {
  const [shift, cycle, unit, first] = options.map(Number)
  return { shift: shift ?? 0, cycle: cycle ?? 1, unit: unit ?? 1, first: first ?? 0 }
}
