/** Buffers up to this size may be cut from a pool, whose content changes later. */
const pooled = Buffer.poolSize
/** The size of buffers into which strings of a pool are copied. */
const copiedBytes = 64 * 1024

const decoder = new TextDecoder()

/** What a byte makes of its string: 1 if JSON may write it differently, 2 if it is no ASCII. */
const kindOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return 2
  return byte < 0x20 || byte === 0x22 || byte === 0x5c ? 1 : 0
})
const byteOrderMark = 0xef

/**
 * The strings of a row group. A column has their numbers in place of strings and views of bytes, of which there would be
 * millions to collect. The bytes stay in their pages.
 */
export class ParquetStrings {
  private readonly buffers: Buffer[] = []
  private page: ArrayBufferLike | null = null
  private copied = new Uint8Array(0)
  private used = 0
  /** Four numbers a string: its buffer, start, end, and the kinds of its bytes. */
  private places = new Uint32Array(4 * 1024)
  private count = 0

  /** Adds a string of UTF-8 and returns its number. */
  readonly add = (bytes: Uint8Array): number => {
    const { byteOffset, length } = bytes
    let kinds = 0
    for (let index = 0; index < length; index++) kinds |= kindOf[bytes[index] as number] as number
    // Only the decoder removes a mark.
    if (bytes[0] === byteOrderMark) kinds |= 1
    const start = bytes.buffer.byteLength > pooled ? this.inPage(bytes.buffer, byteOffset) : this.copy(bytes)
    const at = 4 * this.count
    if (at === this.places.length) {
      const places = new Uint32Array(2 * at)
      places.set(this.places)
      this.places = places
    }
    this.places[at] = this.buffers.length - 1
    this.places[at + 1] = start
    this.places[at + 2] = start + length
    this.places[at + 3] = kinds
    return this.count++
  }

  private inPage(buffer: ArrayBufferLike, start: number): number {
    if (buffer !== this.page) {
      this.buffers.push(Buffer.from(buffer))
      this.page = buffer
    }
    return start
  }

  private copy(bytes: Uint8Array): number {
    if (this.page !== this.copied.buffer || this.used + bytes.length > this.copied.length) {
      this.copied = new Uint8Array(Math.max(copiedBytes, bytes.length))
      this.used = 0
      this.inPage(this.copied.buffer, 0)
    }
    this.copied.set(bytes, this.used)
    this.used += bytes.length
    return this.used - bytes.length
  }

  /** The bytes of the buffer in which a string is. */
  bytesOf(number: number): Buffer {
    return this.buffers[this.places[4 * number] as number] as Buffer
  }

  startOf(number: number): number {
    return this.places[4 * number + 1] as number
  }

  endOf(number: number): number {
    return this.places[4 * number + 2] as number
  }

  /** Whether the bytes are what JSON has between the quotes. */
  isPlain(number: number): boolean {
    return ((this.places[4 * number + 3] as number) & 1) === 0
  }

  isAscii(number: number): boolean {
    return ((this.places[4 * number + 3] as number) & 2) === 0
  }

  /** The string. */
  text(number: number): string {
    const [bytes, start, end] = [this.bytesOf(number), this.startOf(number), this.endOf(number)]
    return this.isAscii(number)
      ? bytes.toString('latin1', start, end)
      : decoder.decode(bytes.subarray(start, end))
  }
}
