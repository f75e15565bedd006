/** A larger page is not decoded at once: its text would need as much memory again. */
const mostPageBytes = 32 * 1024 * 1024

const decoder = new TextDecoder()

/** The last page, and each of its bytes as a character. */
let page: ArrayBufferLike | null = null
let pageText = ''

/**
 * Returns a string of a Parquet page, whose bytes are UTF-8. A page holds thousands of short strings, and a call of the
 * platform for each costs more than its work. So the page is decoded once, and strings of ASCII are cut out of it, which
 * copies nothing.
 */
export function textOf(bytes: Uint8Array): string {
  const { buffer, byteOffset, length } = bytes
  let bits = 0
  for (let index = 0; index < length; index++) bits |= bytes[index] ?? 0
  // A byte order mark, which only the decoder removes, begins with this byte.
  if (bits > 0x7f) return bytes[0] === 0xef ? decoder.decode(bytes) : utf8Of(bytes)
  if (buffer !== page) {
    // The content of a pool of buffers changes later.
    if (buffer.byteLength <= Buffer.poolSize || buffer.byteLength > mostPageBytes) return utf8Of(bytes)
    page = buffer
    pageText = Buffer.from(buffer).toString('latin1')
  }
  return pageText.slice(byteOffset, byteOffset + length)
}

/** Forgets the last page, so that its memory is free. */
export function endPages(): void {
  page = null
  pageText = ''
}

const utf8Of = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('utf8')
