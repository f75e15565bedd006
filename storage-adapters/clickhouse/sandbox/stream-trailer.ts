import type { IncomingMessage } from 'node:http'
import { StatementError, tooLarge } from './request.js'

/** Bytes held back: more than an error message that the engine appends to rows. */
const heldBytes = 32_768

/** Callbacks of a stream's end. */
export interface Ends {
  /** Returns the error for the reader of the file. */
  failed(error: unknown): unknown
  /** Called once, whether it succeeds, fails or is abandoned. */
  ended(): void
}

/**
 * Streams an answer. Once rows have been sent, the engine can report an error only by appending it, so the
 * last bytes are held back until they are known not to be an error. Leaving the loop early ends the
 * statement. Example:
 *
 *   …,row 9\n__exception__\r\n<tag>\r\nCode: 153. DB::Exception: …   →  yields up to row 9 at most, then throws
 */
export function endedWell(incoming: IncomingMessage, most: number, ends: Ends): AsyncIterable<Uint8Array> {
  let done = false
  const end = (): void => {
    if (!done) ends.ended()
    done = true
  }
  // An answer that is not read to its end also releases its account.
  incoming.once('close', end)
  const tag = incoming.headers['x-clickhouse-exception-tag']

  async function* read(): AsyncGenerator<Uint8Array> {
    let held = Buffer.alloc(0)
    let bytes = 0
    try {
      for await (const part of incoming as AsyncIterable<Buffer>) {
        bytes += part.length
        if (bytes > most) throw tooLarge()
        held = Buffer.concat([held, part])
        // The engine would keep the connection open for some more seconds.
        if (endsInError(held)) break
        if (held.length <= 2 * heldBytes) continue
        const free = held.length - heldBytes
        yield held.subarray(0, free)
        held = held.subarray(free)
      }
      const error = errorIn(held, tag)
      if (error !== null) throw error
      if (held.length > 0) yield held
    } catch (error) {
      throw ends.failed(errorIn(held, tag) ?? error)
    } finally {
      incoming.destroy()
      end()
    }
  }
  return read()
}

const endsInError = (last: Buffer): boolean =>
  last.subarray(-20).toString('latin1').trimEnd().endsWith('__exception__')

function errorIn(last: Buffer, tag: string | string[] | undefined): StatementError | null {
  const marker = typeof tag === 'string' ? `__exception__\r\n${tag}\r\n` : 'Code: '
  const place = last.lastIndexOf(marker)
  if (place < 0) return null
  const text = last.subarray(place + (typeof tag === 'string' ? marker.length : 0)).toString('utf8')
  const code = /^Code: (\d+)\. DB::Exception/.exec(text)?.[1]
  if (code !== undefined) return new StatementError(code, text)
  return typeof tag === 'string' ? new StatementError('0', text) : null
}
