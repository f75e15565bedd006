import type { JsonValue } from '../../../contract/index.js'

/**
 * Parses an array in Postgres' text format, and its elements by `read`. Explicit bounds are ignored. Returns
 * a malformed string unchanged.
 *
 *     {1,NULL,"a \"b\""}    [1, null, 'a "b"']
 *     {{1},{2}}             [[1], [2]]
 *     [0:1]={1,2}           [1, 2]
 */
export function parseArray(text: string, read: (text: string) => JsonValue): JsonValue {
  const start = text.startsWith('[') ? text.indexOf('=') + 1 : 0
  const open: JsonValue[][] = []
  let index = start

  function element(): string | null {
    if (text[index] !== '"') {
      const from = index
      while (index < text.length && text[index] !== ',' && text[index] !== '}') index++
      const word = text.slice(from, index)
      return word === 'NULL' ? null : word
    }
    let value = ''
    for (index++; index < text.length && text[index] !== '"'; index++) {
      if (text[index] === '\\') index++
      value += text[index] ?? ''
    }
    index++
    return value
  }

  while (index < text.length) {
    const list = open.at(-1)
    if (text[index] === '{') {
      const inner: JsonValue[] = []
      list?.push(inner)
      open.push(inner)
      index++
    } else if (text[index] === '}') {
      index++
      if (open.length === 1) return list ?? []
      open.pop()
    } else if (text[index] === ',') index++
    else if (list === undefined) return text
    else {
      const word = element()
      list.push(word === null ? null : read(word))
    }
  }
  return text
}
