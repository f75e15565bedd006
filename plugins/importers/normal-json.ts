/**
 * Returns true only if `JSON.stringify(JSON.parse(text))` is known to return the text that these bytes of UTF-8 are: a flat object without blanks, whose
 * names are distinct, whose strings have nothing to escape, and whose numbers are short. It reads the text once and
 * keeps nothing, and so costs a fraction of parsing. Most exports write their JSON like this.
 *
 *   {"plan":"pro","amount":12.5} → true
 *   {"plan": "pro"}, {"a":1,"a":2}, {"a":1.0}, {"b":1,"2":1}, {"a":{}} → false: written differently, or perhaps
 */
export function isNormalJson(text: Uint8Array, start = 0, end = text.length): boolean {
  const last = end - 1
  if (last - start < 1 || text[start] !== openObject || text[last] !== closeObject) return false
  if (last - start === 1) return true
  for (let at = start + 1, names = 0; ; at++) {
    if (text[at] !== quote) return false
    // Names that are integers come first, wherever they stand.
    if (isDigit(text[at + 1])) return false
    const nameEnd = endOfString(text, at + 1, last)
    if (nameEnd === -1 || names === mostNames || isRepeated(text, at + 1, nameEnd, names)) return false
    names++
    if (text[nameEnd + 1] !== colon) return false
    at = endOfValue(text, nameEnd + 2, last)
    if (at === -1) return false
    const next = text[at]
    if (next !== comma) return next === closeObject && at === last
  }
}

const [openObject, closeObject, quote, backslash] = [0x7b, 0x7d, 0x22, 0x5c]
const [colon, comma, minus, dot, zero] = [0x3a, 0x2c, 0x2d, 0x2e, 0x30]

const isDigit = (code: number | undefined): boolean => code !== undefined && code >= zero && code <= zero + 9

const mostNames = 64
/** A hash of each name so far. Two names with equal hashes count as the same one. */
const hashes = new Int32Array(mostNames)

function isRepeated(text: Uint8Array, from: number, end: number, names: number): boolean {
  let hash = end - from
  for (let at = from; at < end; at++) hash = (Math.imul(hash, 31) + (text[at] as number)) | 0
  for (let index = 0; index < names; index++) if (hashes[index] === hash) return true
  hashes[names] = hash
  return false
}

/** Returns the place of the quote that ends a string before `last`, or -1 if the string has anything that may be escaped. */
function endOfString(text: Uint8Array, from: number, last: number): number {
  for (let at = from; at < last; at++) {
    const code = text[at] as number
    if (code === quote) return at
    if (code < 0x20 || code === backslash) return -1
  }
  return -1
}

/** Returns the place after a value, or -1 if it is neither a string, a short number, a boolean nor null. */
function endOfValue(text: Uint8Array, from: number, last: number): number {
  const code = text[from]
  if (code === quote) return endOfString(text, from + 1, last) + 1 || -1
  if (code === minus || isDigit(code)) return endOfNumber(text, from)
  for (const word of words) if (startsWith(text, word, from)) return from + word.length
  return -1
}

const words = ['true', 'false', 'null'].map((word) => Buffer.from(word))

function startsWith(text: Uint8Array, word: Uint8Array, from: number): boolean {
  for (let index = 0; index < word.length; index++) if (text[from + index] !== word[index]) return false
  return true
}

/**
 * Returns the place after a number, or -1 if a double may be written differently: at most 15 digits, or 9 and a
 * fraction of 6, are the shortest that name their double, and no exponent is written for these.
 */
function endOfNumber(text: Uint8Array, from: number): number {
  const start = text[from] === minus ? from + 1 : from
  let at = start
  while (isDigit(text[at])) at++
  const digits = at - start
  const startsWithZero = text[start] === zero
  if (digits === 0 || digits > 15 || (startsWithZero && digits > 1)) return -1
  // -0 is written as 0.
  if (text[at] !== dot) return startsWithZero && start > from ? -1 : at
  const fraction = ++at
  while (isDigit(text[at])) at++
  const decimals = at - fraction
  return digits > 9 || decimals === 0 || decimals > 6 || text[at - 1] === zero ? -1 : at
}
