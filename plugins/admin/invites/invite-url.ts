import type { Settings } from '../../../core/contract/index.js'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A host as browsers send it, with or without a port: nothing that could make another address of a link. */
const host = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

/**
 * Where the invited person finds the invite: under PUBLIC_URL, else under the address that this request was sent to.
 * Of a proxy's headers only one's own proxy is believed.
 */
export function inviteUrl(
  { publicUrl, trustProxy, port }: Pick<Settings, 'publicUrl' | 'trustProxy' | 'port'>,
  headers: Headers,
  token: string,
): string {
  const base = publicUrl ?? addressOf(headers, trustProxy) ?? `http://localhost:${port}`
  return `${base.replace(/\/+$/, '')}/api/v1/invites/${token}`
}

function addressOf(headers: Headers, trustProxy: boolean): string | null {
  const name = (trustProxy ? first(headers['x-forwarded-host']) : null) ?? first(headers['host'])
  const protocol = trustProxy && first(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http'
  return name !== null && host.test(name) ? `${protocol}://${name}` : null
}

function first(header: string | string[] | undefined): string | null {
  const [value = ''] = [header].flat()
  const [text = ''] = value.split(',')
  return text.trim() === '' ? null : text.trim()
}
