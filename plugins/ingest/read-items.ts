import { createSlices, Reply, ServiceError, type JsonObject } from '../../contract/index.js'
import { LineError } from './line-error.js'
import { readItem, splitLines } from './lines.js'

/** Why an item was rejected. */
export interface LineFault {
  readonly line: number
  readonly error: string
}

/** The items of a body: those that were read, and the faults of the rest. */
export interface ItemsRead<R> {
  readonly read: readonly R[]
  readonly faults: readonly LineFault[]
  /** Approximate size of the read items as rows. */
  readonly bytes: number
}

/** Approximate size of a row's columns that its line does not contain. */
const bytesOfRow = 160

/** Bytes that are read between two looks at the clock, which cost as much as a small part of a line each. */
const bytesOfLook = 4096

/** Reads every item of a body separately, in slices of time; `read` throws LineError to reject an item. */
export async function readItems<R>(body: unknown, read: (item: JsonObject) => R): Promise<ItemsRead<R>> {
  const result: R[] = []
  const faults: LineFault[] = []
  let bytes = 0
  let unchecked = 0
  const slices = createSlices()
  for (const line of splitLines(body instanceof Uint8Array ? body : new Uint8Array())) {
    try {
      result.push(read(readItem(line.content)))
      bytes += line.size + bytesOfRow
    } catch (error) {
      if (!(error instanceof LineError)) throw error
      faults.push({ line: line.line, error: error.message })
    }
    unchecked += line.size
    if (unchecked < bytesOfLook) continue
    unchecked = 0
    if (slices.over()) await slices.next()
  }
  return { read: result, faults, bytes }
}

/** Throws VALIDATION_ERROR if no item is valid. */
export function rejectIfNoneGood({ read, faults }: ItemsRead<unknown>): void {
  if (read.length > 0) return
  const [first] = faults
  const message =
    first === undefined
      ? 'the body is empty; send one JSON object per line'
      : `no item is valid; line ${first.line}: ${first.error}`
  const details = faults.map(({ line, error }) => ({ path: `line ${line}`, message: error }))
  throw new ServiceError('VALIDATION_ERROR', message, { details })
}

/** What a response says about the items of its request. */
export interface Outcome {
  readonly accepted: number
  readonly faults: readonly LineFault[]
}

interface Stored {
  readonly accepted: number
  readonly request_id: string
}
/** The replies of routes that store items. */
export type Acknowledged =
  | Reply<Stored, 202>
  | Reply<Stored & { readonly rejected: number; readonly errors: readonly LineFault[] }, 207>

/** 202 if all items are valid, else 207 with the faults of the rejected ones. */
export function acknowledge(
  { accepted, faults }: Outcome,
  requestId: string,
  headers: Readonly<Record<string, string>>,
): Acknowledged {
  if (faults.length === 0) return new Reply(202, { accepted, request_id: requestId }, headers)
  return new Reply(207, { accepted, rejected: faults.length, errors: faults, request_id: requestId }, headers)
}
