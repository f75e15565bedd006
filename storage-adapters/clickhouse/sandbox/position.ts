/** Where something stands in the text that was typed, for the one who typed it. */
export const placeAt = (text: string, index: number): string => {
  const before = text.slice(0, index)
  const line = before.split('\n').length
  return `line ${line}, column ${Array.from(before.slice(before.lastIndexOf('\n') + 1)).length + 1}`
}

/** The place of a byte of the text as UTF-8. */
export const indexOfByte = (text: string, byte: number): number =>
  Buffer.from(text).subarray(0, byte).toString('utf8').length

/** The first place of a whole word, or null where the text has it nowhere. */
export function placeOfWord(text: string, word: string): string | null {
  for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + 1)) {
    const [before = '', after = ''] = [text[index - 1], text[index + word.length]]
    if (!isPart.test(before) && !isPart.test(after)) return placeAt(text, index)
  }
  return null
}

const isPart = /^[\p{L}\p{N}_]/u
