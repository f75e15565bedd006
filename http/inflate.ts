import * as zlib from 'node:zlib'
import type { Transform } from 'node:stream'
import { invalid, unknownName, ServiceError } from '../contract/index.js'
import { tooLarge } from './read-bytes.js'

type Decoder = (options: { readonly chunkSize: number }) => Transform

/** Bytes decompressed per step. */
const chunkSize = 64 * 1024

export interface InflateLimits {
  /** Bytes of the content. */
  readonly limit: number
  /** Called with each number of decompressed bytes. An error it throws ends the decompression. */
  readonly take: (bytes: number) => void
  /** Waits for a turn, then decompresses. */
  readonly gate: (work: () => Promise<Buffer>) => Promise<Buffer>
}

/**
 * Returns the decoded content, at most `limit` bytes (else 413). gzip is recognized by its first bytes,
 * because clients compress without declaring it and declare it without compressing. Throws VALIDATION_ERROR
 * if the bytes do not have this encoding.
 */
export async function inflate(bytes: Buffer, encoding: string, limits: InflateLimits): Promise<Buffer> {
  const decoder = decoderFor(bytes, encoding.trim().toLowerCase())
  if (decoder === null) {
    if (bytes.length > limits.limit) throw tooLarge(limits.limit)
    return bytes
  }
  return limits.gate(() => decode(decoder({ chunkSize }), bytes, limits))
}

function decode(stream: Transform, bytes: Buffer, { limit, take }: InflateLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const fail = (error: Error): void => {
      stream.destroy()
      reject(error)
    }
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      try {
        if (size > limit) throw tooLarge(limit, 'the decompressed body')
        take(chunk.length)
        chunks.push(chunk)
      } catch (error) {
        fail(error as Error)
      }
    })
    stream.on('end', () => resolve(Buffer.concat(chunks, size)))
    stream.on('error', (cause) =>
      fail(new ServiceError('VALIDATION_ERROR', 'the body does not match its Content-Encoding', { cause })),
    )
    stream.end(bytes)
  })
}

function decoderFor(bytes: Buffer, encoding: string): Decoder | null {
  if (bytes.length === 0) return null
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return zlib.createGunzip
  switch (encoding) {
    case '':
    case 'identity':
    case 'gzip':
    case 'x-gzip':
      return null
    case 'deflate':
      return hasZlibHeader(bytes) ? zlib.createInflate : zlib.createInflateRaw
    case 'br':
      return zlib.createBrotliDecompress
    default:
      throw invalid('Content-Encoding', unknownName('Content-Encoding', encoding, ['gzip', 'deflate', 'br']))
  }
}

/** `deflate` means a zlib stream, but some clients send raw deflate data. */
const hasZlibHeader = (bytes: Buffer): boolean =>
  bytes.length > 1 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0
