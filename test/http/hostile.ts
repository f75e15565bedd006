import { errorCatalogue } from '../../contract/index.js'
import type { Called } from '../support/request.js'

/** Strings with a special meaning to some component, which must have none here. */
export const hostileTexts: readonly string[] = [
  ' ',
  "'",
  '"',
  '`',
  '\\',
  "\\'",
  "'; DROP TABLE x --",
  '"; DROP TABLE x --',
  "' OR '1'='1",
  '`; x',
  ') UNION ALL (',
  '/* x */ --',
  '{a:String}',
  '{{x}}',
  '${x}',
  '$1',
  '%(x)s',
  '?',
  '%',
  '_',
  '*',
  '\u0001',
  '\u007f',
  'a\nb',
  'a\r\nX-Evil: 1',
  '\t',
  '\u2028',
  '\u202e',
  '\ufeff',
  '😀',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '[]',
  '{}',
  '../../etc/passwd',
  '(none)',
  '(other)',
  'a,b',
  'a.b',
  'a..b',
  '.',
  'a'.repeat(5_000),
]

/** Escapes that decode to nothing, or to what no storage can hold: rejected everywhere. */
export const brokenEscapes: readonly string[] = [
  '%00',
  'a%00b',
  '%E0%A4%A',
  '%',
  '%zz',
  '%ED%A0%80',
  '%FF',
  '%C0%AF',
]

/** Strings that only the service itself may know. */
const secrets = [
  /\b(?:SELECT|INSERT|UPDATE|FROM|JOIN)\b|DB::|TypeError|RangeError|PlanError/,
  /click_?house|postgres|\bpg\b|chdb|argon|\bkoa\b|\bajv\b|node_modules|memory store|syntax error|relation "/i,
  /\bat (?:Object|async|file:|new |process)|\/tmp\b|\/work\b|\/home\b|\.[jt]s:\d/,
]

/** The messages to members about SQL contain its words. */
const sentences =
  /only one SELECT|may contain only SELECT|SELECT INTO is not|FOR UPDATE and FOR SHARE are not|must be one SELECT|columns of SELECT/gi

/** Longer error responses repeat the input. */
const longestRefusal = 4_000

/** Returns what is wrong with the error response to invalid input; null if nothing is. */
export function faultOf({ status, headers, body }: Called): string | null {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const said = text.replaceAll(sentences, '')
  const told = secrets.map((secret) => secret.exec(said)?.[0]).find((found) => found !== undefined)
  if (told !== undefined) return `${status} tells ${JSON.stringify(told)}: ${text.slice(0, 300)}`
  if (status >= 500) return `${status}: ${text.slice(0, 300)}`
  if (headers.get('x-request-id') === null) return `${status} has no X-Request-ID`
  if (status < 400) return null
  const { error, message, ...rest } = (typeof body === 'object' ? body : {}) as Record<string, unknown>
  const entry = Object.entries(errorCatalogue).find(([code]) => code === error)?.[1]
  if (entry?.status !== status) return `${status} is ${String(error)}: ${text.slice(0, 300)}`
  if (typeof message !== 'string' || message === '') return `${status} has no message`
  const extra = Object.keys(rest).filter((name) => name !== 'details' && name !== 'request_id')
  if (extra.length > 0) return `${status} has ${extra.join(', ')}`
  return text.length > longestRefusal ? `${status} is ${text.length} long: ${text.slice(0, 200)}` : null
}

/** Returns some of the strings, others at each `turn`: all are used somewhere, in a fraction of the time. */
export const someOf = (texts: readonly string[], turn: number, count = 8): readonly string[] =>
  Array.from({ length: count }, (_, index) => texts[(turn * count + index) % texts.length] ?? '')
