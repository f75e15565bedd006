const leastBytes = 4 * 1024

/** Longer strings are encoded by the platform; a call of it costs more than to copy a short one here. */
const longOf = 64

/**
 * Values of a binary format, written into large buffers: no string is built for a row or a cell. A subclass makes room
 * for what it writes, and writes it at `at`.
 */
export abstract class ByteWriter {
  protected bytes: Buffer
  protected at = 0
  private full: Buffer[] = []
  private readonly mostBytes: number

  /**
   * @param expected the approximate number of bytes in all
   * @param mostBytes the size of a buffer, unless one string needs more
   */
  constructor(expected: number, mostBytes: number) {
    this.mostBytes = mostBytes
    this.bytes = Buffer.allocUnsafeSlow(Math.min(mostBytes, Math.max(leastBytes, expected)))
  }

  /** Returns the buffers that are full, each once. */
  takeFull(): readonly Buffer[] {
    const { full } = this
    if (full.length > 0) this.full = []
    return full
  }

  /** Returns all buffers that were not taken. Nothing may be written afterwards. */
  end(): readonly Buffer[] {
    this.full.push(this.bytes.subarray(0, this.at))
    return this.full
  }

  /** Makes room for so many bytes that follow each other. */
  protected room(bytes: number): void {
    if (this.at + bytes <= this.bytes.length) return
    this.full.push(this.bytes.subarray(0, this.at))
    this.bytes = Buffer.allocUnsafeSlow(Math.max(this.mostBytes, bytes))
    this.at = 0
  }

  /** Makes room for a prefix and a string in UTF-8 behind it. */
  protected roomFor(prefix: number, text: string): void {
    // Three bytes a UTF-16 unit at most; they are counted only if that is more than a buffer has.
    const most = 3 * text.length
    this.room(prefix + (most < this.mostBytes / 2 ? most : Buffer.byteLength(text)))
  }

  /** Writes a string in UTF-8 where there is room for it, and returns its number of bytes. */
  protected utf8(text: string, from: number): number {
    const { length } = text
    if (length > longOf) return this.bytes.write(text, from)
    const { bytes } = this
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index)
      if (code > 0x7f) return bytes.write(text, from)
      bytes[from + index] = code
    }
    return length
  }
}
