import fc from 'fast-check'
import t from 'tap'
import { evaluate, type Pointwise } from './evaluate.js'
import { parseFormula } from './parse.js'
import type { Comparison, Condition, Operator } from './tree.js'

const values = [10, 4, 0, -8, 0.5]

/** A random formula and its value, computed independently and exactly 0 where it is not a finite real number. */
interface Sample {
  readonly formula: Pointwise
  readonly value: number
}

const orZero = (value: number): number => (Number.isFinite(value) && value !== 0 ? value : 0)
const apply = (operator: Operator, left: number, right: number): number => {
  if ((operator === '/' || operator === '%') && right === 0) return 0
  if (operator === '+') return orZero(left + right)
  if (operator === '-') return orZero(left - right)
  if (operator === '*') return orZero(left * right)
  if (operator === '/') return orZero(left / right)
  return orZero(operator === '%' ? left % right : Math.pow(left, right))
}

const number = fc.oneof(
  fc.constantFrom(0, 1, 2, 10, 0.5, 1e-7, 1e21, 1e308, Number.MAX_VALUE, Number.MIN_VALUE),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
)
/** A random condition and whether it holds, by the language of this test. */
interface Claim {
  readonly condition: Condition<never>
  readonly holds: boolean
}

const compared = (operator: Comparison, left: number, right: number): boolean => {
  if (operator === '=' || operator === '!=') return (operator === '=') === (left === right)
  if (operator === '<' || operator === '>=') return (operator === '<') === left < right
  return (operator === '>') === left > right
}

const { sample } = fc.letrec<{ sample: Sample; claim: Claim }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 8, withCrossShrink: true },
    number.map((value) => ({ formula: { kind: 'number', value } as const, value: orZero(value) })),
    fc.nat(4).map((index) => ({ formula: { kind: 'series', index } as const, value: values[index] ?? 0 })),
    tie('sample').map(({ formula: of, value }) => ({
      formula: { kind: 'negate', of } as const,
      value: orZero(-value),
    })),
    fc
      .tuple(fc.constantFrom('+', '-', '*', '/', '%', '**'), tie('sample'), tie('sample'))
      .map(([operator, left, right]) => ({
        formula: { kind: 'binary', operator, left: left.formula, right: right.formula } as const,
        value: apply(operator, left.value, right.value),
      })),
    fc
      .tuple(fc.constantFrom('abs', 'ceil', 'floor'), tie('sample'))
      .map(([name, { formula: of, value }]) => ({
        formula: { kind: 'plain', name, of, parameter: 0 } as const,
        value: orZero(Math[name](value)),
      })),
    fc.tuple(tie('claim'), tie('sample'), tie('sample')).map(([{ condition, holds }, one, other]) => ({
      formula: { kind: 'if', condition, then: one.formula, otherwise: other.formula } as const,
      value: holds ? one.value : other.value,
    })),
  ),
  claim: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc
      .tuple(fc.constantFrom('=', '!=', '<', '<=', '>', '>='), tie('sample'), tie('sample'))
      .map(([operator, left, right]) => ({
        condition: { kind: 'compare', operator, left: left.formula, right: right.formula } as const,
        holds: compared(operator, left.value, right.value),
      })),
    tie('claim').map(({ condition: of, holds }) => ({
      condition: { kind: 'not', of } as const,
      holds: !holds,
    })),
    fc.tuple(fc.constantFrom('and', 'or'), tie('claim'), tie('claim')).map(([kind, left, right]) => ({
      condition: { kind, left: left.condition, right: right.condition } as const,
      holds: kind === 'and' ? left.holds && right.holds : left.holds || right.holds,
    })),
  ),
}))

/** Precedence of a part, by the rules of arithmetic. */
const tightness = (formula: Pointwise): number => {
  if (formula.kind === 'negate') return 3
  if (formula.kind !== 'binary') return 9
  return formula.operator === '**' ? 4 : '*/%'.includes(formula.operator) ? 2 : 1
}

/** The formula as a string with the fewest parentheses that keep the meaning. */
function print(formula: Pointwise): string {
  const inside = (part: Pointwise, least: number): string =>
    tightness(part) < least ? `(${print(part)})` : print(part)
  switch (formula.kind) {
    case 'number':
      return String(formula.value)
    case 'series':
      return 'ABCDE'[formula.index] ?? ''
    case 'negate':
      return `-${inside(formula.of, 3)}`
    case 'plain':
      return `${formula.name}(${print(formula.of)})`
    case 'if':
      return `if(${printCondition(formula.condition)}, ${print(formula.then)}, ${print(formula.otherwise)})`
    case 'binary': {
      const { operator, left, right } = formula
      const own = tightness(formula)
      // The exponent of a power may be a negation or a power; its base may be neither.
      if (operator === '**') return `${inside(left, 5)}**${inside(right, 3)}`
      return `${inside(left, own)} ${operator} ${inside(right, own + 1)}`
    }
  }
}

const binds = { or: 1, and: 2, not: 3, compare: 4 } as const

function printCondition(condition: Condition<never>): string {
  const inside = (part: Condition<never>, least: number): string =>
    binds[part.kind] < least ? `(${printCondition(part)})` : printCondition(part)
  switch (condition.kind) {
    case 'compare':
      return `${print(condition.left)} ${condition.operator} ${print(condition.right)}`
    case 'not':
      return `not ${inside(condition.of, binds.not)}`
    case 'and':
    case 'or': {
      const own = binds[condition.kind]
      return `${inside(condition.left, own)} ${condition.kind} ${inside(condition.right, own + 1)}`
    }
  }
}

t.test('a formula that is printed and parsed is the same', (t) => {
  fc.assert(
    fc.property(sample, ({ formula, value }) => {
      const text = print(formula)
      const parsed = parseFormula(text, 5)
      if (JSON.stringify(parsed) !== JSON.stringify(formula)) throw new Error(`${text} is another formula`)
      const found = evaluate(formula, values)
      if (!Object.is(found, value)) throw new Error(`${text} is ${found}, not ${value}`)
    }),
    { numRuns: 2_000 },
  )
  t.end()
})
