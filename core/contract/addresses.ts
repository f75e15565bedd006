import type { Settings } from './settings.js'

/** Host names and addresses, as settings and headers have them. */
type Reach = Pick<Settings, 'host' | 'publicUrl' | 'allowedHosts'>

/**
 * The name in a Host header, without its port, in lower case and without the dot at its end; an IPv6 address without
 * brackets. Returns null if the text is no host.
 */
export function hostName(host: string): string | null {
  if (!/^[^\s/?#@\\]+$/.test(host) || !URL.canParse(`http://${host}`)) return null
  const { hostname } = new URL(`http://${host}`)
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

const isIPv6 = (host: string): boolean => host.includes(':') && URL.canParse(`http://[${host}]`)

/** An address as HOST has it, which may be IPv6 without brackets. */
const nameOf = (host: string): string | null => hostName(isIPv6(host) ? `[${host}]` : host)

export const isLoopback = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(?:\.\d+){3}$/.test(name)

/** Whether the service listens on this machine's own address only. */
export const listensOnLoopback = ({ host }: Pick<Settings, 'host'>): boolean => isLoopback(nameOf(host) ?? '')

/** The names that the settings give the service. */
const configuredNames = ({ publicUrl, allowedHosts }: Reach): readonly string[] =>
  [...(publicUrl === null ? [] : [new URL(publicUrl).host]), ...allowedHosts].flatMap(
    (one) => nameOf(one) ?? [],
  )

/** Whether clients can come from other machines: directly, or through a proxy that the settings tell of. */
export const isReachedFromOutside = (settings: Reach & Pick<Settings, 'trustProxy'>): boolean =>
  !listensOnLoopback(settings) ||
  settings.trustProxy > 0 ||
  configuredNames(settings).some((name) => !isLoopback(name))

/** Whether the settings say under which names the service is reached, so that others can be rejected. */
export const knowsItsNames = (settings: Reach): boolean =>
  listensOnLoopback(settings) || configuredNames(settings).length > 0

/** Whether a name is this machine's own, HOST, that of PUBLIC_URL or one of ALLOWED_HOSTS. */
export const isOwnName = (settings: Reach, name: string): boolean =>
  isLoopback(name) || name === nameOf(settings.host) || configuredNames(settings).includes(name)

/** Where a service that listens there is reached from this machine: `http://localhost:8080` for `0.0.0.0`. */
export function localUrl(host: string, port: number): string {
  const name = ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}
