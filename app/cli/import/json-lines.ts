import { isUtf8 } from 'node:buffer'
import type { ImportItem, Position } from './item.js'

/** The service rejects larger items anyway, and a file without line ends must not fill the memory. */
const maxLine = 1024 * 1024

/** Yields the non-blank lines of a file's content from a position on, without parsing their JSON. */
export async function* readJsonLines(
  chunks: AsyncIterable<Buffer>,
  from: Position,
): AsyncGenerator<ImportItem> {
  let { offset, line } = from
  let parts: Buffer[] = []
  let size = 0
  const keep = (part: Buffer): void => {
    size += part.length
    if (size <= maxLine) parts.push(part)
  }
  const take = (ending: number): ImportItem | null => {
    line++
    offset += size + ending
    const item = toItem(Buffer.concat(parts), size, { line, end: line, offset })
    parts = []
    size = 0
    return item
  }
  for await (const chunk of chunks) {
    let at = 0
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, at)) {
      keep(chunk.subarray(at, end))
      at = end + 1
      const item = take(1)
      if (item !== null) yield item
    }
    keep(chunk.subarray(at))
  }
  const last = size > 0 ? take(0) : null
  if (last !== null) yield last
}

function toItem(
  bytes: Buffer,
  size: number,
  place: { line: number; end: number; offset: number },
): ImportItem | null {
  if (size > maxLine) return { ...place, error: 'the line is larger than 1 MB' }
  if (!isUtf8(bytes)) return { ...place, error: 'the line is not valid UTF-8' }
  // trim() also removes a byte order mark.
  const json = bytes.toString('utf8').trim()
  return json === '' ? null : { ...place, json }
}
