export const keywords =
  'SELECT FROM WHERE GROUP BY ORDER LIMIT HAVING WITH AS AND OR NOT IN IS NULL LIKE BETWEEN JOIN LEFT INNER ON USING UNION ALL DISTINCT CASE WHEN THEN ELSE END ASC DESC INTERVAL'.split(
    ' ',
  )

const functions = 'count sum avg min max round lower upper length coalesce now'.split(' ')

export interface Token {
  readonly kind: 'keyword' | 'function' | 'text' | 'number' | 'comment' | 'plain'
  readonly text: string
}

const pattern =
  /(--[^\n]*|\/\*[^]*?(?:\*\/|$))|('(?:[^'\\]|''|\\.)*'?)|(\b\d+(?:\.\d+)?\b)|([A-Za-z_]\w*)|([^])/g

/** Splits a statement into tokens for highlighting; the texts of all tokens together are the statement. */
export function tokensOf(statement: string): readonly Token[] {
  const tokens: Token[] = []
  for (const [text, comment, quoted, number, word] of statement.matchAll(pattern)) {
    const kind =
      comment !== undefined
        ? 'comment'
        : quoted !== undefined
          ? 'text'
          : number !== undefined
            ? 'number'
            : word === undefined
              ? 'plain'
              : kindOfWord(word)
    const last = tokens.at(-1)
    if (kind === 'plain' && last?.kind === 'plain')
      tokens[tokens.length - 1] = { kind, text: last.text + text }
    else tokens.push({ kind, text })
  }
  return tokens
}

function kindOfWord(word: string): Token['kind'] {
  if (keywords.includes(word.toUpperCase())) return 'keyword'
  return functions.includes(word.toLowerCase()) ? 'function' : 'plain'
}

export interface Suggestion {
  readonly text: string
  readonly about: string
}

export const keywordSuggestions: readonly Suggestion[] = [
  ...keywords.map((text) => ({ text, about: '' })),
  ...functions.map((text) => ({ text, about: 'function' })),
]
