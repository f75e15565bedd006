import Type from 'typebox'
import { ChannelError, type ChannelDefinition } from '../../contract/index.js'
import { isPublicAddress } from './public-address.js'
import { post } from './post.js'
import { privateAddresses } from './settings.js'
import { signatureOf } from './signature.js'

const settings = Type.Object({
  url: Type.String({ maxLength: 2_000, description: 'An http or https address' }),
  secret: Type.String({
    minLength: 16,
    maxLength: 200,
    writeOnly: true,
    description: 'Signs the requests; a receiver checks it by any library of Standard Webhooks',
  }),
})

/** Statuses after which a repetition makes no sense: the receiver has gone, or will never take this request. */
const permanent: ReadonlySet<number> = new Set([400, 404, 405, 410, 413, 414, 415, 422, 501])

/** Posts messages as JSON, signed as Standard Webhooks. */
export const webhookChannel: ChannelDefinition<typeof settings> = {
  name: 'webhook',
  summary: 'An HTTP POST with JSON to an address of yours, signed as Standard Webhooks',
  settings,

  check({ url }, { setting }) {
    const parsed = URL.canParse(url) ? new URL(url) : null
    if (parsed === null || !['http:', 'https:'].includes(parsed.protocol))
      return 'url must be an http or https address'
    if (parsed.username !== '' || parsed.password !== '') return 'url must hold no user and no password'
    const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1')
    const isAddress = /^[\d.]+$/.test(host) || host.includes(':')
    if (!setting(privateAddresses) && (host === 'localhost' || (isAddress && !isPublicAddress(host))))
      return 'url must have a public address (WEBHOOK_PRIVATE_ADDRESSES)'
    return null
  },

  async send(message, { url, secret }, { setting, signal, clock }) {
    const { id, type, at, workspaceId, severity, title, text, link, data } = message
    const shown = { workspace_id: workspaceId, severity, title, text, link, details: data }
    const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: shown })
    const seconds = Math.floor(clock() / 1_000)
    const status = await post(new URL(url), {
      body,
      signal,
      anyAddress: setting(privateAddresses),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'sextant',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatureOf(secret, { id, seconds, body }),
      },
    }).catch((cause: unknown) => {
      if (cause instanceof ChannelError) throw cause
      const { code, message: problem } = cause as NodeJS.ErrnoException
      throw new ChannelError(`cannot reach ${new URL(url).host}: ${code ?? problem}`, { cause })
    })
    if (status >= 200 && status < 300) return
    const isMoved = status >= 300 && status < 400
    const hint = isMoved ? '; redirects are not followed' : ''
    throw new ChannelError(`${new URL(url).host} answered ${status}${hint}`, {
      permanent: isMoved || permanent.has(status),
    })
  },
}
