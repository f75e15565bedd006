import type { Settings } from '../../contract/index.js'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The document that analytics.js and the mobile libraries request before they send: this server as only destination. */
export function sourceSettings(
  key: string,
  settings: Pick<Settings, 'publicUrl' | 'trustProxy'>,
  headers: Headers,
): object {
  const all = { __default: { enabled: true, integrations: {} } }
  return {
    integrations: {
      'Segment.io': { apiKey: key, ...apiHost(settings, headers), addBundledMetadata: false },
    },
    plan: { track: all, identify: all, group: all },
    analyticsNextEnabled: true,
    edgeFunction: {},
    enabledMiddleware: {},
    middlewareSettings: {},
    remotePlugins: [],
    legacyVideoPluginsEnabled: false,
    // Otherwise the library sends its own health reports to Segment.
    metrics: { sampleRate: 0 },
  }
}

/** This server's address, in place of Segment's. Empty if neither PUBLIC_URL nor the request gives it. */
function apiHost(
  { publicUrl, trustProxy }: Pick<Settings, 'publicUrl' | 'trustProxy'>,
  headers: Headers,
): object {
  const base = publicUrl ?? addressOf(headers, trustProxy)
  if (base === null || !URL.canParse(base)) return {}
  const { protocol, host, pathname } = new URL(base)
  return { apiHost: `${host}${pathname.replace(/\/+$/, '')}/segment/v1`, protocol: protocol.slice(0, -1) }
}

function addressOf(headers: Headers, trustProxy: number): string | null {
  const forwarded = (name: string): string | undefined => (trustProxy > 0 ? first(headers[name]) : undefined)
  const host = forwarded('x-forwarded-host') ?? first(headers['host'])
  // A page loaded by https can only send to https.
  const page = first(headers['origin'])?.startsWith('https:') === true ? 'https' : 'http'
  return host === undefined ? null : `${forwarded('x-forwarded-proto') ?? page}://${host}`
}

function first(value: string | string[] | undefined): string | undefined {
  const text = (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim()
  return text === '' ? undefined : text
}
