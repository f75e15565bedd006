import { overMemory, overTime, ServiceError } from '../../../core/contract/index.js'
import { clickhouseError } from '../errors.js'
import { refuse } from './refuse.js'
import { indexOfByte, placeAt, placeOfWord } from './position.js'
import { EngineRefusal, tooLarge } from './request.js'

/** The engine's codes by what they mean for whoever wrote the statement. */
const outOfReach = new Set(['81', '60', '497', '492', '291'])
const sentences: readonly (readonly [readonly number[], string])[] = [
  [[456, 457], 'Parameters in braces are not available here.'],
  [[164, 115, 452], 'SETTINGS are not available here.'],
  [[306, 167, 168], 'The statement is nested too deeply, or too long.'],
  [[42, 35, 36, 79, 131, 133, 134], 'A function gets arguments that it does not take.'],
  [[43, 44, 53, 70, 386, 130, 258], 'The types of an expression do not fit together.'],
  [[6, 27, 26, 38, 41, 72, 117, 321, 467, 675, 676], 'A text cannot be read as the type that is asked for.'],
  [[153, 407, 69], 'A calculation goes beyond the range of its type, or divides by zero.'],
  [[179, 352, 207, 403, 206], 'Names of the statement are ambiguous; use aliases.'],
  [[184, 215], 'Each column must be inside an aggregate function or stand in GROUP BY.'],
  [[427], 'A regular expression is not valid (the syntax is RE2).'],
  [[125], 'A subquery in the place of a value returns more than one row.'],
  [[48, 1, 344], 'A part of the statement is not supported here.'],
  [[636, 637], 'The columns of the parts of a UNION do not fit together.'],
]
const byCode = new Map(
  sentences.flatMap(([codes, text]) => codes.map((code) => [String(code), text] as const)),
)

/** The engine's account, password or database is not what was agreed: it has to be made again. */
export const isLost = (error: unknown): boolean =>
  error instanceof EngineRefusal && (error.code === '516' || error.code === '192' || error.code === '193')

/**
 * The error of a caller for whatever happened to the statement `typed`. Nothing of the engine's own words is in it but
 * names that the caller typed, and what lies outside of the workspace sounds like what does not exist.
 */
export function sqlError(error: unknown, typed: string): unknown {
  if (!(error instanceof EngineRefusal)) return clickhouseError(error)
  const { code, message } = error
  const said = (text: string): ServiceError => withCause(refuse(text), error)
  if (code === '62') return said(syntaxSentence(message, typed))
  if (outOfReach.has(code)) return said(missing('table', nameIn(message), typed))
  if (code === '47' || code === '10' || code === '16') return said(missing('column', nameIn(message), typed))
  if (code === '46' || code === '63') return said(missing('function', nameIn(message), typed))
  if (code === '202')
    return new ServiceError(
      'RATE_LIMITED',
      'Too many statements of this workspace are running; try again soon.',
      {
        retryAfter: 2,
        cause: error,
      },
    )
  if (code === '159' || code === '160') return overTime('statement', error)
  if (code === '241' || code === '173') return overMemory('statement', error)
  if (code === '396' || code === '307') return withCause(tooLarge(), error)
  const sentence = byCode.get(code)
  if (sentence !== undefined) return said(sentence)
  if (unavailable.has(code))
    return new ServiceError('UNAVAILABLE', 'SQL is not available now.', { retryAfter: 2, cause: error })
  return said('The statement fails while it runs; check its expressions and types.')
}

/** Nothing that the statement could help: disk, files, connections, a stop of the server, accounts. */
const unavailable = new Set([
  ...['74', '75', '76', '198', '203', '209', '210', '236', '242', '243', '252', '279', '394', '735'],
  ...['192', '193', '194', '516', '502', '503', '504'],
])

const withCause = (error: ServiceError, cause: unknown): ServiceError =>
  new ServiceError(error.code, error.message, { details: error.details, cause })

/** What the engine could not find, in the forms in which it says so. */
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

function missing(what: 'table' | 'column' | 'function', name: string | null, typed: string): string {
  const parts = name === null ? [] : [name, ...name.split('.').slice(-1)]
  for (const part of parts) {
    const place = placeOfWord(typed, part)
    if (place !== null) return `There is no ${what} "${part.slice(0, 100)}" (${place}).`
  }
  return `There is no such ${what} as one of those that the statement names.`
}

function syntaxSentence(message: string, typed: string): string {
  const byte = /failed at position (\d+)/.exec(message)?.[1]
  if (/Multi-statements are not allowed/.test(message)) return 'Only one SELECT statement is allowed.'
  if (byte === undefined) return 'The statement is not valid SQL.'
  const index = Math.min(indexOfByte(typed, Number(byte) - 1), typed.length)
  const near = /^\s*(?:[\p{L}\p{N}_]{1,40}|\S)/u.exec(typed.slice(index))?.[0].trim()
  const what = near === undefined ? 'the statement ends too early' : `unexpected "${near}"`
  return `The statement is not valid SQL at ${placeAt(typed, index)}: ${what}.`
}
