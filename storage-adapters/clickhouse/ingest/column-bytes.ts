import { ByteWriter } from '../../sql/byte-writer.js'

/** Bytes of a buffer, unless one string needs more. */
const mostBytes = 1024 * 1024

/** The most bytes of a length: 35 bits. */
const lengthBytes = 5

/** The bytes that a length takes. */
function bytesOf(length: number): number {
  let bytes = 1
  for (let left = length; left > 0x7f; left >>>= 7) bytes++
  return bytes
}

/**
 * Values of a column in ClickHouse's format Native. Integers and doubles are little-endian, a string follows the length of
 * its UTF-8 (LEB128).
 *
 *   string('é'), integer(5) → 02 c3 a9  05 00 00 00 00 00 00 00
 */
export class ColumnBytes extends ByteWriter {
  /** @param expected the approximate number of bytes in all */
  constructor(expected: number) {
    super(expected, mostBytes)
  }

  /** An integer of 64 bits that a number holds exactly. */
  integer(value: number): void {
    const high = Math.floor(value / 2 ** 32)
    this.words(value - high * 2 ** 32, high)
  }

  /** An integer of 64 bits as its low and its high word. */
  words(low: number, high: number): void {
    this.room(8)
    const { bytes, at } = this
    bytes[at] = low
    bytes[at + 1] = low >>> 8
    bytes[at + 2] = low >>> 16
    bytes[at + 3] = low >>> 24
    bytes[at + 4] = high
    bytes[at + 5] = high >>> 8
    bytes[at + 6] = high >>> 16
    bytes[at + 7] = high >>> 24
    this.at = at + 8
  }

  double(value: number): void {
    this.room(8)
    this.at = this.bytes.writeDoubleLE(value, this.at)
  }

  /** A boolean or a small number. */
  byte(value: number): void {
    this.room(1)
    this.bytes[this.at++] = value
  }

  /** The length of a string or a list. */
  length(count: number): void {
    this.room(lengthBytes)
    let left = count
    for (; left > 0x7f; left >>>= 7) this.bytes[this.at++] = (left & 0x7f) | 0x80
    this.bytes[this.at++] = left
  }

  string(text: string): void {
    this.roomFor(lengthBytes, text)
    // The string first, as its length is not known before: behind the bytes that the length of an ASCII string takes.
    const from = this.at + bytesOf(text.length)
    const size = this.utf8(text, from)
    const own = this.at + bytesOf(size)
    if (own !== from) this.bytes.copyWithin(own, from, from + size)
    this.length(size)
    this.at += size
  }
}
