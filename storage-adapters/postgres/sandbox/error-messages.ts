import pg from 'pg'
import { overMemory, overTime, ServiceError } from '../../../core/contract/index.js'
import { analyticsError } from '../errors.js'
import { noTable } from './guard.js'
import { refusal } from './parse.js'
import { lines } from './position.js'
import { noListOfKeys, noTextSearch } from './shadows.js'

/** What is wrong with a statement, by SQLSTATE; `%` is the word that stands at the place the server names. */
const sentences: Readonly<Record<string, string>> = {
  '0A000': 'This form of SQL is not available',
  '21000': 'A subquery that must give one row gives several',
  '22003': 'A number is out of range',
  '22004': 'A value is null where it must not be',
  '22007': 'A text is no valid time or date',
  '22008': 'A time or date is out of range',
  '22011': 'The bounds of a substring are not valid',
  '22012': 'A number is divided by zero',
  '22013': 'The size of a window frame is not valid',
  '22023': 'An argument of a function is not valid',
  '22025': 'An escape sequence is not valid',
  '2201B': 'A regular expression is not valid, or too complex',
  '2201E': 'An argument of a logarithm is not valid',
  '2201F': 'An argument of a power is not valid',
  '2201W': 'LIMIT must not be negative',
  '2201X': 'OFFSET must not be negative',
  '22P02': 'A text is no valid value of the type it is read as',
  '42501': noTable,
  '3F000': noTable,
  '42P01': noTable,
  '42601': 'The statement has a syntax error near “%”',
  '42611': 'The column definitions are not valid',
  '42701': 'A column is named twice',
  '42702': 'The column “%” is ambiguous: name its table',
  '42703': 'There is no column “%” here',
  '42704': 'There is no such type or collation here',
  '42712': 'A table name or alias is used twice',
  '42725': 'The call “%” is ambiguous: cast its arguments',
  '42803': 'The column “%” must stand in GROUP BY or in an aggregate',
  '42804': 'The types of values do not fit together at “%”',
  '42846': 'The value at “%” cannot be cast to this type',
  '42883': 'There is no function or operator “%” for arguments of these types',
  '42P10': 'ORDER BY, GROUP BY or DISTINCT ON does not fit the columns of SELECT',
  '42P18': 'The type of “%” is not clear: cast it',
  '42P19': 'The recursive query is not valid',
  '42P20': 'The use of window functions is not valid',
  '42P21': 'Collations do not fit together: name one with COLLATE',
  '42P22': 'The collation is not clear: name one with COLLATE',
  '42P08': 'The type of “%” is not clear: cast it',
  '54001': 'The statement is too complex',
  '54011': 'The statement has too many columns',
  '54023': 'A function has too many arguments',
  [noListOfKeys]:
    'A list of keys cannot be taken from a jsonb value: take one after the other (value - key - key)',
  [noTextSearch]: 'Texts cannot be searched by “@@”: use LIKE or a regular expression',
}

const beyondMemory = new Set(['53000', '53100', '53200', '53400'])

/**
 * What a member may learn of a failed statement: our sentence for its SQLSTATE, and the place in the typed text. The
 * server's own words may name what lies outside the workspace. `offset` is how many characters of ours precede the text.
 */
export function sqlError(error: unknown, text: string, offset: number): unknown {
  if (error instanceof ServiceError || !(error instanceof pg.DatabaseError)) return analyticsError(error)
  const { code = '' } = error
  const options = { cause: error }
  if (code === '53300')
    return new ServiceError('RATE_LIMITED', 'Too many SQL statements are running; try again soon.', {
      ...options,
      retryAfter: 2,
    })
  if (code === '57014') return overTime('statement', error)
  if (code === '55P03' || code === '40P01')
    return new ServiceError('UNAVAILABLE', 'The tables are being changed; try again soon.', {
      ...options,
      retryAfter: 1,
    })
  // An allocation beyond 1 GB is told as a fault of the server's own.
  const tooLarge =
    code === '54000' || (code === 'XX000' && /memory alloc|out of memory|enlarge/.test(error.message))
  if (beyondMemory.has(code) || tooLarge) return overMemory('statement', error)
  if (/^(08|57P|25P)/.test(code)) return analyticsError(error)
  const places = lines(text)
  const position = error.position === undefined ? null : Number(error.position) - 1 - offset
  const known =
    sentences[code] ?? (code.startsWith('22') ? 'A value is not valid for what is done with it' : null)
  const sentence = known ?? `The statement cannot be run (SQLSTATE ${code})`
  const word = places.typed(position)
  const filled = word === '' ? sentence.replace(/ “%”/, '') : sentence.replace('%', () => word)
  const told = refusal(`${filled}${places.told(position)}.`)
  return new ServiceError(told.code, told.message, { details: told.details, cause: error })
}
