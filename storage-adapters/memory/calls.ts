import { RE2JS } from 're2js'
import { regexReach, type CallName, type Cell, type Scalar } from '../../contract/index.js'
import { firstCharacters } from './first-characters.js'

/** A function of calculated properties over arguments that are not null; docs/operators.md defines each. */
export function callFunction(fn: CallName, options: readonly Scalar[]): (args: readonly Cell[]) => Cell {
  const ofNumbers = numberFunctions[fn]
  if (ofNumbers !== undefined) return ([a, b]) => ofNumbers(Number(a), Number(b))
  const [first, second, third, fourth] = options
  switch (fn) {
    case 'round':
      return ([value]) => rounded(Number(value), Number(first))
    case 'number-text':
      return ([value]) => String(Number(value) + 0)
    case 'lower':
    case 'upper': {
      const letters = pairs(String(first), String(second))
      const ascii = fn === 'lower' ? /[A-Z]+/g : /[a-z]+/g
      const change = (text: string): string => (fn === 'lower' ? text.toLowerCase() : text.toUpperCase())
      return ([text]) =>
        textOf(text)
          .replace(ascii, change)
          .replace(/[^\0-\x7f]/gu, (letter) => letters.get(letter) ?? letter)
    }
    case 'trim':
      return ([text]) => textOf(text).replace(/^[ \t\n\r\f\v]+|[ \t\n\r\f\v]+$/g, '')
    case 'concat':
      return (texts) => texts.map(textOf).join('')
    case 'substring':
      return ([text]) => {
        const from = Number(first) - 1
        const end = second === undefined ? undefined : from + Number(second)
        return Array.from(textOf(text)).slice(from, end).join('')
      }
    case 'replace': {
      const [find, by] = [String(first), String(second)]
      return ([text]) => {
        const replaced = textOf(text).replaceAll(find, () => by)
        return by.length > find.length ? firstCharacters(replaced, regexReach) : replaced
      }
    }
    case 'regex-extract': {
      const pattern = RE2JS.compile(String(first))
      return ([text]) => {
        const matcher = pattern.matcher(firstCharacters(textOf(text), regexReach))
        if (!matcher.find()) return null
        const found = matcher.group(pattern.groupCount() > 0 ? 1 : 0)
        return found === null || found === '' ? null : found
      }
    }
    case 'split-part':
      return ([text]) => textOf(text).split(String(first))[Number(second) - 1] || null
    case 'clock-part':
      return ([time, offset]) => {
        const [shift, cycle, unit] = [Number(first), Number(second), Number(third)]
        const at = Number(time) + Number(offset) + shift
        return Math.floor((((at % cycle) + cycle) % cycle) / unit) + Number(fourth)
      }
    default:
      throw new Error(`unknown function ${fn}`)
  }
}

/** The arguments have passed checkPlan, so this is a string. */
const textOf = (value: Cell | undefined): string => (typeof value === 'string' ? value : '')

/** Null for numbers of 1e300 and more in size, and for what is no number. */
const bounded = (value: number): number | null => (Math.abs(value) < 1e300 ? value + 0 : null)

const over = (a: number, b: number): number | null => (b === 0 ? null : bounded(a / b))

const numberFunctions: Readonly<Partial<Record<CallName, (a: number, b: number) => number | null>>> = {
  bounded,
  plus: (a, b) => bounded(a + b),
  minus: (a, b) => bounded(a - b),
  times: (a, b) => bounded(a * b),
  over,
  remainder: (a, b) => (b === 0 ? null : bounded(a - Math.trunc(a / b) * b)),
  floor: (a) => Math.floor(a) + 0,
  ceil: (a) => Math.ceil(a) + 0,
  abs: Math.abs,
}

/** The addend is the greatest number below a half: with a half, the number before it would be rounded up. */
function rounded(value: number, scale: number): number {
  if (Math.abs(value) >= 1e15) return value
  return (Math.sign(value) * Math.floor(Math.abs(value) * scale + 0.49999999999999994)) / scale + 0
}

function pairs(from: string, to: string): ReadonlyMap<string, string> {
  const others = Array.from(to)
  return new Map(Array.from(from, (letter, at) => [letter, others[at] ?? letter]))
}
