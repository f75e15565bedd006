import type { Settings } from './settings.js'

/** The settings that name the service's hosts. */
type Reach = Pick<Settings, 'host' | 'publicUrl' | 'allowedHosts'>

/**
 * Returns the name in a Host header: without the port, in lower case, without a trailing dot, an IPv6 address
 * without brackets. Returns null if the string is not a host.
 */
export function hostName(host: string): string | null {
  if (!/^[^\s/?#@\\]+$/.test(host) || !URL.canParse(`http://${host}`)) return null
  const { hostname } = new URL(`http://${host}`)
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

const isIPv6 = (host: string): boolean => host.includes(':') && URL.canParse(`http://[${host}]`)

/** Normalizes a host as HOST spells it, which may be IPv6 without brackets. */
const nameOf = (host: string): string | null => hostName(isIPv6(host) ? `[${host}]` : host)

export const isLoopback = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(?:\.\d+){3}$/.test(name)

/** Whether the service listens only on this machine's loopback address. */
export const listensOnLoopback = ({ host }: Pick<Settings, 'host'>): boolean => isLoopback(nameOf(host) ?? '')

/** The host names of PUBLIC_URL and ALLOWED_HOSTS. */
const configuredNames = ({ publicUrl, allowedHosts }: Reach): readonly string[] =>
  [...(publicUrl === null ? [] : [new URL(publicUrl).host]), ...allowedHosts].flatMap(
    (one) => nameOf(one) ?? [],
  )

/**
 * Whether clients on other machines can reach the service, directly or through a proxy named in the settings.
 */
export const isReachedFromOutside = (settings: Reach & Pick<Settings, 'trustProxy'>): boolean =>
  !listensOnLoopback(settings) ||
  settings.trustProxy > 0 ||
  configuredNames(settings).some((name) => !isLoopback(name))

/** Whether the settings name the service's hosts, so that requests for other hosts can be rejected. */
export const knowsItsNames = (settings: Reach): boolean =>
  listensOnLoopback(settings) || configuredNames(settings).length > 0

/** Whether the name is loopback, HOST, the host of PUBLIC_URL or one of ALLOWED_HOSTS. */
export const isOwnName = (settings: Reach, name: string): boolean =>
  isLoopback(name) || name === nameOf(settings.host) || configuredNames(settings).includes(name)

/**
 * Returns the URL of a service that listens there, as seen from this machine: `http://localhost:8080` for
 * `0.0.0.0`.
 */
export function localUrl(host: string, port: number): string {
  const name = ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}
