import { createHash } from 'node:crypto'
import { regexReach } from '../../../contract/index.js'
import { arithmeticCall, clockPart, trimmed } from '../../sql/calls.js'
import type { Dialect } from '../../sql/dialect.js'

/**
 * A value that is used several times: its first use names it, because its text would double the statement with
 * each nesting. Equal values have one name, as an expression of a key stands in SELECT and in GROUP BY.
 *
 *     if(abs((amount * 2) AS v1f3c…) < 1e300, v1f3c…, NULL)
 */
function withValue(value: string, text: (first: string, again: string) => string): string {
  const name = `v${createHash('sha1').update(value).digest('hex').slice(0, 16)}`
  return text(`(${value} AS ${name})`, name)
}

const bounded = (value: string): string =>
  withValue(value, (first, again) => `if(abs(${first}) < 1e300, ${again}, NULL)`)

/** ClickHouse's functions for those of calculated properties. */
export const clickhouseCall: Dialect['call'] = (fn, args, options, parameters) => {
  const arithmetic = arithmeticCall(fn, args, bounded)
  if (arithmetic !== null) return arithmetic
  const [value = '', second = ''] = args
  const text = (at: number): string => parameters.bind(options[at] ?? '', 'text')
  const whole = (at: number): string => String(Number(options[at]))
  switch (fn) {
    case 'remainder':
      // For floats the engine computes a - trunc(a / b) * b.
      return bounded(`(${value} % nullif(${second}, 0))`)
    case 'round': {
      const scale = whole(0)
      return withValue(
        value,
        (first, x) =>
          `if(abs(${first}) < 1e15, sign(${x}) * floor(abs(${x}) * ${scale} + 0.49999999999999994) / ${scale}, ${x})`,
      )
    }
    case 'number-text':
      return `replaceRegexpOne(toString(${value} + 0), 'e([0-9])', 'e+\\\\1')`
    case 'lower':
    case 'upper':
      return options[0] === '' ? `${fn}(${value})` : `translateUTF8(${fn}(${value}), ${text(0)}, ${text(1)})`
    case 'trim':
      return `trimBoth(${value}, ${parameters.bind(trimmed, 'text')})`
    case 'concat':
      return args.length === 1 ? value : `concat(${args.join(', ')})`
    case 'substring': {
      const length = options[1] === undefined ? '' : `, ${whole(1)}`
      return `substringUTF8(${value}, ${whole(0)}${length})`
    }
    case 'replace': {
      const replaced = `replaceAll(${value}, ${text(0)}, ${text(1)})`
      return grows(options) ? `substringUTF8(${replaced}, 1, ${regexReach})` : replaced
    }
    case 'regex-extract':
      // In ClickHouse the dot matches newlines; in plain RE2 it does not.
      return `nullIf(extract(substringUTF8(${value}, 1, ${regexReach}), ${parameters.bind(`(?-s)${String(options[0])}`, 'text')}), '')`
    case 'split-part':
      return `nullIf(splitByString(${text(0)}, ifNull(${value}, ''))[${whole(1)}], '')`
    case 'clock-part': {
      const { shift, cycle, unit, first } = clockPart(options)
      return `(intDiv(positiveModulo(${value} + ${second} + ${shift}, ${cycle}), ${unit}) + toFloat64(${first}))`
    }
    default:
      throw new Error(`no text for the function ${fn}`)
  }
}

const grows = ([find, by]: readonly unknown[]): boolean => String(by).length > String(find).length
