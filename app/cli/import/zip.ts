import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import { pipeline, type Readable } from 'node:stream'

interface Entry {
  readonly name: string
  readonly method: number
  readonly size: number
  readonly header: number
}

const [endMark, entryMark] = [0x06054b50, 0x02014b50]
const unknown = 0xffffffff

/**
 * Yields the JSON files of a zip archive, by name, each as a stream of its content (APPNOTE.TXT, without
 * Zip64 and encryption). Throws if the archive cannot be read.
 */
export async function* zipEntries(
  path: string,
): AsyncGenerator<{ readonly name: string; readonly content: Readable }> {
  const entries = await directoryOf(path)
  const wanted = entries.filter(({ name }) => /\.(json|jsonl|ndjson)(\.gz)?$/i.test(name))
  if (wanted.length === 0) throw new Error('the archive contains no .json, .jsonl or .json.gz file')
  for (const { name, method, size, header } of wanted.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (size === 0) continue
    const local = await bytesAt(path, header, 30)
    const start = header + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
    const raw = createReadStream(path, { start, end: start + size - 1 })
    if (method !== 0 && method !== 8) throw new Error(`${name} has an unknown compression method`)
    yield { name, content: method === 0 ? raw : pipeline(raw, createInflateRaw(), () => undefined) }
  }
}

async function directoryOf(path: string): Promise<readonly Entry[]> {
  const file = await open(path)
  const { size } = await file.stat().finally(() => file.close())
  const tail = await bytesAt(path, Math.max(0, size - 65_557), Math.min(size, 65_557))
  let end = tail.length - 22
  while (end >= 0 && tail.readUInt32LE(end) !== endMark) end--
  if (end < 0) throw new Error('the archive has no end record: it is not a zip file, or is incomplete')
  const directory = await bytesAt(path, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12))
  const entries: Entry[] = []
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === entryMark;) {
    const [names, extra, comment] = [28, 30, 32].map((place) => directory.readUInt16LE(at + place))
    const name = directory.toString('utf8', at + 46, at + 46 + (names ?? 0))
    const [packed, header] = [directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 42)]
    if (packed === unknown || header === unknown)
      throw new Error('the archive is larger than 4 GB (Zip64); unpack it first')
    entries.push({ name, method: directory.readUInt16LE(at + 10), size: packed, header })
    at += 46 + (names ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return entries
}

async function bytesAt(path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
    if (bytesRead < length) throw new Error('the archive is truncated')
    return buffer
  } finally {
    await file.close()
  }
}
