import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { createSlices } from '../../../contract/index.js'

/** The most rows written to the stream at once. */
const chunk = 500

/**
 * Sends rows to a statement `COPY … FROM STDIN`: lines in its text format, whose cells are of copyText(). If it throws,
 * close the connection.
 */
export async function copyRows(
  client: pg.ClientBase,
  statement: string,
  lines: Iterable<string>,
): Promise<void> {
  const into = client.query(copyFrom(statement))
  await pipeline(Readable.from(chunksOf(lines)), into)
}

async function* chunksOf(lines: Iterable<string>): AsyncGenerator<Buffer> {
  let text = ''
  let count = 0
  const slices = createSlices()
  for (const line of lines) {
    text += line
    const isOver = slices.over()
    if (++count < chunk && !isOver) continue
    yield Buffer.from(text)
    text = ''
    count = 0
    if (isOver) await slices.next()
  }
  if (text !== '') yield Buffer.from(text)
}

const isSpecial = /[\\\t\n\r]/
const special = /[\\\t\n\r]/g
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Returns a value as a cell of COPY's text format. */
export function copyText(value: string | number | null): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  return isSpecial.test(value) ? value.replace(special, (one) => escapes[one] ?? one) : value
}
