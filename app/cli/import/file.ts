import type { ImportItem } from '../../../contract/index.js'
import { createFlights, type FlightOptions, type SendResult } from './flights.js'
import { withMessageId } from './message-id.js'
import { notAnObject } from './item.js'
import { readItems, type ReadOptions } from './items.js'
import { markOf, sameFile, type ImportState, type LineError, type StateStore } from './state.js'

export interface ImportProgress {
  readonly bytes: number
  readonly totalBytes: number
  readonly line: number
  readonly accepted: number
  readonly rejected: number
}

export interface ImportOptions extends Omit<ReadOptions, 'from' | 'fileId'>, FlightOptions {
  readonly path: string
  readonly state: StateStore
  /** The destination of the lines: the state of an import to another one is ignored. */
  readonly target?: string
  readonly onProgress?: (progress: ImportProgress) => void
  /** Lines per request, at most 10,000. */
  readonly batchSize?: number
}

export interface ImportReport {
  readonly accepted: number
  readonly rejected: number
  /** The first hundred, by line of the file. */
  readonly errors: readonly LineError[]
  /** The line that an earlier, unfinished import had reached; 0 if there was none. */
  readonly resumedAt: number
}

const batchBytes = 4 * 1024 * 1024
const keptErrors = 100

/**
 * Imports a file in batches and saves the position after each that was acknowledged with all before it, so that an
 * interrupted import resumes there. A
 * line without a message_id gets one derived from the file and the line, so that nothing counts twice if a
 * batch, or the whole file, is sent again.
 */
export async function importFile(options: ImportOptions): Promise<ImportReport> {
  const { path, state, target = '', batchSize = 2000 } = options
  const file = await markOf(path)
  const known = await state.load()
  const resumed = known !== null && known.target === target && sameFile(known.file, file) ? known : null
  let done: ImportState = resumed ?? {
    file,
    target,
    offset: 0,
    line: 0,
    accepted: 0,
    rejected: 0,
    errors: [],
  }

  const landed = async (batch: ItemBatch, sent: SendResult): Promise<void> => {
    const result = resultOf(batch, sent)
    done = {
      file,
      target,
      offset: batch.last.offset,
      line: batch.last.end,
      accepted: done.accepted + result.accepted,
      rejected: done.rejected + result.rejected,
      errors: [...done.errors, ...result.errors].slice(0, keptErrors),
    }
    await state.save(done)
    const { offset: bytes, line, accepted, rejected } = done
    options.onProgress?.({ bytes, totalBytes: file.size, line, accepted, rejected })
  }

  const flights = createFlights(options)
  let items: ImportItem[] = []
  /** Bytes of the items; at most so many while they are not counted, which costs time. */
  let bytes = 0
  let isCounted = false
  const sendItems = async (): Promise<void> => {
    if (items.length === 0) return
    const batch = batchOf(items, file.id)
    await flights.send(batch.body, (result) => landed(batch, result))
    items = []
    bytes = 0
    isCounted = false
  }
  const from = { offset: done.offset, line: done.line }
  try {
    for await (const list of readItems(path, { ...options, from, fileId: file.id }))
      for (const item of list) {
        if (!isCounted && bytes + mostBytesOf(item) > batchBytes) {
          bytes = items.reduce((sum, one) => sum + bytesOf(one), 0)
          isCounted = true
        }
        const size = isCounted ? bytesOf(item) : mostBytesOf(item)
        if (items.length === batchSize || (items.length > 0 && bytes + size > batchBytes)) await sendItems()
        items.push(item)
        bytes += size
      }
    await sendItems()
  } finally {
    // Also after a failure: what is on its way may be acknowledged, and need not be sent again.
    await flights.end()
  }
  const { accepted, rejected, errors } = done
  return { accepted, rejected, errors, resumedAt: resumed?.line ?? 0 }
}

const bytesOf = (item: ImportItem): number => ('json' in item ? Buffer.byteLength(item.json) : 0)

/** Each UTF-16 unit takes at most three bytes. */
const mostBytesOf = (item: ImportItem): number => ('json' in item ? 3 * item.json.length : 0)

/** Items on their way: the valid ones as JSON Lines with their lines of the file, and the errors of the others. */
interface ItemBatch {
  readonly last: ImportItem
  /** Null if no item is valid. */
  readonly body: string | null
  readonly lines: readonly number[]
  readonly errors: readonly LineError[]
}

function batchOf(items: readonly ImportItem[], fileId: string): ItemBatch {
  const lines: number[] = []
  const parts: string[] = []
  const errors: LineError[] = []
  for (const item of items) {
    const text = textOf(item, fileId)
    if (text === null) errors.push({ line: item.line, error: 'error' in item ? item.error : notAnObject })
    else {
      parts.push(lines.length > 0 ? '\n' : '', text[0], text[1])
      lines.push(item.line)
    }
  }
  const body = lines.length > 0 ? parts.join('') : null
  return { last: items.at(-1) as ImportItem, body, lines, errors }
}

/** The service's response with the errors of the items that were not sent; errors refer to lines of the file. */
function resultOf({ lines, errors }: ItemBatch, result: SendResult): SendResult {
  const rejectedThere = result.errors.map(({ line, error }) => ({ line: lines[line - 1] ?? line, error }))
  return {
    accepted: result.accepted,
    rejected: result.rejected + errors.length,
    errors: [...errors, ...rejectedThere].sort((a, b) => a.line - b.line),
  }
}

/** Returns the item's JSON with an id, in two parts, or null if it is invalid. */
function textOf(item: ImportItem, fileId: string): readonly [string, string] | null {
  if ('error' in item) return null
  if (item.hasId === true) return [item.json, '']
  return withMessageId(item.json, `${fileId}:${item.line}`, item.hasId === false)
}
