import { setTimeout } from 'node:timers/promises'
import type { ImportItem } from '../../../core/contract/index.js'
import { withMessageId } from './message-id.js'
import { notAnObject } from './item.js'
import { readItems, type ReadOptions } from './items.js'
import { markOf, sameFile, type ImportState, type LineError, type StateStore } from './state.js'

/** The service's response to one batch; error lines count from 1 within the batch. */
export interface SendResult {
  readonly accepted: number
  readonly rejected: number
  readonly errors: readonly LineError[]
}

/** The service cannot accept the batch now: it is sent again, after at least `retryAfter` seconds. */
export class RetryLater extends Error {
  readonly retryAfter: number

  constructor(message: string, retryAfter = 0, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RetryLater'
    this.retryAfter = retryAfter
  }
}

export interface ImportProgress {
  readonly bytes: number
  readonly totalBytes: number
  readonly line: number
  readonly accepted: number
  readonly rejected: number
}

export interface ImportOptions extends Omit<ReadOptions, 'from' | 'fileId'> {
  readonly path: string
  /** Sends JSON Lines. Rejects with RetryLater to be called again; any other error ends the import. */
  readonly send: (jsonLines: string) => Promise<SendResult>
  readonly state: StateStore
  /** The destination of the lines: the state of an import to another one is ignored. */
  readonly target?: string
  readonly onProgress?: (progress: ImportProgress) => void
  /** Lines per request, at most 10,000. */
  readonly batchSize?: number
  /** The maximum number of attempts per batch. */
  readonly tries?: number
  /** Waits; in milliseconds. */
  readonly sleep?: (time: number) => Promise<unknown>
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
const longestWait = 30_000

/**
 * Imports a file in batches and saves the position after each, so that an interrupted import resumes there. A
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

  const flush = async (items: readonly ImportItem[]): Promise<void> => {
    const last = items.at(-1)
    if (last === undefined) return
    const result = await sendBatch(items, file.id, options)
    done = {
      file,
      target,
      offset: last.offset,
      line: last.end,
      accepted: done.accepted + result.accepted,
      rejected: done.rejected + result.rejected,
      errors: [...done.errors, ...result.errors].slice(0, keptErrors),
    }
    await state.save(done)
    const { offset: bytes, line, accepted, rejected } = done
    options.onProgress?.({ bytes, totalBytes: file.size, line, accepted, rejected })
  }

  let items: ImportItem[] = []
  let bytes = 0
  const from = { offset: done.offset, line: done.line }
  for await (const item of readItems(path, { ...options, from, fileId: file.id })) {
    const size = 'json' in item ? Buffer.byteLength(item.json) : 0
    if (items.length === batchSize || (items.length > 0 && bytes + size > batchBytes)) {
      await flush(items)
      items = []
      bytes = 0
    }
    items.push(item)
    bytes += size
  }
  await flush(items)
  const { accepted, rejected, errors } = done
  return { accepted, rejected, errors, resumedAt: resumed?.line ?? 0 }
}

/** Sends the valid items and adds the errors of the invalid ones; errors refer to lines of the file. */
async function sendBatch(
  items: readonly ImportItem[],
  fileId: string,
  options: ImportOptions,
): Promise<SendResult> {
  const lines: number[] = []
  const bodies: string[] = []
  const errors: LineError[] = []
  for (const item of items) {
    const body = bodyOf(item, fileId)
    if (body === null) errors.push({ line: item.line, error: 'error' in item ? item.error : notAnObject })
    else {
      lines.push(item.line)
      bodies.push(body)
    }
  }
  const rejectedHere = errors.length
  if (bodies.length === 0) return { accepted: 0, rejected: rejectedHere, errors }
  const result = await sendPatiently(bodies.join('\n'), options)
  const rejectedThere = result.errors.map(({ line, error }) => ({ line: lines[line - 1] ?? line, error }))
  return {
    accepted: result.accepted,
    rejected: result.rejected + rejectedHere,
    errors: [...errors, ...rejectedThere].sort((a, b) => a.line - b.line),
  }
}

/** Returns the item's JSON with an id, or null if it is invalid. */
function bodyOf(item: ImportItem, fileId: string): string | null {
  if ('error' in item) return null
  return item.hasId === true ? item.json : withMessageId(item.json, `${fileId}:${item.line}`)
}

/** Sends a body, and again whenever the service cannot accept it now. */
export async function sendPatiently(
  body: string,
  { send, tries = 10, sleep = setTimeout }: Pick<ImportOptions, 'send' | 'tries' | 'sleep'>,
): Promise<SendResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(body)
    } catch (error) {
      if (!(error instanceof RetryLater) || attempt >= tries) throw error
      const backoff = Math.min(longestWait, 250 * 2 ** attempt)
      await sleep(Math.max(backoff, error.retryAfter * 1000))
    }
  }
}
