import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { invalid, ServiceError } from '../contract/index.js'
import { tooLarge } from './read-bytes.js'

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const gunzip: Decoder = promisify(zlib.gunzip)
const inflateZlib: Decoder = promisify(zlib.inflate)
const inflateRaw: Decoder = promisify(zlib.inflateRaw)
const unbrotli: Decoder = promisify(zlib.brotliDecompress)

/**
 * The content behind the encoding, at most `limit` bytes (413). gzip is known by its first bytes, as clients compress
 * without saying so and say so without compressing.
 */
export async function inflate(bytes: Buffer, encoding: string, limit: number): Promise<Buffer> {
  const decoder = decoderFor(bytes, encoding.trim().toLowerCase())
  if (decoder === null) {
    if (bytes.length > limit) throw tooLarge(limit)
    return bytes
  }
  try {
    return await decoder(bytes, { maxOutputLength: limit })
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(limit, 'the inflated body')
    throw new ServiceError('VALIDATION_ERROR', 'the body is not what its Content-Encoding says', {
      cause: error,
    })
  }
}

function decoderFor(bytes: Buffer, encoding: string): Decoder | null {
  if (bytes.length === 0) return null
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzip
  switch (encoding) {
    case '':
    case 'identity':
    case 'gzip':
    case 'x-gzip':
      return null
    case 'deflate':
      return hasZlibHeader(bytes) ? inflateZlib : inflateRaw
    case 'br':
      return unbrotli
    default:
      throw invalid(
        'Content-Encoding',
        `Content-Encoding ${encoding} is not known; known are gzip, deflate, br`,
      )
  }
}

/** `deflate` means a zlib stream, but some clients send the bare one. */
const hasZlibHeader = (bytes: Buffer): boolean =>
  bytes.length > 1 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0
