import { setupText } from '../../text/setup.js'

/** The configuration of a client for this service, ready to paste. */
export interface Snippet {
  readonly id: string
  readonly title: string
  /** Describes the client and where the code belongs. */
  readonly about: string
  readonly code: string
}

/** Snippets for all clients. `origin` is this service's origin as the browser sees it. */
export const snippetsOf = (origin: string, key: string): readonly Snippet[] => [
  {
    id: 'curl',
    title: 'curl',
    about: setupText.runThisInATerminalTo,
    code: `curl '${origin}/v1/events' \\
  -H 'Authorization: Bearer ${key}' \\
  -d '{"event": "Signed Up", "device_id": "phone-1", "user_id": "ann", "properties": {"plan": "pro"}}'`,
  },
  {
    id: 'segment',
    title: 'Segment',
    about: setupText.theLibrariesOfSegmentAnd,
    code: `import { AnalyticsBrowser } from '@segment/analytics-next'

const analytics = AnalyticsBrowser.load({
  writeKey: '${key}',
  cdnURL: '${origin}/segment',
})
analytics.track('Signed Up', { plan: 'pro' })

// Node: @segment/analytics-node
// new Analytics({ writeKey: '${key}', host: '${origin}' })`,
  },
  {
    id: 'posthog',
    title: 'PostHog',
    about: setupText.posthogJsFromNpmPostHogs,
    code: `import posthog from 'posthog-js'

posthog.init('${key}', { api_host: '${origin}/posthog' })
posthog.capture('Signed Up', { plan: 'pro' })

// Node: posthog-node
// new PostHog('${key}', { host: '${origin}/posthog' })`,
  },
  {
    id: 'opentelemetry',
    title: 'OpenTelemetry',
    about: setupText.logsAndMetricsFromAnySDK,
    code: `export OTEL_EXPORTER_OTLP_ENDPOINT='${origin}/otlp'
export OTEL_EXPORTER_OTLP_HEADERS='x-api-key=${key}'
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE=delta`,
  },
  {
    id: 'tell',
    title: 'Tell',
    about: setupText.theSmallBrowserClientTellRs,
    code: `import { tell } from '@tell-rs/browser'

tell.configure('${key}', { endpoint: '${origin}', service: 'web' })
tell.track('Signed Up', { plan: 'pro' })
tell.logError('Payment failed', { code: 502 })`,
  },
]
