import { ImportError, type FileImporter, type ImportInput, type ImportItem } from 'sextant/plugin'

const mostBytes = 1024 * 1024
const byteOf = (text: string): number => text.charCodeAt(0)
const [quote, backslash, begin, end] = ['"', '\\', '[', ']'].map(byteOf)
const openers = new Set(['{', '['].map(byteOf))
const closers = new Set(['}', ']'].map(byteOf))
/** Blanks, commas, and the bytes of a byte order mark. */
const between = new Set([...[' ', '\t', '\n', '\r', ','].map(byteOf), 0xef, 0xbb, 0xbf])

/** A JSON array whose elements are objects, as APIs answer it: the elements are the items. */
export const jsonArray: FileImporter = {
  name: 'json-array',
  summary: 'a JSON array of objects, each an item',
  holdsExports: true,
  detect: ({ bytes }) => (bytes.find((byte) => !between.has(byte)) === begin ? 'certain' : 'no'),
  read,
}

/** Splits the array without parsing it, so that one element is in memory at a time. `line` counts the elements. */
async function* read({ open, from }: ImportInput): AsyncGenerator<ImportItem> {
  let { offset, line } = from
  let isOpen = offset > 0
  let isEnded = false
  let element = startElement()
  for await (const chunk of open(from.offset))
    for (const byte of chunk) {
      offset++
      if (isEnded || (element.size === 0 && between.has(byte))) continue
      if (!isOpen) {
        if (byte !== begin) throw new ImportError('the file must be a JSON array')
        isOpen = true
      } else if (element.size === 0 && byte === end) isEnded = true
      else if (element.take(byte)) {
        yield { line: ++line, end: line, offset, ...element.item() }
        element = startElement()
      }
    }
  if (!isEnded) yield { line: ++line, end: line, offset, error: 'the file ends before the array does' }
}

/** Collects the bytes of one element. take() returns true after its last byte. */
function startElement() {
  const kept: number[] = []
  let [size, depth, isText, isEscaped] = [0, 0, false, false]
  return {
    get size() {
      return size
    },
    take(byte: number): boolean {
      if (size === 0 && byte !== byteOf('{'))
        throw new ImportError('the elements of the array must be objects')
      if (++size <= mostBytes) kept.push(byte)
      if (isText) {
        if (!isEscaped && byte === quote) isText = false
        isEscaped = !isEscaped && byte === backslash
      } else if (byte === quote) isText = true
      else if (openers.has(byte)) depth++
      else if (closers.has(byte)) depth--
      return depth === 0 && !isText
    },
    item: () =>
      size > mostBytes
        ? { error: 'the element is larger than 1 MB' }
        : // An item is on one line. Within strings, JSON has no line breaks.
          {
            json: Buffer.from(kept)
              .toString('utf8')
              .replace(/[\r\n]/g, ' '),
          },
  }
}
