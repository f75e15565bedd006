import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Settings } from '../contract/index.js'
import { watchConnections, type Connections } from './connections.js'
import type { HttpObserver } from './instruments.js'
import { refuseUnread } from './unread.js'

export interface HttpServer {
  readonly port: number
  /** Stops accepting connections, waits at most this long for requests in flight, then closes the rest. */
  close(drainMilliseconds: number): Promise<void>
}

/** Longer than the idle timeout of common load balancers, so that they close first. */
const keepAliveMilliseconds = 75_000
/** Checks for slow headers per HEADERS_TIMEOUT. */
const looks = 4

export interface ListenAddress {
  readonly port: number
  readonly host: string
}

export interface ServerOptions {
  readonly settings: Settings
  readonly observer: HttpObserver
  readonly newId: (prefix: string) => string
}

/** Listens; resolves when connections are accepted. Rejects if the address is taken. */
export async function listen(
  listener: RequestListener,
  { port, host }: ListenAddress,
  { settings, observer, newId }: ServerOptions,
): Promise<HttpServer> {
  const server = createServer({
    keepAliveTimeout: keepAliveMilliseconds,
    headersTimeout: settings.headersTimeout,
    // Bodies have their own timeout (read-bytes.ts), which fires first; and no body outlives its response for
    // long.
    requestTimeout: settings.headersTimeout + 2 * settings.requestTimeout,
    connectionsCheckingInterval: settings.headersTimeout / looks,
    // Node would respond without a body; a step of the listener rejects it in the shape of every other error.
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
  // The step that reads the body sends "100 Continue", so a request that is rejected earlier gets none.
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  // Expectations other than "100-continue" are unknown here and ignored, as HTTP allows, instead of rejected
  // without a body.
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
