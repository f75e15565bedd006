/** Returns the line and column of an index, counted from 1 in characters: `line 2, column 7`. */
export const placeAt = (text: string, index: number): string => {
  const before = text.slice(0, index)
  const line = before.split('\n').length
  return `line ${line}, column ${Array.from(before.slice(before.lastIndexOf('\n') + 1)).length + 1}`
}

/** Returns the string index of a byte offset in the string's UTF-8 encoding. */
export const indexOfByte = (text: string, byte: number): number =>
  Buffer.from(text).subarray(0, byte).toString('utf8').length

/** Returns the line and column of a whole word's first occurrence, or null if there is none. */
export function placeOfWord(text: string, word: string): string | null {
  for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + 1)) {
    const [before = '', after = ''] = [text[index - 1], text[index + word.length]]
    if (!isPart.test(before) && !isPart.test(after)) return placeAt(text, index)
  }
  return null
}

const isPart = /^[\p{L}\p{N}_]/u
