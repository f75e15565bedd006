/**
 * Returns true only if `JSON.stringify(JSON.parse(text))` is known to return `text`: a flat object without blanks, whose
 * names are distinct, whose strings have nothing to escape, and whose numbers are short. It reads the text once and
 * keeps nothing, and so costs a fraction of parsing. Most exports write their JSON like this.
 *
 *   {"plan":"pro","amount":12.5} → true
 *   {"plan": "pro"}, {"a":1,"a":2}, {"a":1.0}, {"b":1,"2":1}, {"a":{}} → false: written differently, or perhaps
 */
export function isNormalJson(text: string): boolean {
  const last = text.length - 1
  if (last < 1 || text.charCodeAt(0) !== openObject || text.charCodeAt(last) !== closeObject) return false
  if (last === 1) return true
  for (let at = 1, names = 0; ; at++) {
    if (text.charCodeAt(at) !== quote) return false
    // Names that are integers come first, wherever they stand.
    if (isDigit(text.charCodeAt(at + 1))) return false
    const end = endOfString(text, at + 1)
    if (end === -1 || names === mostNames || isRepeated(text, at + 1, end, names)) return false
    names++
    if (text.charCodeAt(end + 1) !== colon) return false
    at = endOfValue(text, end + 2)
    if (at === -1) return false
    const next = text.charCodeAt(at)
    if (next !== comma) return next === closeObject && at === last
  }
}

const [openObject, closeObject, quote, backslash] = [0x7b, 0x7d, 0x22, 0x5c]
const [colon, comma, minus, dot, zero] = [0x3a, 0x2c, 0x2d, 0x2e, 0x30]

const isDigit = (code: number): boolean => code >= zero && code <= zero + 9

const mostNames = 64
/** A hash of each name so far. Two names with equal hashes count as the same one. */
const hashes = new Int32Array(mostNames)

function isRepeated(text: string, from: number, end: number, names: number): boolean {
  let hash = end - from
  for (let at = from; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  for (let index = 0; index < names; index++) if (hashes[index] === hash) return true
  hashes[names] = hash
  return false
}

/** Returns the place of the quote that ends a string, or -1 if the string has anything that may be escaped. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code < 0x20 || code === backslash || (code >= 0xd800 && code <= 0xdfff)) return -1
  }
  return -1
}

/** Returns the place after a value, or -1 if it is neither a string, a short number, a boolean nor null. */
function endOfValue(text: string, from: number): number {
  const code = text.charCodeAt(from)
  if (code === quote) return endOfString(text, from + 1) + 1 || -1
  if (code === minus || isDigit(code)) return endOfNumber(text, from)
  for (const word of words) if (text.startsWith(word, from)) return from + word.length
  return -1
}

const words = ['true', 'false', 'null']

/**
 * Returns the place after a number, or -1 if a double may be written differently: at most 15 digits, or 9 and a
 * fraction of 6, are the shortest that name their double, and no exponent is written for these.
 */
function endOfNumber(text: string, from: number): number {
  const start = text.charCodeAt(from) === minus ? from + 1 : from
  let at = start
  while (isDigit(text.charCodeAt(at))) at++
  const digits = at - start
  const startsWithZero = text.charCodeAt(start) === zero
  if (digits === 0 || digits > 15 || (startsWithZero && digits > 1)) return -1
  // -0 is written as 0.
  if (text.charCodeAt(at) !== dot) return startsWithZero && start > from ? -1 : at
  const fraction = ++at
  while (isDigit(text.charCodeAt(at))) at++
  const decimals = at - fraction
  return digits > 9 || decimals === 0 || decimals > 6 || text.charCodeAt(at - 1) === zero ? -1 : at
}
