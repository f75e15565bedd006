import { isAscii, isUtf8 } from 'node:buffer'
import type { FileImporter, ImportItem, ImportPosition, ImportStart } from '../../contract/index.js'

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

/** Yields the non-blank lines of each part of a file's content from a position on, without parsing their JSON. */
async function* readJsonLines(
  chunks: AsyncIterable<Uint8Array>,
  from: ImportPosition,
): AsyncGenerator<readonly ImportItem[]> {
  let { offset, line } = from
  let parts: Uint8Array[] = []
  let size = 0
  const keep = (part: Uint8Array): void => {
    size += part.length
    if (size <= maxLine) parts.push(part)
  }
  const place = (bytes: number): LinePosition => {
    line++
    offset += bytes
    return { line, end: line, offset }
  }
  const take = (ending: number): ImportItem | null => {
    const item = toItem(Buffer.concat(parts), size, place(size + ending))
    parts = []
    size = 0
    return item
  }
  for await (const given of chunks) {
    const chunk = Buffer.from(given.buffer, given.byteOffset, given.length)
    const items: ImportItem[] = []
    const add = (item: ImportItem | null): void => {
      if (item !== null) items.push(item)
    }
    let at = chunk.indexOf(newline) + 1
    if (at > 0) {
      keep(chunk.subarray(0, at - 1))
      add(take(1))
    }
    const end = chunk.lastIndexOf(newline) + 1
    const whole = chunk.subarray(at, end)
    // One character a byte: the lines of such a text have their own offsets, and are decoded together.
    if (isAscii(whole)) addLines(items, whole.toString('latin1'), place)
    else
      for (let next = chunk.indexOf(newline, at); next !== -1; next = chunk.indexOf(newline, at)) {
        add(toItem(chunk.subarray(at, next), next - at, place(next - at + 1)))
        at = next + 1
      }
    keep(chunk.subarray(end))
    if (items.length > 0) yield items
  }
  const last = size > 0 ? take(0) : null
  if (last !== null) yield [last]
}

type LinePosition = Pick<ImportItem, 'line' | 'end' | 'offset'>

const newline = 0x0a

/** Adds the lines of a text of ASCII that ends with a line end. */
function addLines(items: ImportItem[], text: string, place: (bytes: number) => LinePosition): void {
  // Searched in all lines at once, since most texts have neither. A name with an escape may spell it, too.
  const mayHaveId = text.includes('message_id') || text.includes('\\u')
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('\n', at)
    const size = next - at
    const json = text.slice(at, next).trim()
    const { line, end, offset } = place(size + 1)
    if (size > maxLine) items.push({ line, end, offset, error: tooLarge })
    else if (json !== '')
      items.push(mayHaveId ? { line, end, offset, json } : { line, end, offset, json, hasId: false })
    at = next + 1
  }
}

const tooLarge = 'the line is larger than 1 MB'

function toItem(bytes: Buffer, size: number, place: LinePosition): ImportItem | null {
  if (size > maxLine) return { ...place, error: tooLarge }
  if (!isUtf8(bytes)) return { ...place, error: 'the line is not valid UTF-8' }
  // trim() also removes a byte order mark.
  const json = bytes.toString('utf8').trim()
  return json === '' ? null : { ...place, json }
}
