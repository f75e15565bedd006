import Type from 'typebox'
import { contractNumber, definePlugin, ingestKey, type Ask, type PluginHost } from '../../contract/index.js'
import { examples } from './examples.js'
import {
  answer,
  failure,
  failures,
  isFailure,
  undecodable,
  type Outcome,
  type RejectedMember,
} from './answer.js'
import { encodingOf, readBody } from './body.js'
import { logRecords } from './logs.js'
import { dataPoints } from './metrics.js'
import { Undecodable } from './refused.js'
import { logsRequest, metricsRequest, tracesRequest, type Message } from './schema.js'
import { spansIn } from './traces.js'
import { takeIn } from './take-in.js'
import type { Tree } from './tree.js'

const megabyte = 1024 * 1024

/** One kind of telemetry and its route. */
interface Signal {
  readonly name: 'logs' | 'metrics' | 'traces'
  readonly summary: string
  readonly message: Message
  readonly rejected: RejectedMember
  store(ask: Ask, request: Tree): Promise<Outcome> | Outcome
}

const signals: readonly Signal[] = [
  {
    name: 'logs',
    summary: 'Store OTLP/HTTP log records: protobuf or JSON',
    message: logsRequest,
    rejected: 'rejectedLogRecords',
    store: (ask, request) => takeIn(ask, 'logs', logRecords(request)),
  },
  {
    name: 'metrics',
    summary: 'Store OTLP/HTTP metrics: protobuf or JSON',
    message: metricsRequest,
    rejected: 'rejectedDataPoints',
    store: (ask, request) => takeIn(ask, 'metrics', dataPoints(request)),
  },
  {
    name: 'traces',
    summary: 'Accept OTLP/HTTP spans and report all of them as rejected; they are not stored',
    message: tracesRequest,
    rejected: 'rejectedSpans',
    store: (_, request) => ({ rejected: spansIn(request), reasons: ['spans are not stored here'] }),
  },
]

/** POST /otlp/v1/logs, /otlp/v1/metrics and /otlp/v1/traces. */
export const otlp = definePlugin({
  name: 'otlp',
  contract: contractNumber,
  after: ['ingest'],
  register(host) {
    host.examples(examples)
    for (const signal of signals) registerSignal(host, signal)
  },
})

function registerSignal(host: PluginHost, signal: Signal): void {
  host.route({
    method: 'POST',
    path: `/otlp/v1/${signal.name}`,
    summary: signal.summary,
    tag: 'Ingestion',
    access: ingestKey,
    raw: { limit: 10 * megabyte, inflatedLimit: 50 * megabyte },
    response: Type.Object({
      partialSuccess: Type.Optional(
        Type.Object({ [signal.rejected]: Type.String(), errorMessage: Type.String() }),
      ),
    }),
    otherwise: failures,
    produces: ['application/json', 'application/x-protobuf'],
    handle: (ask, { body, headers }) =>
      respond(
        ask,
        signal,
        body instanceof Uint8Array ? body : new Uint8Array(),
        String(headers['content-type'] ?? ''),
      ),
  })
}

async function respond(ask: Ask, signal: Signal, body: Uint8Array, contentType: string) {
  const encoding = encodingOf(body, contentType)
  try {
    const request = readBody(body, encoding, signal.message)
    return answer(encoding, signal.rejected, await signal.store(ask, request))
  } catch (error) {
    if (error instanceof Undecodable) return undecodable(encoding, error.message)
    if (isFailure(error)) return failure(encoding, error)
    throw error
  }
}
