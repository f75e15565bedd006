import { hostName, isOwnName, localUrl, type Settings } from '../../../contract/index.js'

type Headers = Readonly<Record<string, string | string[] | undefined>>
type Reach = Pick<Settings, 'publicUrl' | 'allowedHosts' | 'trustProxy' | 'host' | 'port'>

/**
 * Returns the address of an invite: under PUBLIC_URL; else under the request's own host, if the settings name it; else
 * under the address that the service listens on. A host that only the request names could send the invited person, and
 * the token, to another service.
 */
export const inviteUrl = (settings: Reach, headers: Headers, token: string): string =>
  linkUrl(settings, headers, `/api/v1/invites/${token}`)

/** Returns the address of a password reset link, chosen as in inviteUrl(). */
export const resetUrl = (settings: Reach, headers: Headers, token: string): string =>
  linkUrl(settings, headers, `/api/v1/auth/resets/${token}`)

function linkUrl(settings: Reach, headers: Headers, path: string): string {
  const { publicUrl, host, port } = settings
  const base = publicUrl ?? addressOf(headers, settings) ?? localUrl(host, port)
  return `${base.replace(/\/+$/, '')}${path}`
}

/** Returns the origin that the request names, or null if the settings do not know it. Reads proxy headers only with TRUST_PROXY. */
function addressOf(headers: Headers, settings: Reach): string | null {
  const proxied = settings.trustProxy > 0
  const host = (proxied ? first(headers['x-forwarded-host']) : null) ?? first(headers['host'])
  const protocol = proxied && first(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http'
  const name = host === null ? null : hostName(host)
  return host !== null && name !== null && isOwnName(settings, name)
    ? new URL(`${protocol}://${host}`).origin
    : null
}

function first(header: string | string[] | undefined): string | null {
  const [value = ''] = [header].flat()
  const [text = ''] = value.split(',')
  return text.trim() === '' ? null : text.trim()
}
