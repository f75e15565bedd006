import { bucket, callOf, instant, lookup, number as whole, parseTime } from '../builders.js'
import type { Expr } from '../plan.js'
import { extractionFault } from '../regex/extraction.js'
import { lowerCase, upperCase } from './letter-case.js'
import { eitherOf, firstOf, joined, never, numberValue, textValue, type Value } from './value.js'

/** A zone's clock: from each instant on it is so many milliseconds ahead of UTC. */
export interface Clock {
  /** Ascending; one more than the offsets, whose last instant no time reaches. */
  readonly edges: readonly number[]
  readonly offsets: readonly number[]
}

/** What an argument must be. `constant`: a text or a number that is written in the expression. */
type Parameter = 'value' | 'condition' | 'number' | 'text' | 'time' | 'constant text' | 'constant number'

/** One argument, read by its parameter. */
export interface Argument {
  readonly value: Value
  /** What is written, if it is a constant. */
  readonly constant: string | number | null
}

export interface ExpressionFunction {
  readonly parameters: readonly Parameter[]
  /** How many of the parameters may be left out; `any`: the last one may also be repeated. */
  readonly optional: number | 'any'
  /** As it is written, for the documentation and completion: `lower(text)`. */
  readonly usage: string
  readonly summary: string
  /** Returns why the constants are wrong, if they are. `at` is the argument's index. */
  readonly check?: (constants: readonly (string | number | null)[]) => { at: number; message: string } | null
  readonly lower: (args: readonly Argument[], clock: Clock | null) => Value
}

const of = (args: readonly Argument[], at: number): Value => {
  const arg = args[at]
  if (arg === undefined) throw new Error(`no argument ${at}`)
  return arg.value
}
const numberAt = (args: readonly Argument[], at: number): number => Number(args[at]?.constant)
const textAt = (args: readonly Argument[], at: number): string => String(args[at]?.constant)

/** Numbers that are not written in the expression may have any size; arithmetic has a bound. */
export const operandOf = ({ number }: Value): Expr => {
  if (number === null) throw new Error('no number')
  return number.kind === 'literal' || number.kind === 'call' ? number : callOf('bounded', [number])
}

const isWhole = (value: string | number | null | undefined, least: number, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most

const longest = 65_536
const mostParts = 1000
const mostDigits = 15

const url = '^(?:[A-Za-z][A-Za-z0-9+.\\-]*:)?//'
const domainPattern = `${url}(?:[^/?#@]*@)?(?:www\\.)?([^/?#:@]+)`
const pathPattern = `^(?:(?:[A-Za-z][A-Za-z0-9+.\\-]*:)?//[^/?#]*)?(/[^?#]*)`

const oneText = (usage: string, summary: string, lower: (text: Expr) => Expr): ExpressionFunction => ({
  parameters: ['text'],
  optional: 0,
  usage,
  summary,
  lower: (args) => textValue(lower(of(args, 0).label)),
})

const oneNumber = (usage: string, summary: string, fn: 'floor' | 'ceil' | 'abs'): ExpressionFunction => ({
  parameters: ['number'],
  optional: 0,
  usage,
  summary,
  lower: (args) => numberValue(callOf(fn, [operandOf(of(args, 0))])),
})

const dayMs = 86_400_000

/** A part of the local time: of the time plus `shift`, the units since the cycle began, plus `first`. */
const clockPart = (
  usage: string,
  summary: string,
  part: { shift: number; cycle: number; unit: number; first: number },
): ExpressionFunction => ({
  parameters: ['time'],
  optional: 0,
  usage,
  summary,
  lower(args, clock) {
    const { time, text } = of(args, 0)
    const at = time ?? (text === null ? instant(0) : parseTime(text))
    const offset = clock === null ? whole(0) : lookup(bucket(at, clock.edges), clock.offsets)
    const { shift, cycle, unit, first } = part
    return numberValue(callOf('clock-part', [at, offset], shift, cycle, unit, first))
  },
})

/** The functions of calculated properties. docs/expressions.md lists them; a test keeps it equal. */
export const expressionFunctions = {
  if: {
    parameters: ['condition', 'value', 'value'],
    optional: 0,
    usage: 'if(condition, a, b)',
    summary: 'a where the condition holds, else b',
    lower: (args) => eitherOf(of(args, 0).boolean ?? never, of(args, 1), of(args, 2)),
  },
  coalesce: {
    parameters: ['value'],
    optional: 'any',
    usage: 'coalesce(a, b, …)',
    summary: 'The first argument that has a value',
    lower: (args) => firstOf(args.map(({ value }) => value)),
  },
  lower: oneText('lower(text)', 'Each letter in lower case, where that is one character', lowerCase),
  upper: oneText('upper(text)', 'Each letter in upper case, where that is one character', upperCase),
  trim: oneText('trim(text)', 'Without the spaces, tabs and line ends at both ends', (text) =>
    callOf('trim', [text]),
  ),
  concat: {
    parameters: ['text'],
    optional: 'any',
    usage: 'concat(a, b, …)',
    summary: 'The texts one after the other; one without a value is skipped',
    lower: (args) => textValue(joined(args.map(({ value }) => value))),
  },
  substring: {
    parameters: ['text', 'constant number', 'constant number'],
    optional: 1,
    usage: 'substring(text, from, length)',
    summary: 'Characters from a position, counted from 1; without length, all that follow',
    check([, from, length]) {
      if (!isWhole(from, 1, 1e6)) return { at: 1, message: 'from must be a whole number from 1 to 1000000' }
      return length === undefined || isWhole(length, 0, 1e6)
        ? null
        : { at: 2, message: 'length must be a whole number from 0 to 1000000' }
    },
    lower: (args) => {
      const length = args[2] === undefined ? [] : [numberAt(args, 2)]
      return textValue(callOf('substring', [of(args, 0).label], numberAt(args, 1), ...length))
    },
  },
  replace: {
    parameters: ['text', 'constant text', 'constant text'],
    optional: 0,
    usage: "replace(text, 'find', 'with')",
    summary: `Every occurrence replaced; a text that grows is cut at ${longest} characters`,
    check: ([, find]) => (find === '' ? { at: 1, message: 'find must not be empty' } : null),
    lower: (args) => textValue(callOf('replace', [of(args, 0).label], textAt(args, 1), textAt(args, 2))),
  },
  regex_extract: {
    parameters: ['text', 'constant text'],
    optional: 0,
    usage: "regex_extract(text, 'pattern')",
    summary: 'The first group of the first match (RE2), or the match; null if that is empty',
    check([, pattern]) {
      const message = extractionFault(String(pattern))
      return message === null ? null : { at: 1, message }
    },
    lower: (args) => textValue(callOf('regex-extract', [of(args, 0).label], textAt(args, 1))),
  },
  split_part: {
    parameters: ['text', 'constant text', 'constant number'],
    optional: 0,
    usage: "split_part(text, 'separator', n)",
    summary: 'The n-th part, counted from 1; null if there is none or it is empty',
    check([, separator, part]) {
      if (separator === '') return { at: 1, message: 'separator must not be empty' }
      return isWhole(part, 1, mostParts)
        ? null
        : { at: 2, message: `n must be a whole number from 1 to ${mostParts}` }
    },
    lower: (args) => textValue(callOf('split-part', [of(args, 0).label], textAt(args, 1), numberAt(args, 2))),
  },
  domain: oneText('domain(url)', 'The host of a URL, without its port and a leading www.', (text) =>
    callOf('regex-extract', [text], domainPattern),
  ),
  path: oneText('path(url)', 'The path of a URL, or of a text that starts with /', (text) =>
    callOf('regex-extract', [text], pathPattern),
  ),
  round: {
    parameters: ['number', 'constant number'],
    optional: 1,
    usage: 'round(x, digits)',
    summary: 'To this many decimals, 0 if left out; halves away from zero',
    check: ([, digits]) =>
      digits === undefined || isWhole(digits, 0, mostDigits)
        ? null
        : { at: 1, message: `digits must be a whole number from 0 to ${mostDigits}` },
    lower: (args) =>
      numberValue(
        callOf('round', [operandOf(of(args, 0))], 10 ** (args[1] === undefined ? 0 : numberAt(args, 1))),
      ),
  },
  floor: oneNumber('floor(x)', 'The greatest whole number that is not greater', 'floor'),
  ceil: oneNumber('ceil(x)', 'The least whole number that is not less', 'ceil'),
  abs: oneNumber('abs(x)', 'Without its sign', 'abs'),
  hour_of_day: clockPart('hour_of_day(time)', 'The hour from 0 to 23, in the time zone of the question', {
    shift: 0,
    cycle: dayMs,
    unit: 3_600_000,
    first: 0,
  }),
  // 1970-01-01 was a Thursday.
  day_of_week: clockPart('day_of_week(time)', 'The weekday from 1 (Monday) to 7, in that zone', {
    shift: 3 * dayMs,
    cycle: 7 * dayMs,
    unit: dayMs,
    first: 1,
  }),
} as const satisfies Readonly<Record<string, ExpressionFunction>>

type ExpressionFunctionName = keyof typeof expressionFunctions

export const findFunction = (name: string): ExpressionFunction | undefined =>
  Object.hasOwn(expressionFunctions, name) ? expressionFunctions[name as ExpressionFunctionName] : undefined
