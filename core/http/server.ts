import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { refuseUnread } from './unread.js'

export interface HttpServer {
  readonly port: number
  /** Stops accepting, waits for the requests in flight, at most this long, then closes what is left. */
  close(drainMilliseconds: number): Promise<void>
}

/** Longer than the idle time of common load balancers, so that they close first. */
const keepAliveMilliseconds = 75_000
const requestMilliseconds = 120_000

export interface Place {
  readonly port: number
  readonly host: string
}

/** Listens; resolves when connections are accepted. Rejects when the address is taken. */
export async function listen(
  listener: RequestListener,
  { port, host }: Place,
  newId: (prefix: string) => string,
): Promise<HttpServer> {
  const server = createServer(
    {
      keepAliveTimeout: keepAliveMilliseconds,
      requestTimeout: requestMilliseconds,
      // Node would answer without a body; a step of the listener refuses it in the shape of every other error.
      requireHostHeader: false,
    },
    listener,
  )
  const connections = watchConnections(server)
  server.on('clientError', refuseUnread(newId))
  // What a client expects beyond "100-continue" is not known here: it is ignored, as HTTP allows, not refused bare.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address() as AddressInfo
  return { port: address.port, close: (drainMilliseconds) => close(server, connections, drainMilliseconds) }
}

interface Connections {
  /** Ends each connection as soon as it has no request in flight. */
  endWhenIdle(): void
}

/** Node takes a connection that has sent nothing yet for a busy one, and keeps those that become idle while it closes. */
function watchConnections(server: Server): Connections {
  const inFlight = new Map<Socket, number>()
  let ending = false

  function change(socket: Socket, by: 1 | -1): void {
    const left = (inFlight.get(socket) ?? 0) + by
    inFlight.set(socket, left)
    if (ending && left === 0) socket.destroySoon()
  }
  server.on('connection', (socket) => {
    inFlight.set(socket, 0)
    socket.once('close', () => inFlight.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    change(socket, 1)
    response.once('close', () => change(socket, -1))
  })
  return {
    endWhenIdle() {
      ending = true
      for (const [socket, count] of inFlight) if (count === 0) socket.destroySoon()
    },
  }
}

async function close(server: Server, connections: Connections, drainMilliseconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
  connections.endWhenIdle()
  const inTime = new AbortController()
  const late = wait(drainMilliseconds, undefined, { signal: inTime.signal }).then(
    () => server.closeAllConnections(),
    () => undefined,
  )
  await closed
  inTime.abort()
  await late
}
