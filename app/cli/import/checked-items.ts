import { ImportError, type ImportInput, type ImportItem } from '../../../contract/index.js'
import { stallWatch } from '../../../core/run/stall-watch.js'
import { faultOf, ImporterFault, thrownBy, type RegisteredFile } from './formats.js'

/** Milliseconds without an item and without content that was read, after which a reader counts as hung. */
const usualPatience = 120_000

/**
 * Yields the items of an importer in lists, checked. Rejects with an ImporterFault that names the plugin if it
 * throws, hangs, or yields something that is not an item; with the content's own error if that cannot be read.
 */
export async function* checkedItems(
  importer: RegisteredFile,
  input: ImportInput,
  patience = usualPatience,
): AsyncGenerator<readonly ImportItem[]> {
  const watch = stallWatch(patience, () => faultOf(importer, `yielded nothing for ${patience / 1000} s`))
  let broken: { readonly error: unknown } | null = null
  async function* open(offset: number): AsyncGenerator<Uint8Array> {
    try {
      const chunks = input.open(offset)[Symbol.asyncIterator]()
      try {
        for (;;) {
          const next = await watch.outside(chunks.next())
          if (next.done === true) return
          yield next.value
        }
      } finally {
        await chunks.return?.()
      }
    } catch (error) {
      broken = { error }
      throw error
    }
  }
  let iterator: AsyncIterator<Yielded> | null = null
  let last = { end: 0, offset: 0 }
  try {
    iterator = iteratorOf(importer, { ...input, open })
    for (;;) {
      const next: IteratorResult<Yielded> = await watch.over(iterator.next())
      if (next.done === true) return
      const list: readonly ImportItem[] = isList(next.value) ? next.value : [next.value]
      for (let index = 0; index < list.length; index++) {
        const item = list[index] as ImportItem
        const problem = problemOf(item, last)
        if (problem !== null) {
          // The items before one that is wrong are still sent.
          if (index > 0) yield list.slice(0, index)
          throw faultOf(importer, problem)
        }
        last = item
      }
      if (list.length > 0) yield list
    }
  } catch (error) {
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- set by a callback
    if (broken !== null) throw (broken as { readonly error: unknown }).error
    throw error instanceof ImportError || error instanceof ImporterFault ? error : thrownBy(importer, error)
  } finally {
    watch.stop()
    // A reader that hangs would never return.
    void Promise.resolve(iterator?.return?.()).catch(() => undefined)
  }
}

type Yielded = ImportItem | readonly ImportItem[]

const isList = (value: Yielded): value is readonly ImportItem[] => Array.isArray(value)

function iteratorOf(importer: RegisteredFile, input: ImportInput): AsyncIterator<Yielded> {
  const items: unknown = importer.definition.read(input)
  if (typeof items === 'object' && items !== null && Symbol.asyncIterator in items)
    return (items as AsyncIterable<Yielded>)[Symbol.asyncIterator]()
  throw faultOf(importer, 'read returned something that is not an async iterable')
}

const isPlace = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

/** Returns what is wrong with an item; null if nothing is. */
function problemOf(item: ImportItem, last: { readonly end: number; readonly offset: number }): string | null {
  const after = `after line ${last.end}`
  if (typeof item !== 'object' || (item as ImportItem | null) === null)
    return `yielded something that is not an item ${after}`
  const { line, end, offset } = item
  if (!isPlace(line) || !isPlace(end) || !isPlace(offset))
    return `yielded an item without line, end or offset ${after}`
  if (line <= last.end || end < line || offset < last.offset)
    return `yielded line ${line} to ${end} at byte ${offset} ${after} at byte ${last.offset}`
  const { json, error } = item as { readonly json?: unknown; readonly error?: unknown }
  if (typeof json !== 'string')
    return typeof error === 'string' ? null : `yielded line ${line} without json and without error`
  return json.includes('\n') ? `yielded json over several lines at line ${line}` : null
}
