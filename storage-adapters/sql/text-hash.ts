import * as crypto from 'node:crypto'
import { block, digest, words } from './md5-block.js'

/**
 * Writes the first 64 bits of MD5 (RFC 1321) of a string as two words, as the tables store the hashes of ids: the low one to
 * `into[at]`, the high one behind it. Short strings of ASCII, as ids are, take one block, for which a call of the platform's
 * library would cost several times as much.
 * @param isLast whether to write the last 64 bits of the MD5, as Postgres stores the keys of users, and not the first
 */
export function hashInto(text: string, into: Uint32Array, at: number, isLast = false): void {
  if (fill(text)) {
    digest()
    into[at] = words[isLast ? 3 : 1] ?? 0
    into[at + 1] = words[isLast ? 2 : 0] ?? 0
  } else {
    const hex = crypto.hash('md5', text).slice(isLast ? 16 : 0)
    into[at] = parseInt(hex.slice(8, 16), 16)
    into[at + 1] = parseInt(hex.slice(0, 8), 16)
  }
}

/** The most bytes that leave room in a block for the end mark and the length. */
const mostBytes = 55

/** Fills the block with the string. Returns false if it is not ASCII or too long. */
function fill(text: string): boolean {
  const { length } = text
  if (length > mostBytes) return false
  const whole = length >> 2
  let [at, bits] = [0, 0]
  for (let word = 0; word < whole; word++, at += 4) {
    const [one, two] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
    const [three, four] = [text.charCodeAt(at + 2), text.charCodeAt(at + 3)]
    bits |= one | two | three | four
    block[word] = one | (two << 8) | (three << 16) | (four << 24)
  }
  let rest = 0x80 << ((length & 3) * 8)
  for (; at < length; at++) {
    const code = text.charCodeAt(at)
    bits |= code
    rest |= code << ((at & 3) * 8)
  }
  if (bits > 0x7f) return false
  block[whole] = rest
  block.fill(0, whole + 1)
  block[14] = length * 8
  return true
}
