import * as crypto from 'node:crypto'

/**
 * The first 64 bits of MD5 (RFC 1321) of a string as a decimal integer, as the tables store the hashes of messages: with
 * `signed` in two's complement, as Postgres' bigint.
 */
export function textHash(text: string, signed = false): string {
  hashInto(text, pair, 0)
  const hash = (BigInt(pair[1] ?? 0) << 32n) | BigInt(pair[0] ?? 0)
  return (signed ? BigInt.asIntN(64, hash) : hash).toString()
}

const pair = new Uint32Array(2)

/**
 * Writes the same 64 bits as two words: the low one to `into[at]`, the high one behind it. Short strings of ASCII, as ids
 * are, take one block, for which a call of the platform's library would cost more.
 */
export function hashInto(text: string, into: Uint32Array, at: number): void {
  if (fill(text)) digest(into, at)
  else {
    const hex = crypto.hash('md5', text)
    into[at] = parseInt(hex.slice(8, 16), 16)
    into[at + 1] = parseInt(hex.slice(0, 8), 16)
  }
}

const block = new Int32Array(16)
/** The most bytes that leave room in a block for the end mark and the length. */
const mostBytes = 55

/** Fills the block with the string. Returns false if it is not ASCII or too long. */
function fill(text: string): boolean {
  const { length } = text
  if (length > mostBytes) return false
  block.fill(0)
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) return false
    block[at >> 2] = (block[at >> 2] ?? 0) | (code << ((at & 3) * 8))
  }
  block[length >> 2] = (block[length >> 2] ?? 0) | (0x80 << ((length & 3) * 8))
  block[14] = length * 8
  return true
}

const sines = Int32Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32))
const [startA, startB, startC, startD] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476]

/** One step: `sum` is what it adds up, `before` the second word. */
const turned = (sum: number, shift: number, before: number): number =>
  (before + ((sum << shift) | (sum >>> (32 - shift)))) | 0

/** The constant and the word of the block that a step adds. */
const added = (step: number, word: number): number => ((sines[step] ?? 0) + (block[word & 15] ?? 0)) | 0

/** Writes the first two words of the block's digest. Four steps at a time, so that no word changes its variable. */
function digest(into: Uint32Array, at: number): void {
  let [a, b, c, d] = [startA, startB, startC, startD]
  for (let i = 0; i < 16; i += 4) {
    a = turned((a + ((b & c) | (~b & d)) + added(i, i)) | 0, 7, b)
    d = turned((d + ((a & b) | (~a & c)) + added(i + 1, i + 1)) | 0, 12, a)
    c = turned((c + ((d & a) | (~d & b)) + added(i + 2, i + 2)) | 0, 17, d)
    b = turned((b + ((c & d) | (~c & a)) + added(i + 3, i + 3)) | 0, 22, c)
  }
  for (let i = 16; i < 32; i += 4) {
    a = turned((a + ((d & b) | (~d & c)) + added(i, 5 * i + 1)) | 0, 5, b)
    d = turned((d + ((c & a) | (~c & b)) + added(i + 1, 5 * i + 6)) | 0, 9, a)
    c = turned((c + ((b & d) | (~b & a)) + added(i + 2, 5 * i + 11)) | 0, 14, d)
    b = turned((b + ((a & c) | (~a & d)) + added(i + 3, 5 * i + 16)) | 0, 20, c)
  }
  for (let i = 32; i < 48; i += 4) {
    a = turned((a + (b ^ c ^ d) + added(i, 3 * i + 5)) | 0, 4, b)
    d = turned((d + (a ^ b ^ c) + added(i + 1, 3 * i + 8)) | 0, 11, a)
    c = turned((c + (d ^ a ^ b) + added(i + 2, 3 * i + 11)) | 0, 16, d)
    b = turned((b + (c ^ d ^ a) + added(i + 3, 3 * i + 14)) | 0, 23, c)
  }
  for (let i = 48; i < 64; i += 4) {
    a = turned((a + (c ^ (b | ~d)) + added(i, 7 * i)) | 0, 6, b)
    d = turned((d + (b ^ (a | ~c)) + added(i + 1, 7 * i + 7)) | 0, 10, a)
    c = turned((c + (a ^ (d | ~b)) + added(i + 2, 7 * i + 14)) | 0, 15, d)
    b = turned((b + (d ^ (c | ~a)) + added(i + 3, 7 * i + 21)) | 0, 21, c)
  }
  into[at + 1] = swapped(a + startA)
  into[at] = swapped(b + startB)
}

/** The bytes of a word in the other order. */
const swapped = (word: number): number =>
  (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | ((word >>> 24) & 0xff)
