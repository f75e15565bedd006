import { Agent as HttpAgent, type ClientRequest } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'

/** Time in ms after which an unused connection is closed: shorter than the server's keep-alive. */
const unusedMs = 500

/**
 * Returns a pool of connections, of which unused ones are closed soon. The pool's own option `timeout` would also fail
 * requests whose connection takes longer to be made, as it does where the event loop is busy.
 * @param most connections at a time; more requests wait for one
 */
export function connectionPool(secure: boolean, most: number): HttpAgent {
  const options = { keepAlive: true, maxFreeSockets: 8, maxSockets: most }
  const agent = secure ? new HttpsAgent(options) : new HttpAgent(options)
  const keep = (socket: Socket): boolean => {
    socket.unref()
    socket.setTimeout(unusedMs)
    return true
  }
  const reused = agent.reuseSocket.bind(agent)
  const reuse = (socket: Socket, request: ClientRequest): void => {
    socket.setTimeout(0)
    reused(socket, request)
  }
  return Object.assign(agent, { keepSocketAlive: keep, reuseSocket: reuse })
}
