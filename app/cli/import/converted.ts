import * as crypto from 'node:crypto'
import {
  ImportError,
  type ImportItem,
  type ImportMembers,
  type ImportPosition,
} from '../../../contract/index.js'
import { faultOf, thrownBy, type RegisteredExport } from './formats.js'
import { notAnObject } from './item.js'

export interface ConvertOptions {
  readonly fileId: string
  readonly from: ImportPosition
  readonly options: Readonly<Record<string, unknown>>
}

/**
 * Converts the items of an export. An item that becomes several is complete with its last one: an import
 * interrupted in between resumes with the first.
 */
export async function* converted(
  items: AsyncIterable<readonly ImportItem[]>,
  importer: RegisteredExport,
  { fileId, from, options }: ConvertOptions,
): AsyncGenerator<readonly ImportItem[]> {
  let before = { end: from.line, offset: from.offset }
  for await (const list of items) {
    const result: ImportItem[] = []
    for (const item of list) {
      if ('error' in item) result.push(item)
      else {
        const { line, end, offset, json } = item
        const all = textsOf(importer, json, `${fileId}:${line}`, options)
        if (typeof all === 'string') result.push({ line, end, offset, error: all })
        else
          for (const [index, text] of all.entries()) {
            const place = index === all.length - 1 ? { end, offset } : before
            result.push({ line, ...place, json: text, hasId: true })
          }
      }
      before = { end: item.end, offset: item.offset }
    }
    if (result.length > 0) yield result
  }
}

/** Returns the converted items as JSON, each with an id; or the reason why the item is rejected. */
function textsOf(
  importer: RegisteredExport,
  json: string,
  place: string,
  options: ConvertOptions['options'],
): readonly string[] | string {
  const item = parsedItem(json)
  if (item === null) return notAnObject
  const fallback = `import-${crypto.hash('sha256', `${place}\0${json}`).slice(0, 32)}`
  try {
    const all: unknown = importer.definition.convert(item, fallback, options)
    if (!Array.isArray(all) || !all.every(isMembers))
      return faultOf(importer, 'convert returned something that is not a list of objects').message
    // An endpoint of its own has its own ids.
    const hasIds = importer.definition.endpoint !== undefined
    return all.map((one, index) => JSON.stringify(hasIds ? one : withId(one, fallback, index)))
  } catch (error) {
    return error instanceof ImportError ? error.message : thrownBy(importer, error).message
  }
}

/** An item without an id would count twice when it is sent twice. */
function withId(item: ImportMembers, fallback: string, index: number): ImportMembers {
  const { message_id: own } = item
  if (typeof own === 'string' && own.trim() !== '') return item
  return { ...item, message_id: index === 0 ? fallback : `${fallback}:${index}` }
}

/** Returns the object in a JSON text; null if it is anything else. */
export function parsedItem(json: string): ImportMembers | null {
  try {
    const item: unknown = JSON.parse(json)
    return isMembers(item) ? item : null
  } catch {
    return null
  }
}

const isMembers = (value: unknown): value is ImportMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
