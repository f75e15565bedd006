import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Settings } from '../contract/index.js'
import { watchConnections, type Connections } from './connections.js'
import type { HttpObserver } from './instruments.js'
import { refuseUnread } from './unread.js'

export interface HttpServer {
  readonly port: number
  /** Stops accepting, waits for the requests in flight, at most this long, then closes what is left. */
  close(drainMilliseconds: number): Promise<void>
}

/** Longer than the idle time of common load balancers, so that they close first. */
const keepAliveMilliseconds = 75_000
/** Looks for slow headers within one HEADERS_TIMEOUT. */
const looks = 4

export interface ListenAddress {
  readonly port: number
  readonly host: string
}

export interface ServerParts {
  readonly settings: Settings
  readonly observer: HttpObserver
  readonly newId: (prefix: string) => string
}

/** Listens; resolves when connections are accepted. Rejects when the address is taken. */
export async function listen(
  listener: RequestListener,
  { port, host }: ListenAddress,
  { settings, observer, newId }: ServerParts,
): Promise<HttpServer> {
  const server = createServer({
    keepAliveTimeout: keepAliveMilliseconds,
    headersTimeout: settings.headersTimeout,
    // Bodies have a watch of their own (read-bytes.ts), which answers first; and no body outlives its answer for long.
    requestTimeout: settings.headersTimeout + 2 * settings.requestTimeout,
    connectionsCheckingInterval: settings.headersTimeout / looks,
    // Node would answer without a body; a step of the listener refuses it in the shape of every other error.
    requireHostHeader: false,
  })
  const { maxConnections, trustProxy } = settings
  const maxConnectionsPerAddress = trustProxy ? Infinity : settings.maxConnectionsPerAddress
  const limits = { maxConnections, maxConnectionsPerAddress }
  const connections = watchConnections(server, limits, observer, newId)
  server.on('request', (request, response) => {
    if (!connections.isRefused(request.socket)) listener(request, response)
  })
  const refuse = refuseUnread(newId)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') observer.refused('headers_too_slow')
    if (connections.isAnswering(socket)) socket.destroy()
    else refuse(error, socket)
  })
  // "100 Continue" is for the step that reads the body: a request that is refused before need not send one.
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
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
