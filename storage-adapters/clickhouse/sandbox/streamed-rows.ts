import type { JsonValue, SqlRows } from '../../../contract/index.js'
import { parseExact, readerOf } from './values.js'

/** The engine's format that readRows() reads: names, types, then a JSON array for each row. */
export const rowsFormat = 'JSONCompactEachRowWithNamesAndTypes'

/** Reads the columns, and streams the rows behind them. Rejects with the error of the chunks. */
export async function readRows(chunks: AsyncIterable<Uint8Array>): Promise<SqlRows> {
  const lines = linesOf(chunks)
  const names = (await nextOf(lines)) as readonly string[]
  const types = (await nextOf(lines)) as readonly string[]
  const readers = types.map(readerOf)
  return {
    columns: names.map((name, index) => ({ name, data_type: types[index] ?? '' })),
    rows: {
      [Symbol.asyncIterator]: () => ({
        async next() {
          const { done, value } = await lines.next()
          if (done === true) return { done, value: undefined }
          const cells = parseExact(value) as readonly JsonValue[]
          return { done: false, value: cells.map((cell, index) => readers[index]?.(cell) ?? null) }
        },
        async return() {
          await lines.return(undefined)
          return { done: true, value: undefined }
        },
      }),
    },
  }
}

async function nextOf(lines: AsyncGenerator<string, undefined>): Promise<unknown> {
  const { done, value } = await lines.next()
  return done === true ? [] : parseExact(value)
}

/** Splits at line ends; a string in JSON contains none. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  let parts: Uint8Array[] = []
  for await (const chunk of chunks) {
    let at = 0
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, at)) {
      const line = Buffer.concat([...parts, chunk.subarray(at, end)])
      parts = []
      at = end + 1
      yield line.toString('utf8')
    }
    if (at < chunk.length) parts.push(chunk.subarray(at))
  }
  if (parts.length > 0) yield Buffer.concat(parts).toString('utf8')
}
