import pg from 'pg'
import { overMemory, overTime, ServiceError, tooManyStatements } from '../../../contract/index.js'
import { analyticsError } from '../errors.js'
import { noTable } from './guard.js'
import { invalidQuery, noForm, tooComplex } from './parse.js'
import { lines, quoted, type Origin } from './position.js'
import { noListOfKeys, noTextSearch } from './shadows.js'

const unclearType = 'the type of % cannot be determined; cast it'

/** Messages by SQLSTATE; `%` is the word at the position that the server reports. */
const sentences: Readonly<Record<string, string>> = {
  '0A000': noForm,
  '21000': 'a subquery used as a value must return at most one row',
  '22003': 'number out of range',
  '22004': 'null is not allowed here',
  '22007': 'invalid time or date',
  '22008': 'time or date out of range',
  '22011': 'invalid bounds of a substring',
  '22012': 'division by zero',
  '22013': 'invalid size of a window frame',
  '22023': 'invalid argument of a function',
  '22025': 'invalid escape sequence',
  '2201B': 'invalid or too complex regular expression',
  '2201E': 'invalid argument of a logarithm',
  '2201F': 'invalid argument of a power',
  '2201W': 'LIMIT must not be negative',
  '2201X': 'OFFSET must not be negative',
  '22P02': 'the string is not a valid value of its type',
  '42501': noTable,
  '3F000': noTable,
  '42P01': noTable,
  '42601': 'syntax error near %',
  '42611': 'invalid column definitions',
  '42701': 'duplicate column name',
  '42702': 'column % is ambiguous; qualify it with its table',
  '42703': 'unknown column %',
  '42704': 'unknown type or collation',
  '42712': 'duplicate table name or alias',
  '42725': 'call of % is ambiguous; cast its arguments',
  '42803': 'column % must be in GROUP BY or in an aggregate',
  '42804': 'types do not match at %; cast one of the values',
  '42846': 'the value at % cannot be cast to this type',
  '42883': 'unknown function or operator % for arguments of these types',
  '42P10': 'ORDER BY, GROUP BY or DISTINCT ON does not match the columns of SELECT',
  '42P18': unclearType,
  '42P19': 'invalid recursive query',
  '42P20': 'invalid use of window functions',
  '42P21': 'collations conflict; choose one with COLLATE',
  '42P22': 'the collation cannot be determined; choose one with COLLATE',
  '42P08': unclearType,
  '54001': tooComplex,
  '54011': 'the statement has too many columns',
  '54023': 'a function has too many arguments',
  [noListOfKeys]:
    'a list of keys cannot be removed from a jsonb value; remove one key at a time (value - key - key)',
  [noTextSearch]: 'strings cannot be searched by "@@"; use LIKE or a regular expression',
}

const beyondMemory = new Set(['53000', '53100', '53200', '53400'])

/**
 * Converts the error of a member's statement to a ServiceError: our message for its SQLSTATE, and the
 * position in the typed text. The server's own message may name objects outside the workspace. `offset` is
 * the number of characters that the service has put before the text, and `origin` what was typed for it.
 */
export function sqlError(
  error: unknown,
  text: string,
  offset: number,
  origin: Origin | null = null,
): unknown {
  if (error instanceof ServiceError || !(error instanceof pg.DatabaseError)) return analyticsError(error)
  const { code = '' } = error
  const options = { cause: error }
  if (code === '53300') return tooManyStatements('RATE_LIMITED', 'service', error)
  if (code === '57014') return overTime('statement', error)
  if (code === '55P03' || code === '40P01')
    return new ServiceError('UNAVAILABLE', 'the tables are being changed; try again soon', {
      ...options,
      retryAfter: 1,
    })
  // Postgres reports an allocation beyond 1 GB as an internal error (XX000).
  const tooLarge =
    code === '54000' || (code === 'XX000' && /memory alloc|out of memory|enlarge/.test(error.message))
  if (beyondMemory.has(code) || tooLarge) return overMemory('statement', error)
  if (/^(08|57P|25P)/.test(code)) return analyticsError(error)
  const places = lines(text, origin)
  const position = error.position === undefined ? null : Number(error.position) - 1 - offset
  const known = sentences[code] ?? (code.startsWith('22') ? 'a value is not valid for this operation' : null)
  const sentence = known ?? `the statement cannot be run (SQLSTATE ${code})`
  const word = places.wordAt(position)
  const filled =
    word === '' ? sentence.replace(/(?: of| at| near)? %/, '') : sentence.replace('%', () => quoted(word))
  const { code: kind, message, details } = invalidQuery(`${filled}${places.shown(position)}`)
  return new ServiceError(kind, message, { details, cause: error })
}
