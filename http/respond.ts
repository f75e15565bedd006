import { Readable } from 'node:stream'
import { Reply, type Log } from '../contract/index.js'
import type { HttpContext } from './context.js'

/** Sends a handler's result: a Reply as it is, anything else as JSON with the route's status. */
export async function respond(ctx: HttpContext, result: unknown, status: number, log: Log): Promise<void> {
  if (isReply(result)) {
    // Before anything is set, because its first chunk may be an error.
    const body = isStream(result.body) ? await begun(result.body) : result.body
    send(ctx, result.status, body, log)
    // After the body, which sets a type of its own.
    for (const [name, value] of Object.entries(result.headers)) ctx.set(name, value)
  } else send(ctx, status, result, log)
}

/** instanceof alone would make its body an `any`. */
const isReply = (result: unknown): result is Reply => result instanceof Reply

function send(ctx: HttpContext, status: number, body: unknown, log: Log): void {
  ctx.status = status
  // Responses depend on one caller and one moment; a cacheable Reply sets its own header.
  ctx.set('Cache-Control', 'no-store')
  if (status === 204 || body === undefined || body === null) ctx.body = null
  else if (typeof body === 'string') {
    ctx.type = 'text/plain'
    ctx.body = body
  } else if (body instanceof Uint8Array) ctx.body = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  else if (isStream(body)) ctx.body = breakingOff(ctx, body, log)
  else {
    ctx.type = 'application/json'
    ctx.body = JSON.stringify(body)
  }
}

type Stream = AsyncIterable<Uint8Array>

const isStream = (body: unknown): body is Stream =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** Returns the stream once its first chunk has arrived; rejects if that is an error. */
async function begun(stream: Stream): Promise<Stream> {
  const iterator = stream[Symbol.asyncIterator]()
  const first = await iterator.next()
  return {
    async *[Symbol.asyncIterator]() {
      try {
        for (let next = first; next.done !== true; next = await iterator.next()) yield next.value
      } finally {
        await iterator.return?.()
      }
    },
  }
}

/** Only a connection that ends without its last chunk tells the client that the response is incomplete. */
function breakingOff(ctx: HttpContext, stream: Stream, log: Log): Readable {
  const body = Readable.from(stream, { objectMode: false })
  body.once('error', (error) => {
    const fields = { plugin: ctx.state.request.plugin, route: ctx.state.route, err: error }
    log.warn(fields, 'a streamed response failed midway')
    ctx.res.destroy()
  })
  return body
}
