import { Undecodable } from './undecodable.js'

/** Length in bytes that a Snappy block states for its content. Throws Undecodable. */
export const snappyLength = (block: Uint8Array): number => readLength(block).length

/**
 * Decodes a Snappy block (google/snappy, format_description.txt): a length, then literals and copies of earlier output.
 * Every length is checked before use. The npm decoder does not: a literal whose length overflows sends it into an
 * endless loop. Throws Undecodable. The caller limits the stated length.
 */
export function unsnappy(block: Uint8Array): Buffer {
  const header = readLength(block)
  // An element of three bytes gives at most 64, so a small body cannot have a large content.
  if (header.length > 22 * block.length) throw broken()
  const content = Buffer.alloc(header.length)
  let [at, to] = [header.end, 0]
  const little = (bytes: number): number => {
    if (at + bytes > block.length) throw broken()
    let value = 0
    for (let index = bytes - 1; index >= 0; index--) value = value * 256 + (block[at + index] ?? 0)
    at += bytes
    return value
  }
  while (at < block.length) {
    const tag = little(1)
    const kind = tag & 3
    if (kind === 0) {
      const short = tag >>> 2
      const length = 1 + (short < 60 ? short : little(short - 59))
      if (at + length > block.length || to + length > content.length) throw broken()
      content.set(block.subarray(at, at + length), to)
      at += length
      to += length
      continue
    }
    const length = kind === 1 ? 4 + ((tag >>> 2) & 7) : 1 + (tag >>> 2)
    const offset = kind === 1 ? (tag >>> 5) * 256 + little(1) : little(kind === 2 ? 2 : 4)
    if (offset === 0 || offset > to || to + length > content.length) throw broken()
    // A copy may overlap its own output, so it is made byte by byte.
    for (let index = 0; index < length; index++, to++) content[to] = content[to - offset] ?? 0
  }
  if (to !== content.length) throw broken()
  return content
}

function readLength(block: Uint8Array): { readonly length: number; readonly end: number } {
  let length = 0
  for (let index = 0; index < 5; index++) {
    const byte = block[index]
    if (byte === undefined) break
    length += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return { length, end: index + 1 }
  }
  throw broken()
}

const broken = (): Undecodable => new Undecodable('the body is not a Snappy block')
