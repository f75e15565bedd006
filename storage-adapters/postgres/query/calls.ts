import { regexReach } from '../../../contract/index.js'
import { arithmeticCall, boundedNumber, clockPart, trimmed } from '../../sql/calls.js'
import type { Dialect } from '../../sql/dialect.js'
import { toPostgresExtraction } from '../regex/extraction.js'

const own = (name: string, ...args: readonly string[]): string =>
  `sextant_functions.${name}(${args.join(', ')})`

/** Postgres' functions for those of calculated properties, and ours where it would fail (functions.ts). */
export const postgresCall: Dialect['call'] = (fn, args, options, parameters) => {
  const [value = '', second = ''] = args
  const text = (at: number): string => parameters.bind(options[at] ?? '', 'text')
  const whole = (at: number): string => String(Number(options[at]))
  switch (fn) {
    case 'times':
    case 'over':
    case 'remainder':
      return boundedNumber(own(fn, value, second))
    case 'round':
      return own('round_half_up', value, `${whole(0)}::double precision`)
    case 'number-text':
      return own('number_text', value)
    case 'lower':
    case 'upper':
      return options[0] === '' ? `${fn}(${value} COLLATE "C")` : own(`${fn}_text`, value, text(0), text(1))
    case 'trim':
      return `btrim(${value}, ${parameters.bind(trimmed, 'text')})`
    case 'concat':
      return `(${args.join(' || ')})`
    case 'substring': {
      const length = options[1] === undefined ? '' : `, ${whole(1)}`
      return `substr(${value}, ${whole(0)}${length})`
    }
    case 'replace': {
      const replaced = `replace(${value}, ${text(0)}, ${text(1)})`
      return String(options[1]).length > String(options[0]).length
        ? `left(${replaced}, ${regexReach})`
        : replaced
    }
    case 'regex-extract': {
      const pattern = parameters.bind(toPostgresExtraction(String(options[0])), 'text')
      return `nullif((regexp_match(left(${value}, ${regexReach}), ${pattern}))[1], '')`
    }
    case 'split-part':
      return `nullif(split_part(${value}, ${text(0)}, ${whole(1)}), '')`
    case 'clock-part': {
      const { shift, cycle, unit, first } = clockPart(options)
      const local = `(((${value} + ${second} + ${shift}) % ${cycle} + ${cycle}) % ${cycle})`
      return `(${local} / ${unit} + ${first})::double precision`
    }
    default: {
      const arithmetic = arithmeticCall(fn, args)
      if (arithmetic === null) throw new Error(`no text for the function ${fn}`)
      return arithmetic
    }
  }
}
