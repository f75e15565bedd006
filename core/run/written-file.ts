import {
  overBytes,
  ServiceError,
  type ExportRow,
  type RowExporter,
  type SqlRows,
} from '../../contract/index.js'
import { stallWatch } from './stall-watch.js'

/** A plugin's exporter. */
export interface OwnedExporter {
  readonly plugin: string
  readonly definition: RowExporter
}

export interface FileLimits {
  /** The most bytes of the file. */
  readonly bytes: number
  /** Milliseconds without a chunk, apart from waiting for rows, after which an exporter counts as hung. */
  readonly patience?: number
}

const usualPatience = 60_000

/** An exporter broke its contract. The message names its plugin. */
class ExporterFault extends Error {
  override readonly name = 'ExporterFault'
}

/**
 * Returns the chunks of the file that an exporter writes. Rejects with the storage's error if the rows fail,
 * and with a fault that names the plugin if the exporter throws, hangs, yields something that is not bytes,
 * or ends before the last row. The rows are closed in any case.
 */
export async function* writtenFile(
  { plugin, definition }: OwnedExporter,
  { columns, rows }: SqlRows,
  { bytes, patience = usualPatience }: FileLimits,
): AsyncGenerator<Uint8Array, void> {
  const fault = (problem: string, cause?: unknown): ExporterFault =>
    new ExporterFault(`plugin ${plugin}: exporter ${definition.name}: ${problem}`, { cause })
  const watch = stallWatch(patience, () => fault(`yielded nothing for ${patience / 1000} s`))
  const source = rows[Symbol.asyncIterator]()
  const state: { broken: { readonly error: unknown } | null; complete: boolean } = {
    broken: null,
    complete: false,
  }
  const given: AsyncIterable<ExportRow> = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        try {
          const next = await watch.outside(source.next())
          if (next.done === true) state.complete = true
          return next
        } catch (error) {
          state.broken = { error }
          throw error
        }
      },
    }),
  }
  let written = 0
  let chunks: AsyncIterator<Uint8Array> | null = null
  try {
    chunks = iteratorOf(definition.write(given, columns)) ?? null
    if (chunks === null) throw fault('write returned something that is not an async iterable')
    for (;;) {
      const next: IteratorResult<Uint8Array> = await watch.over(chunks.next())
      if (state.broken !== null) throw state.broken.error
      if (next.done === true) break
      if (!((next.value as unknown) instanceof Uint8Array)) throw fault('yielded something that is not bytes')
      written += next.value.byteLength
      if (written > bytes) throw overBytes('TIMEOUT')
      yield next.value
    }
    if (!state.complete) throw fault('ended before the last row')
  } catch (error) {
    if (state.broken !== null) throw state.broken.error
    if (error instanceof ServiceError || error instanceof ExporterFault) throw error
    throw fault(error instanceof Error ? error.message : String(error), error)
  } finally {
    watch.stop()
    // An exporter that hangs would never return.
    void Promise.resolve(chunks?.return?.()).catch(() => undefined)
    await source.return?.()
  }
}

function iteratorOf(chunks: unknown): AsyncIterator<Uint8Array> | undefined {
  if (typeof chunks !== 'object' || chunks === null || !(Symbol.asyncIterator in chunks)) return undefined
  return (chunks as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
}
