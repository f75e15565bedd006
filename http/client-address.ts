import { isIP } from 'node:net'

/**
 * Returns the address of the client behind `hops` trusted proxies. Each proxy appends the address it sees to
 * X-Forwarded-For, so the client's is the `hops`-th from the right. Entries further left are the client's own
 * claims.
 *
 *     X-Forwarded-For: 6.6.6.6, 203.0.113.7:4711, 10.0.0.2    hops 1: 10.0.0.2   hops 2: 203.0.113.7
 *
 * Ports and brackets are removed. Returns the address of the connection if there are no proxies, or if that
 * entry is not an address.
 */
export function clientAddress(forwardedFor: string | undefined, connection: string, hops: number): string {
  if (hops === 0 || forwardedFor === undefined) return connection
  const entries = forwardedFor.split(',')
  return addressIn(entries[Math.max(0, entries.length - hops)] ?? '') ?? connection
}

function addressIn(entry: string): string | null {
  const text = entry.trim()
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? []
  const [, dotted] = /^([\d.]+):\d{1,5}$/.exec(text) ?? []
  const address = bracketed ?? dotted ?? text
  return isIP(address) === 0 ? null : address
}
