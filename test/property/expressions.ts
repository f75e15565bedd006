import {
  calculatedValues,
  column,
  formOf,
  scan,
  select,
  ServiceError,
  type Clock,
  type ExpressionValue,
  type Expr,
  type JsonObject,
  type Relation,
} from '../../contract/index.js'

/** A source of whole numbers below a bound; the same seed gives the same numbers (mulberry32). */
export function drawing(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

type Draw = ReturnType<typeof drawing>
const oneOf = <T>(draw: Draw, list: readonly T[]): T => list[draw(list.length)] as T

/** Texts that engines might read otherwise: letters with odd cases, quotes, wildcards, combining marks. */
export const hostileTexts = [
  ...[
    '',
    ' ',
    'a',
    'A',
    'Straße',
    'ǅungla',
    'İstanbul',
    'ΌΣΟΣ',
    'ﬁn',
    'éÉ',
    'e\u0301',
    '😀b😀',
    '𐐀𐐨',
    'ß',
    'ſ',
    'K',
  ],
  ...[
    'x\ty ',
    '\n\r',
    "it''s",
    '%_\\',
    '$1\\1&',
    "'; DROP",
    '\u00a0 x\u00a0',
    'a.b.c',
    'a,,b',
    '--',
    'null',
    'true',
    '5',
    '1e5',
  ],
  ...[
    'https://www.Example.com:8080/a/b?x=1#y',
    'http://user:pw@host/p@q',
    '//cdn.net',
    'android-app://com.x/',
    'www.x.org/',
  ],
  ...[
    '/only/path?q',
    'mailto:a@b.c',
    'https://[::1]:80/x',
    'https://www./',
    'ftp://www.www.a.b',
    'v1.22.3',
    'utm_source=ab&utm=c',
  ],
  ...[
    '2024-02-29T23:30:00+02:00',
    '1999-12-31',
    '2024-13-01',
    'a\u2028b',
    'z\u200b',
    '\u{10ffff}',
    'ZZZZZZZZZZZZZZZZZZZZZZZZZZZZ',
  ],
]

export const hostileNumbers = [
  ...[
    0, 1, -1, 2, 3, -3, 7, 10, 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, 0.2, 0.3, 1.005, 0.49999999999999994, 1e-6,
    1.5e-5,
  ],
  ...[1e-7, 123.456, 1e15, 1e16, 2 ** 67, 1e20, 1e21, 1.5e21, 9007199254740992, 2 ** 52 + 1.5],
  ...[1e100, -1e150, 1e299, -1e300, 1.7e308, 1e-100, 3e-200, 1e-300, 4294967296, -86400000],
]

const values: readonly (string | number | boolean | null | JsonObject | readonly number[])[] = [
  ...hostileTexts,
  ...hostileNumbers,
  ...[true, false, null, { x: 1 }, [1, 2]],
]

/** The properties and columns of random events. */
export function eventParts(draw: Draw): {
  readonly properties: JsonObject
  readonly country: string | null
  readonly referrer: string | null
} {
  const properties: Record<string, unknown> = {}
  const maybe = (name: string, list: readonly unknown[]): void => {
    if (draw(6) > 0) properties[name] = oneOf(draw, list)
  }
  maybe('s', hostileTexts)
  maybe('t', hostileTexts)
  maybe('n', hostileNumbers)
  maybe('k', hostileNumbers)
  maybe('b', [true, false])
  maybe('m', values)
  maybe('m2', values)
  const text = (list: readonly string[]): string | null => (draw(4) > 0 ? oneOf(draw, list) : null)
  return {
    properties: properties as JsonObject,
    country: text(['DE', 'fr', 'Éire']),
    referrer: text(hostileTexts.filter((one) => one.includes('/'))),
  }
}

export const patterns = [
  ...[
    '\\d+',
    '(\\d+)',
    '^[a-z]+',
    '(?i)www\\.([^/:]+)',
    '^https?://([^/]+)',
    '[?&]utm=([^&]*)',
    'v(\\d+)\\.(\\d+)',
  ],
  ...[
    '([a-z]+)$',
    '^(.*?)\\?',
    '^(.*)/',
    '@(.+)$',
    '(?:a|b)+',
    '[^a-z]{2,3}',
    '\\bx\\b',
    '(?s)^(.*)$',
    '\\p{Lu}',
    '(x?)y',
  ],
  ...['^(?:https?:)?//([^/?#]+)(?:/|$)', '=([^&]+)(?:&|$)', '(?P<first>\\w+),', '\\Qa.b\\E\\.?'],
]

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const numberText = (value: number): string => {
  const text = String(Math.abs(value)).replace('e+', 'e')
  return value < 0 ? `(-${text})` : text
}

export type Kind = 'text' | 'number' | 'boolean' | 'any'

/** A random expression of a kind, at most so deep. */
export function expressionOf(draw: Draw, kind: Kind, depth: number): string {
  const part = (of: Kind): string => expressionOf(draw, of, depth - 1)
  const any = (): string => part(oneOf(draw, ['text', 'number', 'boolean', 'any']))
  if (kind === 'any' && depth > 0 && draw(3) > 0) return part(oneOf(draw, ['text', 'number', 'boolean']))
  if (depth <= 0 || draw(8) === 0) return leafOf(draw, kind)
  if (kind !== 'any' && draw(8) === 0) {
    if (draw(2) === 0) return `if(${part('boolean')}, ${part(kind)}, ${part(kind)})`
    return `coalesce(${part(kind)}, ${part(kind)}${draw(2) === 0 ? `, ${part(kind)}` : ''})`
  }
  switch (kind) {
    case 'any':
      return oneOf(draw, [
        () => `if(${part('boolean')}, ${any()}, ${any()})`,
        () => `coalesce(${any()}, ${any()})`,
      ])()
    case 'boolean':
      return oneOf(draw, [
        () => `(${any()} ${oneOf(draw, ['=', '!=', '<', '<=', '>', '>='])} ${any()})`,
        () => `(${part('number')} ${oneOf(draw, ['=', '!=', '<', '<=', '>', '>='])} ${part('number')})`,
        () => `(${part('boolean')} ${oneOf(draw, ['and', 'or'])} ${part('boolean')})`,
        () => `(not ${part('boolean')})`,
      ])()
    case 'number':
      return oneOf(draw, [
        () => `(${part('number')} ${oneOf(draw, ['+', '-', '*', '/', '%'])} ${part('number')})`,
        () => `(${part('number')} ${oneOf(draw, ['+', '-', '*', '/', '%'])} ${part('number')})`,
        () => `(-${part('number')})`,
        () => `round(${part('number')}, ${draw(16)})`,
        () => `${oneOf(draw, ['round', 'floor', 'ceil', 'abs'])}(${part('number')})`,
        () => `${oneOf(draw, ['hour_of_day', 'day_of_week'])}(${oneOf(draw, ['timestamp', 's', 'm', 't'])})`,
      ])()
    case 'text':
      return oneOf(draw, [
        () => `${oneOf(draw, ['lower', 'upper', 'trim', 'domain', 'path'])}(${any()})`,
        () => `${oneOf(draw, ['lower', 'upper', 'trim', 'domain', 'path'])}(${part('text')})`,
        () => `concat(${any()}, ${any()})`,
        () => `substring(${any()}, ${1 + draw(4)}${draw(2) === 0 ? '' : `, ${draw(6)}`})`,
        () =>
          `replace(${part('text')}, ${quoted(oneOf(draw, ['a', '.', '😀', '$1', "'"]))}, ${quoted(oneOf(draw, hostileTexts))})`,
        () => `regex_extract(${part('text')}, ${quoted(oneOf(draw, patterns))})`,
        () =>
          `split_part(${any()}, ${quoted(oneOf(draw, ['.', ',', '/', 'ab', '😀', '--']))}, ${1 + draw(4)})`,
      ])()
  }
}

function leafOf(draw: Draw, kind: Kind): string {
  switch (kind) {
    case 'any':
      return oneOf(draw, ['m', 'm2', "field('m')", 'properties.m'])
    case 'boolean':
      return oneOf(draw, ['b', 'm', 'true', 'false'])
    case 'number':
      return draw(3) === 0
        ? numberText(
            oneOf(
              draw,
              hostileNumbers.filter((one) => Math.abs(one) < 1e300),
            ),
          )
        : oneOf(draw, ['n', 'k', 'm', 'm2'])
    case 'text':
      return draw(3) === 0
        ? quoted(oneOf(draw, hostileTexts))
        : oneOf(draw, ['s', 't', 'm', 'country', 'referrer', 'event_name'])
  }
}

/** Returns an expression's value, or null if it becomes too large. */
export function lowered(expression: string, clock: Clock | null): ExpressionValue | null {
  try {
    const fault = (message: string): Error => new Error(message)
    return calculatedValues(new Map([['x', { expression }]]), clock)('x', fault as never)
  } catch (error) {
    if (error instanceof ServiceError && /is too large/.test(error.message)) return null
    throw new Error(`${expression}: ${error instanceof Error ? error.message : 'failed'}`, { cause: error })
  }
}

export const forms = ['text', 'number', 'boolean', 'label', 'exists'] as const

/** The forms of each value, for every event. */
export function planOf(all: readonly ExpressionValue[]): Relation {
  const columns: Record<string, Expr> = { seq: column('seq') }
  for (const [index, value] of all.entries())
    for (const form of forms) columns[`${form}_${index}`] = formOf(value, form)
  return select(scan('events'), columns)
}
