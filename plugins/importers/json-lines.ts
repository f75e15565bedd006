import { isUtf8 } from 'node:buffer'
import type { FileImporter, ImportItem, ImportPosition, ImportStart } from '../../core/contract/index.js'

/** The service rejects larger items anyway, and a file without line ends must not fill the memory. */
const maxLine = 1024 * 1024

/** One object of our own on each line. */
export const jsonLines: FileImporter = {
  name: 'jsonl',
  summary: 'JSON Lines: an object on each line, also gzipped or in a zip archive',
  extensions: ['.jsonl', '.ndjson', '.json'],
  holdsExports: true,
  // A zip archive holds JSON files; the others in it are skipped.
  detect: (start) => (start.packing === 'zip' || textOf(start).startsWith('{') ? 'possible' : 'no'),
  read: ({ open, from }) => readJsonLines(open(from.offset), from),
}

const textOf = ({ bytes }: ImportStart): string =>
  Buffer.from(bytes).toString('utf8', 0, 1024).replace('\uFEFF', '').trimStart()

/** Yields the non-blank lines of a file's content from a position on, without parsing their JSON. */
async function* readJsonLines(
  chunks: AsyncIterable<Uint8Array>,
  from: ImportPosition,
): AsyncGenerator<ImportItem> {
  let { offset, line } = from
  let parts: Uint8Array[] = []
  let size = 0
  const keep = (part: Uint8Array): void => {
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
