import type { IncomingMessage } from 'node:http'
import { EngineRefusal, tooLarge } from './request.js'

/** More than the engine writes of an error behind the rows that went before it. */
const heldBytes = 32_768

export interface Ends {
  /** The error for the reader of the file. */
  failed(error: unknown): unknown
  /** Called once, however it ends. */
  ended(): void
}

/**
 * An answer that is passed on while it comes. Once rows are under way, the engine can only tell of an error behind
 * them: so the last bytes are held back until it is certain that they are none. Leaving early ends the statement.
 */
export function endedWell(incoming: IncomingMessage, most: number, ends: Ends): AsyncIterable<Uint8Array> {
  let done = false
  const end = (): void => {
    if (!done) ends.ended()
    done = true
  }
  // An answer that nobody reads to its end gives its account back too.
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
        // The engine would leave the connection open for some seconds more.
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

function errorIn(last: Buffer, tag: string | string[] | undefined): EngineRefusal | null {
  const marker = typeof tag === 'string' ? `__exception__\r\n${tag}\r\n` : 'Code: '
  const place = last.lastIndexOf(marker)
  if (place < 0) return null
  const text = last.subarray(place + (typeof tag === 'string' ? marker.length : 0)).toString('utf8')
  const code = /^Code: (\d+)\. DB::Exception/.exec(text)?.[1]
  if (code !== undefined) return new EngineRefusal(code, text)
  return typeof tag === 'string' ? new EngineRefusal('0', text) : null
}
