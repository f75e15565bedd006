import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { addressGroup } from '../contract/index.js'
import { evictable, type Standing } from './eviction.js'
import type { HttpObserver } from './instruments.js'
import { linger } from './linger.js'
import { isProven } from './proven.js'
import { refuse } from './unread.js'

export interface ConnectionLimits {
  readonly maxConnections: number
  /** Connections of one address. Infinity behind a proxy, where all connections have the same address. */
  readonly maxConnectionsPerAddress: number
}

export interface Connections {
  /** Ends each connection as soon as it has no request in flight. */
  endWhenIdle(): void
  /** Whether a response has begun, so that nothing else may be written. */
  isAnswering(socket: Duplex): boolean
  /** Whether the connection was rejected: its data is not read. */
  isRefused(socket: Socket): boolean
}

interface Connection {
  readonly socket: Socket
  readonly group: string
  readonly requests: Map<ServerResponse, IncomingMessage>
  /** The most recent request. */
  latest: IncomingMessage | null
  /** A sequence number over all connections, updated on each activity. */
  seen: number
  lingering: boolean
}

/**
 * Tracks every connection of the server. A new connection over a limit replaces the least valuable one
 * (eviction.ts). It gets a 503 only if all others have an accepted credential and a request in flight.
 */
export function watchConnections(
  server: Server,
  limits: ConnectionLimits,
  observer: HttpObserver,
  newId: (prefix: string) => string,
): Connections {
  const all = new Map<Duplex, Connection>()
  const byAddress = new Map<string, Set<Connection>>()
  const refused = new WeakSet<Socket>()
  let ending = false
  let turn = 0

  function standingOf(connection: Connection): Standing {
    const { socket, requests, lingering, seen, group } = connection
    return {
      seen,
      neighbours: byAddress.get(group)?.size ?? 0,
      state: lingering
        ? 'rejected'
        : requests.size === 0
          ? 'idle'
          : isArriving(requests)
            ? 'arriving'
            : 'busy',
      proven: isProven(socket),
    }
  }

  /** Evicts one of these connections; returns false if none may be evicted. */
  function evictFrom(connections: Iterable<Connection>): boolean {
    const victim = evictable(connections, standingOf)
    if (victim === null) return false
    observer.refused('connection_evicted')
    forget(victim)
    victim.socket.destroy()
    return true
  }

  function fullSetting({ group }: Connection): string | null {
    const others = byAddress.get(group) ?? new Set()
    if (others.size >= limits.maxConnectionsPerAddress && !evictFrom(others))
      return 'too many connections from this address (MAX_CONNECTIONS_PER_ADDRESS)'
    if (all.size >= limits.maxConnections && !evictFrom(all.values()))
      return 'too many connections (MAX_CONNECTIONS)'
    return null
  }

  function remember(connection: Connection): void {
    all.set(connection.socket, connection)
    const group = byAddress.get(connection.group) ?? new Set()
    byAddress.set(connection.group, group.add(connection))
  }

  function forget(connection: Connection): void {
    const { group } = connection
    all.delete(connection.socket)
    byAddress.get(group)?.delete(connection)
    if (byAddress.get(group)?.size === 0) byAddress.delete(group)
  }

  function lingerOn(connection: Connection): void {
    if (connection.lingering) return
    connection.lingering = true
    const { latest } = connection
    linger(connection.socket, () => {
      connection.lingering = latest?.complete !== true
      return !connection.lingering
    })
  }

  /**
   * Node closes a connection right after its last response; a client that is still sending would never read
   * it.
   */
  function endGently(connection: Connection): void {
    const { socket } = connection
    const destroySoon = socket.destroySoon.bind(socket)
    socket.destroySoon = () => {
      if (ending || connection.latest === null || connection.latest.complete) destroySoon()
      else {
        socket.end()
        lingerOn(connection)
      }
    }
  }

  server.on('connection', (socket) => {
    const group = addressGroup(socket.remoteAddress ?? '')
    const connection = { socket, group, requests: new Map(), latest: null, seen: ++turn, lingering: false }
    observer.connectionOpened()
    socket.once('close', () => {
      forget(connection)
      observer.connectionClosed()
    })
    const full = fullSetting(connection)
    if (full === null) {
      remember(connection)
      endGently(connection)
    } else {
      observer.refused('connections')
      refused.add(socket)
      refuse(socket, 'UNAVAILABLE', full, newId)
    }
  })
  server.on('request', (request, response) => {
    const connection = all.get(request.socket)
    if (connection === undefined) return
    connection.seen = ++turn
    connection.latest = request
    connection.requests.set(response, request)
    response.once('close', () => {
      connection.requests.delete(response)
      connection.seen = ++turn
      if (ending) endIfIdle(connection)
      else if (!request.complete && !request.socket.destroyed) lingerOn(connection)
    })
  })

  const endIfIdle = ({ requests, socket }: Connection): void => {
    if (requests.size === 0) socket.destroySoon()
  }
  return {
    endWhenIdle() {
      ending = true
      for (const connection of all.values()) endIfIdle(connection)
    },
    isAnswering: (socket) =>
      [...(all.get(socket)?.requests.keys() ?? [])].some(({ headersSent }) => headersSent),
    isRefused: (socket) => refused.has(socket),
  }
}

const isArriving = (requests: ReadonlyMap<ServerResponse, IncomingMessage>): boolean =>
  [...requests.values()].some(({ complete }) => !complete)
