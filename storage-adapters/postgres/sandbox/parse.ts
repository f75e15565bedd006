import { hasSqlDetails, parse as parseTree, scan } from 'libpg-query'
import { invalid, type ServiceError } from '../../../core/contract/index.js'
import { lines, type Lines } from './position.js'

/** A complaint about the statement, on the field that carries it. */
export const refusal = (sentence: string): ServiceError => invalid('query', sentence)

export const mostBytes = 65_536

/**
 * Signs and words that make a tree deep: all but commas, names, constants, comments and the words that only make a list
 * longer. The parser's stack and ours end between 2,000 and 10,000 of the worst kind, one after the other.
 */
const mostSigns = 3_000
const flat = new Set(['ASCII_44', 'IDENT', 'SCONST', 'ICONST', 'FCONST', 'SQL_COMMENT', 'C_COMMENT'])
const flatWords = new Set(['and', 'or', 'as', 'by', 'asc', 'desc'])

const single = 'Write one SELECT statement: WITH, UNION and a semicolon at its end are fine, nothing else is.'

/**
 * The tree of the one statement in the text. It is parsed by the grammar of Postgres 18; an older server that reads a
 * text differently refuses it or reads a part of what was checked (numbers such as 1_000, the words of SQL/JSON).
 * Rejects with VALIDATION_ERROR.
 */
export async function parse(text: string): Promise<unknown> {
  if (!text.isWellFormed()) throw refusal('The statement holds half of a character (a lone surrogate).')
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text))
    throw refusal('The statement holds a control character; only tabs and line ends are allowed.')
  if (Buffer.byteLength(text) > mostBytes) throw refusal(`The statement is longer than ${mostBytes} bytes.`)
  if (text.trim() === '') throw refusal(single)
  const places = lines(text)
  const [statement, ...more] = await parsed(text, places)
  if (statement === undefined || more.length > 0) throw refusal(single)
  const tree = statement.stmt as Readonly<Record<string, unknown>> | undefined
  if (tree?.['SelectStmt'] === undefined) throw refusal(single)
  return tree
}

async function parsed(text: string, places: Lines): Promise<readonly { readonly stmt?: unknown }[]> {
  try {
    if ((await signsOf(text)) > mostSigns) throw refusal('The statement is too complex.')
    return (await parseTree(text)).stmts ?? []
  } catch (error) {
    if (error instanceof RangeError) throw refusal('The statement is too complex.')
    if (!hasSqlDetails(error)) throw error
    const { message, cursorPosition } = error.sqlDetails ?? { message: '', cursorPosition: -1 }
    if (message.startsWith('memory exhausted')) throw refusal('The statement is too complex.')
    const word = places.typed(cursorPosition)
    const near = word === '' ? ' at its end' : ` near “${word}”${places.told(cursorPosition)}`
    throw refusal(`The statement has a syntax error${near}.`)
  }
}

async function signsOf(text: string): Promise<number> {
  try {
    const { tokens } = await scan(text)
    return tokens.filter(
      ({ tokenName, text: word }) => !flat.has(tokenName) && !flatWords.has(word.toLowerCase()),
    ).length
  } catch {
    // What cannot be cut into words (an open quote) makes no tree either; the parser says it better.
    return 0
  }
}
