import Type, { type TSchema } from 'typebox'
import { metricTypes, named, temporalities } from '../../contract/index.js'
import { levels } from './log-line.js'

/** The bodies of ingestion for the API description; the readers of lines validate them. */

const Instant = Type.Union([Type.String(), Type.Number()], {
  description: 'ISO 8601, or milliseconds since 1970 UTC; now by default',
})
const MessageId = Type.Optional(Type.String({ description: 'Items of one id are stored once' }))
const members = Type.Record(Type.String(), Type.Unknown())

const Event = named(
  'Event',
  Type.Object(
    {
      type: Type.Optional(
        Type.Enum(['track', 'identify', 'group', 'alias', 'context'], { default: 'track' }),
      ),
      event: Type.Optional(Type.String({ description: 'The name of the event; required for track' })),
      device_id: Type.Optional(Type.String({ description: 'device_id or user_id is required' })),
      user_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      session_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      timestamp: Type.Optional(Instant),
      message_id: MessageId,
      properties: Type.Optional(members),
      traits: Type.Optional(members),
      context: Type.Optional(members),
    },
    { additionalProperties: true, description: 'Further members are properties, traits or context' },
  ),
)

const LogLine = named(
  'LogLine',
  Type.Object(
    {
      message: Type.Unknown(),
      level: Type.Optional(Type.Enum([...levels], { default: 'info' })),
      service: Type.Optional(Type.String()),
      source: Type.Optional(Type.String({ description: 'The host or instance' })),
      session_id: Type.Optional(Type.String()),
      timestamp: Type.Optional(Instant),
      message_id: MessageId,
    },
    { additionalProperties: true },
  ),
)

const MetricPoint = named(
  'MetricPoint',
  Type.Object(
    {
      name: Type.String(),
      type: Type.Optional(Type.Enum([...metricTypes], { default: 'gauge' })),
      temporality: Type.Optional(Type.Enum([...temporalities])),
      value: Type.Optional(Type.Number({ description: 'For gauges and counters' })),
      unit: Type.Optional(Type.String()),
      labels: Type.Optional(members),
      service: Type.Optional(Type.String()),
      source: Type.Optional(Type.String()),
      timestamp: Type.Optional(Instant),
      message_id: MessageId,
    },
    { additionalProperties: true, description: 'Histograms also have count, sum, min, max and buckets' },
  ),
)

const mediaOf = (item: TSchema): Readonly<Record<string, TSchema>> => ({
  'application/json': Type.Array(item),
  'application/x-ndjson': Type.String({ description: 'JSON Lines: one item a line' }),
})

export const eventMedia = mediaOf(Event)
export const logMedia = mediaOf(LogLine)
export const metricMedia = mediaOf(MetricPoint)
