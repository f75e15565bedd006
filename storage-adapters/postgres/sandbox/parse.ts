import { hasSqlDetails, parse as parseTree, scan } from 'libpg-query'
import { invalid, type ServiceError } from '../../../contract/index.js'
import { lines, quoted, type Lines, type Origin } from './position.js'

/** A VALIDATION_ERROR about the field `query`. */
export const invalidQuery = (message: string): ServiceError => invalid('query', message)

export const noForm = 'this form of SQL is not supported'
export const tooComplex = 'the statement is too complex'

/** The most bytes of a statement. */
export const mostBytes = 65_536

/**
 * The most tokens that make a tree deep: all but commas, names, constants, comments and words that only make
 * a list longer. The stacks of the parser and of this process overflow between 2,000 and 10,000 consecutive
 * tokens of the worst kind.
 */
const mostSigns = 3_000
const flat = new Set(['ASCII_44', 'IDENT', 'SCONST', 'ICONST', 'FCONST', 'SQL_COMMENT', 'C_COMMENT'])
const flatWords = new Set(['and', 'or', 'as', 'by', 'asc', 'desc'])

const single = 'only one SELECT statement is allowed'

/**
 * Parses the text by the grammar of Postgres 18 and returns the tree of its one SELECT. An older server that
 * reads the text differently rejects it or reads a part of the checked text (numbers such as 1_000, the words
 * of SQL/JSON). Rejects with VALIDATION_ERROR.
 */
export async function parse(text: string, origin: Origin | null = null): Promise<unknown> {
  if (!text.isWellFormed()) throw invalidQuery('the statement must be valid Unicode')
  // eslint-disable-next-line no-control-regex -- it searches for control characters
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text))
    throw invalidQuery('the statement must not contain control characters other than tabs and line breaks')
  if (Buffer.byteLength(origin?.text ?? text) > mostBytes)
    throw invalidQuery(`the statement must be at most ${mostBytes / 1024} KiB`)
  if (text.trim() === '') throw invalidQuery('the statement must not be empty')
  const places = lines(text, origin)
  const [statement, ...more] = await parsed(text, places)
  if (statement === undefined || more.length > 0) throw invalidQuery(single)
  const tree = statement.stmt as Readonly<Record<string, unknown>> | undefined
  if (tree?.['SelectStmt'] === undefined) throw invalidQuery(single)
  return tree
}

async function parsed(text: string, places: Lines): Promise<readonly { readonly stmt?: unknown }[]> {
  try {
    if ((await signsOf(text)) > mostSigns) throw invalidQuery(tooComplex)
    return (await parseTree(text)).stmts ?? []
  } catch (error) {
    if (error instanceof RangeError) throw invalidQuery(tooComplex)
    if (!hasSqlDetails(error)) throw error
    const { message, cursorPosition } = error.sqlDetails ?? { message: '', cursorPosition: -1 }
    if (message.startsWith('memory exhausted')) throw invalidQuery(tooComplex)
    const word = places.wordAt(cursorPosition)
    const near =
      word === '' ? ' at the end of the statement' : ` near ${quoted(word)}${places.shown(cursorPosition)}`
    throw invalidQuery(`syntax error${near}`)
  }
}

async function signsOf(text: string): Promise<number> {
  try {
    const { tokens } = await scan(text)
    return tokens.filter(
      ({ tokenName, text: word }) => !flat.has(tokenName) && !flatWords.has(word.toLowerCase()),
    ).length
  } catch {
    // A text that cannot be split into tokens (an open quote) cannot be
    // parsed either; the parser's error says where.
    return 0
  }
}
