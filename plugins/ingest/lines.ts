import { isUtf8 } from 'node:buffer'
import { invalid, tooManyItems, type JsonObject } from '../../contract/index.js'
import { cleanItem } from './clean.js'
import { LineError } from './line-error.js'

/** Limits of one request and of one item. */
export const maxItems = 10_000
export const maxItemBytes = 1024 * 1024

/** One item, unparsed. `line` counts from 1: lines of the body, or items of a JSON array. */
export interface Line {
  readonly line: number
  /** A string if it is known to be valid and of no more than 1 MB. */
  readonly content: Buffer | string
  /** Its approximate size in bytes. */
  readonly size: number
}

const [newline, quote, backslash, comma] = [0x0a, 0x22, 0x5c, 0x2c]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === newline

/**
 * Splits a body into items: JSON Lines, one JSON array, or one JSON object over several lines; the content decides.
 * Throws PAYLOAD_TOO_LARGE over 10,000 items and VALIDATION_ERROR on an array that is not closed.
 */
export function splitLines(given: Uint8Array): Iterable<Line> {
  const whole = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const body = whole.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? whole.subarray(3) : whole
  const start = skipBlank(body, 0)
  if (body[start] === openArray) return splitArray(body, start)
  if (body[start] === openObject && body.length <= maxItemBytes && isOneItem(body, start))
    return [{ line: 1 + newlinesIn(body.subarray(0, start)), content: body, size: body.length }]
  return splitAtNewlines(body)
}

/** Parses an item and cleans it. Throws LineError. */
export function readItem(content: Buffer | string): JsonObject {
  if (typeof content !== 'string') {
    if (content.length > maxItemBytes) throw new LineError('the item must not be larger than 1 MB')
    if (!isUtf8(content)) throw new LineError('the item is not valid UTF-8')
  }
  const text = typeof content === 'string' ? content : content.toString('utf8')
  let item: unknown
  try {
    item = JSON.parse(text)
  } catch {
    throw new LineError('the item is not valid JSON')
  }
  return cleanItem(item, !text.includes('\\u'))
}

/** Whether the body is one object over several lines. */
function isOneItem(body: Buffer, start: number): boolean {
  const end = body.indexOf(newline, start)
  if (end === -1 || skipBlank(body, end) === body.length) return false
  return !isJson(body.subarray(start, end)) && isJson(body)
}

function newlinesIn(bytes: Buffer): number {
  let count = 0
  for (const byte of bytes) if (byte === newline) count++
  return count
}

/** Bytes that are checked and decoded together: calls cost more than the work for one line. */
const partBytes = 64 * 1024

function* splitAtNewlines(body: Buffer): Generator<Line> {
  let line = 1
  let count = 0
  const counted = (one: Line): Line => {
    if (++count > maxItems) throw tooManyItems(maxItems, 'items')
    return one
  }
  for (let at = 0; at < body.length;) {
    const end = endOfPart(body, at)
    const part = body.subarray(at, end)
    if (part.length <= partBytes && isUtf8(part)) {
      const text = part.toString('utf8')
      const bytesOfCharacter = part.length / text.length
      for (let from = 0; from < text.length; line++) {
        const found = text.indexOf('\n', from)
        const to = found === -1 ? text.length : found
        const content = text.slice(from, to)
        if (!isBlankText.test(content))
          yield counted({ line, content, size: Math.ceil((to - from) * bytesOfCharacter) })
        if (found === -1) break
        from = to + 1
      }
    } else
      for (let from = 0; from < part.length; line++) {
        const found = part.indexOf(newline, from)
        const to = found === -1 ? part.length : found
        const content = part.subarray(skipBlank(part.subarray(0, to), from), to)
        if (content.length > 0) yield counted({ line, content, size: content.length })
        if (found === -1) break
        from = to + 1
      }
    at = end
  }
}

const isBlankText = /^[ \t\r]*$/

/** Returns the end of a part of whole lines that begins at `from`: a longer line is a part of its own. */
function endOfPart(body: Buffer, from: number): number {
  if (body.length - from <= partBytes) return body.length
  const last = body.lastIndexOf(newline, from + partBytes - 1)
  const end = last >= from ? last : body.indexOf(newline, from)
  return end === -1 ? body.length : end + 1
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

function add(lines: Line[], line: number, content: Buffer): void {
  if (lines.length === maxItems) throw tooManyItems(maxItems, 'items')
  lines.push({ line, content, size: content.length })
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
