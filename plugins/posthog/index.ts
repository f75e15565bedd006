import Type from 'typebox'
import {
  contractNumber,
  definePlugin,
  ingestKeyIn,
  openToAnySite,
  Reply,
  type PluginHost,
} from '../../contract/index.js'
import { examples } from './examples.js'
import { captured, results } from './answers.js'
import { contentOf, eventsOf, projectKey } from './body.js'
import { definitions, flags, remoteConfig, remoteConfigScript } from './documents.js'
import { takeIn } from './intake.js'

const bytesOf = (body: unknown): Uint8Array => (body instanceof Uint8Array ? body : new Uint8Array())

const shared = { tag: 'Ingestion', anyQuery: true } as const

const posted = {
  ...shared,
  method: 'POST',
  access: ingestKeyIn(projectKey),
  raw: { limit: 10 * 1024 * 1024, inflatedLimit: 50 * 1024 * 1024 },
} as const

/** PostHog's capture API, for its libraries with this server as host. */
export const posthog = definePlugin({
  name: 'posthog',
  contract: contractNumber,
  after: [],
  register(host) {
    host.examples(examples)
    captureRoutes(host)
    documentRoutes(host)
  },
})

/** Paths for one event or many, of current and older libraries. */
const capturePaths = ['batch', 'capture', 'e', 'track', 'i/v0/e', 'i/v0/ai/batch']

function captureRoutes(host: PluginHost): void {
  for (const path of capturePaths)
    host.route({
      ...posted,
      path: `/posthog/${path}`,
      summary: "Store events of PostHog's capture API: an event, a list of events, or a batch",
      response: Type.Object({
        status: Type.Literal(1),
        rejected: Type.Optional(Type.Integer()),
        errors: Type.Optional(Type.Array(Type.Object({ index: Type.Integer(), error: Type.String() }))),
      }),
      async handle(ask, { body, query, headers }) {
        const bytes = bytesOf(body)
        const { events, sentAt } = eventsOf(contentOf(bytes))
        // Older browser libraries send the time in the query string.
        const sent = { events, sentAt: sentAt ?? millisecondsIn((query as { _?: string })._) }
        return captured(ask, events.length, await takeIn(ask, sent, bytes, headers['user-agent']))
      },
    })
  host.route({
    ...posted,
    path: '/posthog/i/v1/analytics/events',
    summary: "Store events of PostHog's capture API, with a result for each event",
    response: Type.Object({
      results: Type.Record(
        Type.String(),
        Type.Object({ result: Type.Enum(['ok', 'drop']), details: Type.Optional(Type.String()) }),
      ),
    }),
    async handle(ask, { body, headers }) {
      const bytes = bytesOf(body)
      const { events } = eventsOf(contentOf(bytes))
      const sent = { events, sentAt: headers['posthog-request-timestamp'] }
      return results(ask, events, await takeIn(ask, sent, bytes, headers['user-agent']))
    },
  })
}

function documentRoutes(host: PluginHost): void {
  for (const path of ['flags', 'decide'])
    host.route({
      ...posted,
      path: `/posthog/${path}`,
      summary: 'Feature flags for PostHog libraries: always none',
      response: Type.Object({}, { additionalProperties: true }),
      handle: () => Promise.resolve(flags),
    })
  const got = { ...shared, method: 'GET', params: Type.Object({ key: Type.String() }) } as const
  const access = ingestKeyIn(({ key }) => key ?? null)
  host.route({
    ...got,
    access,
    path: '/posthog/array/:key/config',
    summary: 'Configuration that posthog-js requests at its start',
    response: Type.Object({}, { additionalProperties: true }),
    handle: (_, { params }) => Promise.resolve(remoteConfig(params.key)),
  })
  host.route({
    ...got,
    access,
    path: '/posthog/array/:key/config.js',
    summary: 'Configuration that posthog-js requests at its start, as a script',
    produces: ['text/javascript'],
    handle: (_, { params }) => {
      const headers = { 'content-type': 'text/javascript; charset=utf-8' }
      return Promise.resolve(new Reply(200, remoteConfigScript(params.key), headers))
    },
  })
  // Requested with another kind of key; the content is empty, so it is public.
  for (const path of ['flags/definitions', 'api/feature_flag/local_evaluation'])
    host.route({
      ...shared,
      method: 'GET',
      access: openToAnySite,
      path: `/posthog/${path}`,
      summary: 'Feature flag definitions for PostHog libraries in a server: always none',
      response: Type.Object({}, { additionalProperties: true }),
      handle: () => Promise.resolve(definitions),
    })
}

const millisecondsIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{13}$/.test(text) ? Number(text) : undefined
