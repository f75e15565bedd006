import Type from 'typebox'
import {
  contractNumber,
  definePlugin,
  ingestKeyIn,
  jsonOf,
  memberOf,
  type FindKey,
} from '../../contract/index.js'
import { examples } from './examples.js'
import { callNames } from './calls.js'
import { takeIn } from './intake.js'
import { sourceSettings } from './source-settings.js'

const writeKey: FindKey = (_, body) => {
  try {
    const key = memberOf(jsonOf(body), 'writeKey')
    return typeof key === 'string' ? key : null
  } catch {
    return null
  }
}

const shared = {
  method: 'POST',
  tag: 'Ingestion',
  access: ingestKeyIn(writeKey),
  raw: { limit: 10 * 1024 * 1024, inflatedLimit: 50 * 1024 * 1024 },
  response: Type.Object({
    success: Type.Literal(true),
    rejected: Type.Optional(Type.Integer()),
    errors: Type.Optional(Type.Array(Type.Object({ index: Type.Integer(), error: Type.String() }))),
  }),
} as const

const bytesOf = (body: unknown): Uint8Array => (body instanceof Uint8Array ? body : new Uint8Array())

/** Segment's HTTP tracking API, for libraries of Segment and RudderStack. */
export const segment = definePlugin({
  name: 'segment',
  contract: contractNumber,
  after: [],
  register(host) {
    host.examples(examples)
    host.route({
      ...shared,
      path: '/segment/v1/:call',
      summary: "Store a message of Segment's tracking API, or a batch of messages",
      params: Type.Object({ call: Type.Union(callNames.map((name) => Type.Literal(name))) }),
      handle: (ask, { params, body, headers }) =>
        takeIn(ask, params.call, bytesOf(body), headers['user-agent']),
    })
    // Libraries whose host option must not have a path use these.
    for (const name of ['batch', 'import'] as const)
      host.route({
        ...shared,
        path: `/v1/${name}`,
        summary: "Store a batch of messages of Segment's tracking API",
        handle: (ask, { body, headers }) => takeIn(ask, name, bytesOf(body), headers['user-agent']),
      })
    host.route({
      method: 'GET',
      path: '/segment/v1/projects/:key/settings',
      summary: 'Settings that analytics.js requests before it sends',
      tag: 'Ingestion',
      access: ingestKeyIn(({ key }) => key ?? null),
      params: Type.Object({ key: Type.String() }),
      response: Type.Object({}, { additionalProperties: true }),
      handle: (ask, { params, headers }) =>
        Promise.resolve(sourceSettings(params.key, ask.settings, headers)),
    })
  },
})
