import * as crypto from 'node:crypto'

/**
 * The first 64 bits of MD5 (RFC 1321) of a string as a decimal integer, as the tables store the hashes of messages: with
 * `signed` in two's complement, as Postgres' bigint. Short strings of ASCII, as ids are, take one block, for which
 * a call of the platform's library would cost more.
 */
export function textHash(text: string, signed = false): string {
  if (!fill(text)) {
    const hash = BigInt(`0x${crypto.hash('md5', text).slice(0, 16)}`)
    return (signed ? BigInt.asIntN(64, hash) : hash).toString()
  }
  digest()
  return String((signed ? signedBits : bits)[0])
}

const words = new Uint32Array(2)
const bits = new BigUint64Array(words.buffer)
const signedBits = new BigInt64Array(words.buffer)
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
const [low, high] = isLittleEndian ? [0, 1] : [1, 0]

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
const shifts = Int32Array.from([7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21])
const [startA, startB, startC, startD] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476]

/** The word of the block that each step adds. */
const wordOf = Int32Array.from({ length: 64 }, (_, step) =>
  step < 16 ? step : step < 32 ? (5 * step + 1) % 16 : step < 48 ? (3 * step + 5) % 16 : (7 * step) % 16,
)

/** Writes the first two words of the block's digest to `words`. */
function digest(): void {
  let [a, b, c, d] = [startA, startB, startC, startD]
  for (let step = 0; step < 64; step++) {
    const round = step >> 4
    const mixed =
      round === 0
        ? (b & c) | (~b & d)
        : round === 1
          ? (d & b) | (~d & c)
          : round === 2
            ? b ^ c ^ d
            : c ^ (b | ~d)
    const sum = (a + mixed + (sines[step] ?? 0) + (block[wordOf[step] ?? 0] ?? 0)) | 0
    const shift = shifts[round * 4 + (step & 3)] ?? 0
    a = d
    d = c
    c = b
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0
  }
  words[high] = swapped(a + startA)
  words[low] = swapped(b + startB)
}

/** The bytes of a word in the other order. */
const swapped = (word: number): number =>
  (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | ((word >>> 24) & 0xff)
