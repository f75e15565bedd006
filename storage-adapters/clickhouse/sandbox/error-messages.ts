import { overMemory, overTime, ServiceError, tooManyStatements } from '../../../contract/index.js'
import { clickhouseError } from '../errors.js'
import { noForm, noSettings, onlyOneSelect, reject } from './refuse.js'
import { indexOfByte, placeAt, placeOfWord } from './position.js'
import { StatementError, tooLarge } from './request.js'

/** ClickHouse error codes, grouped by what they mean for the author of the statement. */
const outOfReach = new Set(['81', '60', '497', '492', '291'])
const sentences: readonly (readonly [readonly number[], string])[] = [
  [[456, 457], 'the value of a parameter does not fit its type'],
  [[164, 115, 452], noSettings],
  [[306, 167, 168], 'the statement is nested too deeply or too long'],
  [[42, 35, 36, 79, 131, 133, 134], 'a function does not accept its arguments'],
  [[43, 44, 53, 70, 386, 130, 258], 'the types of an expression do not match; cast one of the values'],
  [[6, 27, 26, 38, 41, 72, 117, 321, 467, 675, 676], 'a string cannot be parsed as the requested type'],
  [[153, 407, 69], 'a calculation exceeds the range of its type or divides by zero'],
  [[179, 352, 207, 403, 206], 'a name in the statement is ambiguous; use aliases'],
  [[184, 215], 'each column must be inside an aggregate function or in GROUP BY'],
  [[427], 'a regular expression is invalid; use RE2 syntax'],
  [[125], 'a scalar subquery returns more than one row'],
  [[48, 1, 344], noForm],
  [[636, 637], 'the columns of the parts of a UNION do not match'],
]
const byCode = new Map(
  sentences.flatMap(([codes, text]) => codes.map((code) => [String(code), text] as const)),
)

/**
 * Whether the account, its password or its database is missing or changed, so that it must be created again.
 */
export const isLost = (error: unknown): boolean =>
  error instanceof StatementError && (error.code === '516' || error.code === '192' || error.code === '193')

/**
 * Returns the error to answer a failed statement with. `typed` is the statement as the caller wrote it. From
 * the engine's own message it repeats only names that the caller typed. Objects outside the workspace and
 * nonexistent ones give the same message.
 */
export function sqlError(error: unknown, typed: string): unknown {
  if (!(error instanceof StatementError)) return clickhouseError(error)
  const { code, message } = error
  const said = (text: string): ServiceError => withCause(reject(text), error)
  if (code === '62') return said(syntaxSentence(message, typed))
  if (outOfReach.has(code)) return said(missing('table', nameIn(message), typed))
  if (code === '47' || code === '10' || code === '16') return said(missing('column', nameIn(message), typed))
  if (code === '46' || code === '63') return said(missing('function', nameIn(message), typed))
  if (code === '202') return tooManyStatements('RATE_LIMITED', 'workspace', error)
  if (code === '159' || code === '160') return overTime('statement', error)
  if (code === '241' || code === '173') return overMemory('statement', error)
  if (code === '396' || code === '307') return withCause(tooLarge(), error)
  const sentence = byCode.get(code)
  if (sentence !== undefined) return said(sentence)
  if (unavailable.has(code))
    return new ServiceError('UNAVAILABLE', 'SQL is temporarily unavailable; try again', {
      retryAfter: 2,
      cause: error,
    })
  return said('the statement failed while running; check its expressions and types')
}

/** Codes that the statement did not cause: disk, files, connections, a server shutdown, accounts. */
const unavailable = new Set([
  ...['74', '75', '76', '198', '203', '209', '210', '236', '242', '243', '252', '279', '394', '735'],
  ...['192', '193', '194', '516', '502', '503', '504'],
])

const withCause = (error: ServiceError, cause: unknown): ServiceError =>
  new ServiceError(error.code, error.message, { details: error.details, cause })

/** The forms in which ClickHouse names what it could not find. */
const nameForms = [
  /identifier [`'](.+?)['`] in scope/s,
  /(?:identifier|column|Database|Table|table|function(?: with name)?) [`']?([^\s`']+?)[`']?(?: does not exist|\. |$| in| \()/s,
]

const nameIn = (message: string): string | null => {
  for (const form of nameForms) {
    const name = form.exec(message)?.[1]
    if (name !== undefined) return name
  }
  return null
}

/** Returns the message for an unknown name; it repeats the name only if the caller typed it. */
function missing(what: 'table' | 'column' | 'function', name: string | null, typed: string): string {
  const parts = name === null ? [] : [name, ...name.split('.').slice(-1)]
  for (const part of parts) {
    const place = placeOfWord(typed, part)
    if (place !== null) return `unknown ${what} "${part.slice(0, 100)}" (${place})`
  }
  return `the statement names an unknown ${what}`
}

function syntaxSentence(message: string, typed: string): string {
  const byte = /failed at position (\d+)/.exec(message)?.[1]
  if (/Multi-statements are not allowed/.test(message)) return onlyOneSelect
  if (byte === undefined) return 'syntax error'
  const index = Math.min(indexOfByte(typed, Number(byte) - 1), typed.length)
  const near = /^\s*(?:[\p{L}\p{N}_]{1,40}|\S)/u.exec(typed.slice(index))?.[0].trim()
  const what = near === undefined ? 'the statement ends too early' : `unexpected "${near}"`
  return `syntax error at ${placeAt(typed, index)}: ${what}`
}
