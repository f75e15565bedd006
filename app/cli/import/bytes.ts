import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { zipEntries } from './zip.js'

export type Packing = 'none' | 'gzip' | 'zip'

/** The first bytes of a file. */
export async function startOf(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

export function packingOf(start: Buffer): Packing {
  if (start[0] === 0x1f && start[1] === 0x8b) return 'gzip'
  return start.toString('latin1', 0, 4) === 'PK\x03\x04' ? 'zip' : 'none'
}

export interface Content {
  readonly chunks: AsyncIterable<Buffer>
  /** Bytes of the file read so far. */
  readonly done: () => number
}

const highWaterMark = 256 * 1024

/** Returns the content of a file, decompressed while reading; `offset` applies only to uncompressed files. */
export function contentOf(path: string, packing: Packing, offset = 0): Content {
  if (packing === 'zip') return zipContent(path)
  const file = createReadStream(path, { start: offset, highWaterMark })
  return { chunks: packing === 'gzip' ? gunzipped(file) : file, done: () => offset + file.bytesRead }
}

function zipContent(path: string): Content {
  let bytes = 0
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const { name, content } of zipEntries(path)) {
      const counted = content.on('data', (chunk: Buffer) => (bytes += chunk.length)).pause()
      for await (const chunk of /\.gz$/i.test(name) ? gunzipped(counted) : counted) yield chunk as Buffer
      // The last line of a file may lack a line end.
      yield Buffer.from('\n')
    }
  }
  return { chunks: chunks(), done: () => bytes }
}

const gunzipped = (packed: Readable): AsyncIterable<Buffer> =>
  pipeline(packed, createGunzip(), () => undefined)
