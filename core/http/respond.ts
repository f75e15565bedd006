import { Reply } from '../contract/index.js'
import type { HttpContext } from './context.js'

/** The handler's result as an answer: a Reply as it is, anything else as JSON under the route's status. */
export function respond(ctx: HttpContext, result: unknown, status: number): void {
  if (result instanceof Reply) {
    send(ctx, result.status, result.body)
    // After the body, whose kind sets a type of its own.
    for (const [name, value] of Object.entries(result.headers)) ctx.set(name, value)
  } else send(ctx, status, result)
}

function send(ctx: HttpContext, status: number, body: unknown): void {
  ctx.status = status
  // Answers are about one caller and one moment; a Reply that may be kept says so itself.
  ctx.set('Cache-Control', 'no-store')
  if (status === 204 || body === undefined || body === null) ctx.body = null
  else if (typeof body === 'string') {
    ctx.type = 'text/plain'
    ctx.body = body
  } else if (body instanceof Uint8Array) ctx.body = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  else {
    ctx.type = 'application/json'
    ctx.body = JSON.stringify(body)
  }
}
