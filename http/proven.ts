import type { Socket } from 'node:net'
import type { Step } from './context.js'

const proven = new WeakSet<Socket>()

/** The step after `admit`: marks the connection as one with an accepted credential. */
export const showCredential: Step = (ctx, next) => {
  proven.add(ctx.req.socket)
  return next()
}

/** Whether a request on this connection had an accepted credential. */
export const isProven = (socket: Socket): boolean => proven.has(socket)
