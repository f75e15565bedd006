import { lookup, type LookupAddress } from 'node:dns'
import { request as requestPlain, type RequestOptions } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { ChannelError } from '../../contract/index.js'
import { isPublicAddress } from './public-address.js'

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
  /** Private and local addresses are allowed as well. */
  readonly anyAddress: boolean
}

const notPublic = (host: string): ChannelError =>
  new ChannelError(`${host} has a private or local address (WEBHOOK_PRIVATE_ADDRESSES)`, { permanent: true })

/**
 * Looks a name up for a connection, and rejects it unless all of its addresses are public. The connection uses
 * what was checked here, so a name cannot have another address a moment later.
 */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: readonly LookupAddress[]) => {
    if (error !== null) {
      done(error, '', 0)
      return
    }
    const [first] = addresses
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      done(notPublic(hostname), '', 0)
    else if (options.all === true) done(null, [...addresses])
    else done(null, first.address, first.family)
  })
}

/** Sends a POST and returns the status of the response, whose body is not read. Follows no redirects. */
export function post(url: URL, { headers, body, signal, anyAddress }: PostOptions): Promise<number> {
  // An address in brackets, or one that needs no lookup.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (!anyAddress && isIP(host) !== 0 && !isPublicAddress(host)) return Promise.reject(notPublic(host))
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    signal,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    ...(anyAddress ? {} : { lookup: publicLookup }),
  }
  const send = url.protocol === 'https:' ? requestTls : requestPlain
  return new Promise((resolve, reject) => {
    const request = send(url, options, (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    request.on('error', reject)
    request.end(body)
  })
}
