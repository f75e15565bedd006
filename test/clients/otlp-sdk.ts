import { SeverityNumber, type AnyValue } from '@opentelemetry/api-logs'
import { OTLPLogExporter as JsonLogs } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPLogExporter as ProtobufLogs } from '@opentelemetry/exporter-logs-otlp-proto'
import {
  AggregationTemporalityPreference,
  OTLPMetricExporter as JsonMetrics,
} from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter as ProtobufMetrics } from '@opentelemetry/exporter-metrics-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { AggregationType, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import type { ClientService } from './client-service.js'

export const encodings = ['json', 'protobuf', 'json gzip', 'protobuf gzip'] as const
export type Encoding = (typeof encodings)[number]

/** An enum of a transitive dependency. */
type Compression = NonNullable<NonNullable<ConstructorParameters<typeof JsonLogs>[0]>['compression']>

const configOf = (fixture: ClientService, signal: string, encoding: Encoding) => ({
  url: `${fixture.base}/otlp/v1/${signal}`,
  headers: { authorization: `Bearer ${fixture.key}` },
  compression: (encoding.endsWith('gzip') ? 'gzip' : 'none') as unknown as Compression,
})

const resource = resourceFromAttributes({
  'service.name': 'shop',
  'host.name': 'web-1',
  'service.instance.id': 'i-1',
  'os.type': 'linux',
})

interface Logged {
  readonly body?: AnyValue
  readonly attributes?: Readonly<Record<string, AnyValue>>
  readonly number?: SeverityNumber
  readonly text?: string
  readonly at?: number
}

export const midnight = Date.now() - 3_600_000

export async function sendLogs(
  fixture: ClientService,
  encoding: Encoding,
  records: readonly Logged[],
): Promise<void> {
  const config = configOf(fixture, 'logs', encoding)
  const exporter = encoding.startsWith('json') ? new JsonLogs(config) : new ProtobufLogs(config)
  const provider = new LoggerProvider({ resource, processors: [new BatchLogRecordProcessor({ exporter })] })
  const logger = provider.getLogger('cart', '1.2')
  for (const { body, attributes = {}, number, text, at = midnight } of records)
    logger.emit({
      timestamp: at,
      ...(body === undefined ? {} : { body }),
      attributes: { ...attributes },
      ...(number === undefined ? {} : { severityNumber: number }),
      ...(text === undefined ? {} : { severityText: text }),
    })
  await provider.shutdown()
}

/** Collects once from every kind of instrument. */
export async function sendMetrics(
  fixture: ClientService,
  encoding: Encoding,
  temporalityPreference: AggregationTemporalityPreference,
  rounds = 1,
): Promise<void> {
  const config = { ...configOf(fixture, 'metrics', encoding), temporalityPreference }
  const exporter = encoding.startsWith('json') ? new JsonMetrics(config) : new ProtobufMetrics(config)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
  const provider = new MeterProvider({
    resource,
    readers: [reader],
    views: [
      { instrumentName: 'size', aggregation: { type: AggregationType.EXPONENTIAL_HISTOGRAM } },
      {
        instrumentName: 'duration',
        aggregation: {
          type: AggregationType.EXPLICIT_BUCKET_HISTOGRAM,
          options: { boundaries: [10, 100], recordMinMax: true },
        },
      },
    ],
  })
  const meter = provider.getMeter('cart')
  const requests = meter.createCounter('requests', { unit: '1', description: 'dropped' })
  const open = meter.createUpDownCounter('open')
  const duration = meter.createHistogram('duration', { unit: 'ms' })
  const size = meter.createHistogram('size', { unit: 'By' })
  meter
    .createObservableGauge('temperature')
    .addCallback((result) => result.observe(21.5, { room: 'a', floor: 3 }))
  for (let round = 0; round < rounds; round++) {
    requests.add(5, { 'http.route': '/a', ok: true })
    open.add(3)
    open.add(-1)
    for (const value of [4, 10, 50, 1000]) duration.record(value)
    for (const value of [0, 1, 1.5, 4, 1000]) size.record(value)
    await reader.forceFlush()
  }
  await provider.shutdown()
}
