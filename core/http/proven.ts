import type { Socket } from 'node:net'
import type { Step } from './context.js'

const proven = new WeakSet<Socket>()

/** The step behind `admit`: from now on the connection is one whose credential was accepted. */
export const showCredential: Step = (ctx, next) => {
  proven.add(ctx.req.socket)
  return next()
}

/** Whether a request on this connection had a credential that was accepted. */
export const isProven = (socket: Socket): boolean => proven.has(socket)
