import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/**
 * Sends the bytes of rows to a statement `COPY … FROM STDIN (FORMAT binary)`. If it throws, close the connection.
 */
export async function copyRows(
  client: pg.ClientBase,
  statement: string,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  const into = client.query(copyFrom(statement))
  await pipeline(Readable.from(bytes), into)
}
