import { clockPart, regexReach, trimmed, type Dialect } from 'sextant/storage'

/**
 * A value used several times in its own text would double the statement with each nesting; so do nullif, least
 * and greatest, which the engine replaces by CASE.
 */
const withValue = (value: string, text: string): string => `list_transform([${value}], lambda x: ${text})[1]`

const bounded = (value: string): string => withValue(value, 'CASE WHEN abs(x) < 1e300 THEN x END')

/** Two values, the second of which must not be 0. */
const divided = (left: string, right: string, text: string): string =>
  bounded(withValue(`{'a': ${left}, 'b': ${right}}`, `CASE WHEN x.b <> 0 THEN ${text} END`))

/** Null for the empty text. */
const notEmpty = (value: string): string => withValue(value, "CASE WHEN x <> '' THEN x END")

/** DuckDB's functions for those of calculated properties. */
export const duckdbCall: Dialect['call'] = (fn, args, options, parameters) => {
  const [value = '', second = ''] = args
  const text = (at: number): string => parameters.bind(options[at] ?? '', 'text')
  const whole = (at: number): string => String(Number(options[at]))
  switch (fn) {
    case 'bounded':
      return bounded(value)
    case 'plus':
      return bounded(`${value} + ${second}`)
    case 'minus':
      return bounded(`${value} - ${second}`)
    case 'times':
      return bounded(`${value} * ${second}`)
    case 'over':
      return divided(value, second, 'x.a / x.b')
    case 'remainder':
      return divided(value, second, 'x.a - trunc(x.a / x.b) * x.b')
    case 'floor':
    case 'ceil':
    case 'abs':
      return `${fn}(${value})`
    case 'round': {
      const scale = `${whole(0)}::DOUBLE`
      return withValue(
        value,
        `CASE WHEN abs(x) < 1e15 THEN sign(x) * floor(abs(x) * ${scale} + 0.49999999999999994::DOUBLE) / ${scale} ELSE x END`,
      )
    }
    case 'number-text':
      return withValue(`(${value} + 0)`, numberText)
    case 'lower':
    case 'upper':
      if (options[0] === '') return withValue(value, asciiCase(fn))
      return withValue(
        value,
        `CASE WHEN strlen(x) = length(x) THEN ${fn}(x) ELSE translate(${asciiCase(fn)}, ${text(0)}, ${text(1)}) END`,
      )
    case 'trim':
      return `trim(${value}, ${parameters.bind(trimmed, 'text')})`
    case 'concat':
      return `(${args.join(' || ')})`
    case 'substring': {
      const length = options[1] === undefined ? '' : `, ${whole(1)}`
      return `substring(${value}, ${whole(0)}${length})`
    }
    case 'replace': {
      const replaced = `replace(${value}, ${text(0)}, ${text(1)})`
      return String(options[1]).length > String(options[0]).length
        ? `left(${replaced}, ${regexReach})`
        : replaced
    }
    case 'regex-extract': {
      const group = /\((?!\?)|\(\?P?</.test(withoutQuoted(String(options[0]))) ? 1 : 0
      return notEmpty(`regexp_extract(left(${value}, ${regexReach}), ${text(0)}, ${group})`)
    }
    case 'split-part':
      return notEmpty(`split_part(${value}, ${text(0)}, ${whole(1)})`)
    case 'clock-part': {
      const { shift, cycle, unit, first } = clockPart(options)
      const local = `(((${value} + ${second} + ${shift}) % ${cycle} + ${cycle}) % ${cycle})`
      return `(${local} // ${unit} + ${first})::DOUBLE`
    }
  }
}

/** The pattern without escapes, quoted parts and classes, which may hold brackets that are no groups. */
const withoutQuoted = (pattern: string): string =>
  pattern.replace(/\\Q[^]*?(?:\\E|$)|\\[^]|\[\^?\]?(?:\\[^]|\[:\w+:\]|[^\]\\])*\]/g, '')

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const smalls = capitals.toLowerCase()

/** The letters of ASCII alone: the engine's own functions know others too, by its version of Unicode. */
const asciiCase = (fn: 'lower' | 'upper'): string =>
  fn === 'lower' ? `translate(x, '${capitals}', '${smalls}')` : `translate(x, '${smalls}', '${capitals}')`

/**
 * A number as JSON writes it. The engine writes 5.0 for 5, 1e+16 from there on and 1e-05 below a thousandth;
 * JSON has digits up to 1e21 and down to 1e-6.
 */
const numberText = `CASE WHEN x = trunc(x) AND abs(x) < 1e15 THEN x::BIGINT::VARCHAR
  WHEN abs(x) >= 1e21 OR abs(x) < 1e-6 THEN regexp_replace(x::VARCHAR, 'e([+-])0+([0-9])', 'e\\1\\2')
  WHEN abs(x) >= 1e15 THEN regexp_replace(x::VARCHAR::DECIMAL(38, 1)::VARCHAR, '\\.0$', '')
  WHEN abs(x) < 1e-3 THEN rtrim(x::VARCHAR::DECIMAL(38, 25)::VARCHAR, '0')
  ELSE x::VARCHAR END`
