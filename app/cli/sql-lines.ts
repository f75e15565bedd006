const pieces = /'(?:[^'\\]|\\.|'')*'|"(?:[^"]|"")*"|`[^`]*`|[(),]|[A-Za-z_][A-Za-z0-9_]*|\s+|./gsy

/** Words that begin a new line inside a query, each with a preceding word that cancels this. */
const beginnings = new Map<string, string | null>([
  ['SELECT', null],
  ['FROM', 'DISTINCT'],
  ['WHERE', null],
  ['GROUP', 'WITHIN'],
  ['HAVING', null],
  ['ORDER', null],
  ['LIMIT', null],
  ['OFFSET', null],
  ['UNION', null],
  ['WINDOW', null],
])
/** They begin a line if JOIN follows: LEFT JOIN, but not LEFT(text, 3). */
const joins = new Set(['JOIN', 'LEFT', 'RIGHT', 'INNER', 'CROSS', 'ALL', 'ANY', 'SEMI', 'ANTI'])

/**
 * Formats a statement with one line per clause and indented subqueries. Only white space between tokens
 * changes: strings, quoted names and the inside of function calls stay as they are.
 */
export function sqlLines(sql: string): string {
  const tokens = [...sql.matchAll(pieces)].map(([token]) => token)
  /** For each open bracket, whether it contains a query; the statement itself is the first entry. */
  const inQuery = [true]
  let depth = 0
  let previous = ''
  let text = ''
  const newLine = (): void => {
    text = `${text.trimEnd()}\n${'  '.repeat(depth)}`
  }
  for (const [index, token] of tokens.entries()) {
    const word = token.toUpperCase()
    const next = wordAfter(tokens, index)
    if (token === '(') {
      const query = next === 'SELECT' || next === 'WITH' || next === '('
      const isQuery = query && holdsQuery(tokens, index)
      inQuery.push(isQuery)
      text += token
      if (isQuery) depth++
    } else if (token === ')') {
      if (inQuery.length > 1 && inQuery.pop() === true) {
        depth--
        newLine()
      }
      text += token
    } else {
      if (text !== '' && inQuery.at(-1) === true && begins(word, previous, next)) newLine()
      text += /^\s+$/.test(token) ? (/\s$/.test(text) ? '' : ' ') : token
    }
    if (!/^\s+$/.test(token)) previous = word
  }
  return text.trim()
}

function begins(word: string, previous: string, next: string): boolean {
  if (joins.has(word)) return (word === 'JOIN' || joins.has(next)) && !joins.has(previous)
  const without = beginnings.get(word)
  return without !== undefined && without !== previous
}

/** The next token that is not white space. */
function wordAfter(tokens: readonly string[], index: number): string {
  const next = tokens.slice(index + 1, index + 3).find((token) => token.trim() !== '')
  return next?.toUpperCase() ?? ''
}

/** Whether nested brackets contain a query: (SELECT …) UNION (SELECT …). */
function holdsQuery(tokens: readonly string[], index: number): boolean {
  const next = tokens.slice(index + 1).find((token) => token.trim() !== '' && token !== '(')
  return next !== undefined && ['SELECT', 'WITH'].includes(next.toUpperCase())
}
