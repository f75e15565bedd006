/** Bytes of a buffer, unless one string needs more. */
const mostBytes = 1024 * 1024
const leastBytes = 4 * 1024

/** Longer strings are encoded by the platform; a call of it costs more than to copy a short one here. */
const longOf = 64

/** The most bytes of a length: 35 bits. */
const lengthBytes = 5

/**
 * Rows in ClickHouse's format RowBinary, written into large buffers: no string is built for a row or a cell. Integers
 * and doubles are little-endian, a string follows the length of its UTF-8 (LEB128).
 *
 *   string('é'), integer(5) → 02 c3 a9  05 00 00 00 00 00 00 00
 */
export class RowBytes {
  private readonly full: Buffer[] = []
  private bytes: Buffer
  private at = 0

  /** @param expected the approximate number of bytes in all */
  constructor(expected: number) {
    this.bytes = Buffer.allocUnsafeSlow(Math.min(mostBytes, Math.max(leastBytes, expected)))
  }

  /** The buffers with everything that was written. */
  end(): readonly Buffer[] {
    this.full.push(this.bytes.subarray(0, this.at))
    return this.full
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

  /** A nullable double; what JSON has no number for is null. */
  nullableDouble(value: number | null): void {
    this.room(1)
    const isNull = value === null || !Number.isFinite(value)
    this.bytes[this.at++] = isNull ? 1 : 0
    if (!isNull) this.double(value)
  }

  /** The length of a string or an array. */
  length(count: number): void {
    this.room(lengthBytes)
    let left = count
    for (; left > 0x7f; left >>>= 7) this.bytes[this.at++] = (left & 0x7f) | 0x80
    this.bytes[this.at++] = left
  }

  string(text: string): void {
    const { length } = text
    if (length > longOf) {
      this.long(text)
      return
    }
    this.room(1 + 3 * longOf)
    const { bytes } = this
    let at = this.at + 1
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index)
      if (code > 0x7f) {
        this.long(text)
        return
      }
      bytes[at++] = code
    }
    bytes[this.at] = length
    this.at = at
  }

  private long(text: string): void {
    // Three bytes a UTF-16 unit at most; they are counted only if that is more than a buffer has.
    const most = 3 * text.length < mostBytes / 2 ? 3 * text.length : Buffer.byteLength(text)
    this.room(lengthBytes + most)
    // The bytes first, behind the most that their length may take, as it is not known before.
    const from = this.at + lengthBytes
    const size = this.bytes.write(text, from)
    this.length(size)
    this.bytes.copyWithin(this.at, from, from + size)
    this.at += size
  }

  /** Makes room for so many bytes that follow each other. */
  private room(bytes: number): void {
    if (this.at + bytes <= this.bytes.length) return
    this.full.push(this.bytes.subarray(0, this.at))
    this.bytes = Buffer.allocUnsafeSlow(Math.max(mostBytes, bytes))
    this.at = 0
  }
}
