import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { createSlices } from '../../../core/contract/index.js'

type Value = string | number | null

/** The most rows written to the stream at once. */
const chunk = 500

/** Sends rows to a statement `COPY … FROM STDIN` in its text format. If it throws, close the connection. */
export async function copyRows(
  client: pg.ClientBase,
  statement: string,
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  const into = client.query(copyFrom(statement))
  await pipeline(Readable.from(chunksOf(rows)), into)
}

async function* chunksOf(rows: Iterable<readonly Value[]>): AsyncGenerator<string> {
  let lines: string[] = []
  const slices = createSlices()
  for (const row of rows) {
    lines.push(`${row.map(shown).join('\t')}\n`)
    const isOver = slices.over()
    if (lines.length < chunk && !isOver) continue
    yield lines.join('')
    lines = []
    if (isOver) await slices.next()
  }
  if (lines.length > 0) yield lines.join('')
}

const special = /[\\\t\n\r]/g
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function shown(value: Value): string {
  if (value === null) return '\\N'
  return typeof value === 'number' ? String(value) : value.replace(special, (one) => escapes[one] ?? one)
}
