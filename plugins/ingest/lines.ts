import { isUtf8 } from 'node:buffer'
import { invalid, tooManyItems, type JsonObject } from '../../core/contract/index.js'
import { cleanItem } from './clean.js'
import { LineError } from './line-error.js'

/** Limits of one request and of one item. */
export const maxItems = 10_000
export const maxItemBytes = 1024 * 1024

/** One item, unparsed. `line` counts from 1: lines of the body, or items of a JSON array. */
export interface Line {
  readonly line: number
  readonly bytes: Buffer
}

const [newline, quote, backslash, comma] = [0x0a, 0x22, 0x5c, 0x2c]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === newline

/**
 * Splits a body into items: JSON Lines, one JSON array, or one JSON object over several lines; the content decides.
 * Throws PAYLOAD_TOO_LARGE over 10,000 items and VALIDATION_ERROR on an array that is not closed.
 */
export function splitLines(given: Uint8Array): readonly Line[] {
  const whole = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const body = whole.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? whole.subarray(3) : whole
  const start = skipBlank(body, 0)
  if (body[start] === openArray) return splitArray(body, start)
  const lines = splitAtNewlines(body)
  const [first] = lines
  if (first !== undefined && lines.length > 1 && body[start] === openObject && body.length <= maxItemBytes)
    if (!isJson(first.bytes) && isJson(body)) return [{ line: first.line, bytes: body }]
  return lines
}

/** Parses an item and cleans it. Throws LineError. */
export function readItem(bytes: Buffer): JsonObject {
  if (bytes.length > maxItemBytes) throw new LineError('the item must not be larger than 1 MB')
  if (!isUtf8(bytes)) throw new LineError('the item is not valid UTF-8')
  let item: unknown
  try {
    item = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new LineError('the item is not valid JSON')
  }
  return cleanItem(item)
}

function splitAtNewlines(body: Buffer): readonly Line[] {
  const lines: Line[] = []
  for (let at = 0, line = 1; at < body.length;) {
    if (body[at] === newline) line++
    if (isBlank(body[at])) {
      at++
      continue
    }
    const found = body.indexOf(newline, at)
    const end = found === -1 ? body.length : found
    add(lines, line, body.subarray(at, end))
    at = end
  }
  return lines
}

/** Finds the commas between an array's items without parsing them, so that an invalid item fails alone. */
function splitArray(body: Buffer, start: number): readonly Line[] {
  const items: Line[] = []
  let depth = 0
  let inText = false
  let from = start + 1
  for (let at = start; at < body.length; at++) {
    const byte = body[at]
    if (inText) {
      if (byte === backslash) at++
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === openArray || byte === openObject) depth++
    else if (byte === comma && depth === 1) {
      add(items, items.length + 1, body.subarray(from, at))
      from = at + 1
    } else if ((byte === closeArray || byte === closeObject) && --depth === 0) {
      if (byte !== closeArray || skipBlank(body, at + 1) < body.length) break
      if (items.length > 0 || skipBlank(body, from) < at)
        add(items, items.length + 1, body.subarray(from, at))
      return items
    }
  }
  throw invalid('body', 'the body starts like a JSON array but is not one')
}

function add(lines: Line[], line: number, bytes: Buffer): void {
  if (lines.length === maxItems) throw tooManyItems(maxItems, 'items')
  lines.push({ line, bytes })
}

function skipBlank(body: Buffer, from: number): number {
  let at = from
  while (isBlank(body[at])) at++
  return at
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}
