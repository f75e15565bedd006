type Scalar = 'string' | 'bool' | 'double' | 'int32' | 'sint32' | 'int64' | 'sfixed64' | 'fixed64' | 'uint64'

/** `nanos` is a fixed64 as a string of digits; `hex` and `base64` are bytes in the notation of OTLP's JSON. */
export interface Field {
  readonly name: string
  readonly type: Scalar | 'nanos' | 'hex' | 'base64' | 'fixed32' | (() => Message)
  readonly repeated: boolean
}

/** The fields of a message by number; unknown fields are skipped. */
export type Message = ReadonlyMap<number, Field>

type Entry = readonly [number, string, Field['type']]

const message = (...fields: readonly Entry[]): Message =>
  new Map(
    fields.map(([id, name, type]) => [
      id,
      { name: name.replace('[]', ''), type, repeated: name.endsWith('[]') },
    ]),
  )

// The messages of opentelemetry-proto 1.x that are used here, without the fields that are not stored: descriptions,
// exemplars, schema addresses, counts of items that the client itself dropped.
const anyValue: Message = message(
  [1, 'stringValue', 'string'],
  [2, 'boolValue', 'bool'],
  [3, 'intValue', 'int64'],
  [4, 'doubleValue', 'double'],
  [5, 'arrayValue', () => arrayValue],
  [6, 'kvlistValue', () => keyValueList],
  [7, 'bytesValue', 'base64'],
)
const arrayValue = message([1, 'values[]', () => anyValue])
const keyValue = message([1, 'key', 'string'], [2, 'value', () => anyValue])
const keyValueList = message([1, 'values[]', () => keyValue])

const resource = message([1, 'attributes[]', () => keyValue])
const scope = message([1, 'name', 'string'], [2, 'version', 'string'], [3, 'attributes[]', () => keyValue])

const logRecord = message(
  [1, 'timeUnixNano', 'nanos'],
  [11, 'observedTimeUnixNano', 'nanos'],
  [2, 'severityNumber', 'int32'],
  [3, 'severityText', 'string'],
  [5, 'body', () => anyValue],
  [6, 'attributes[]', () => keyValue],
  [8, 'flags', 'fixed32'],
  [9, 'traceId', 'hex'],
  [10, 'spanId', 'hex'],
  [12, 'eventName', 'string'],
)
const scopeLogs = message([1, 'scope', () => scope], [2, 'logRecords[]', () => logRecord])
const resourceLogs = message([1, 'resource', () => resource], [2, 'scopeLogs[]', () => scopeLogs])
export const logsRequest = message([1, 'resourceLogs[]', () => resourceLogs])

const pointTimes: readonly Entry[] = [
  [2, 'startTimeUnixNano', 'nanos'],
  [3, 'timeUnixNano', 'nanos'],
]
const numberPoint = message(
  ...pointTimes,
  [7, 'attributes[]', () => keyValue],
  [4, 'asDouble', 'double'],
  [6, 'asInt', 'sfixed64'],
  [8, 'flags', 'int32'],
)
const histogramPoint = message(
  ...pointTimes,
  [9, 'attributes[]', () => keyValue],
  [4, 'count', 'fixed64'],
  [5, 'sum', 'double'],
  [6, 'bucketCounts[]', 'fixed64'],
  [7, 'explicitBounds[]', 'double'],
  [10, 'flags', 'int32'],
  [11, 'min', 'double'],
  [12, 'max', 'double'],
)
const exponentialBuckets = message([1, 'offset', 'sint32'], [2, 'bucketCounts[]', 'uint64'])
const exponentialPoint = message(
  ...pointTimes,
  [1, 'attributes[]', () => keyValue],
  [4, 'count', 'fixed64'],
  [5, 'sum', 'double'],
  [6, 'scale', 'sint32'],
  [7, 'zeroCount', 'fixed64'],
  [8, 'positive', () => exponentialBuckets],
  [9, 'negative', () => exponentialBuckets],
  [10, 'flags', 'int32'],
  [12, 'min', 'double'],
  [13, 'max', 'double'],
  [14, 'zeroThreshold', 'double'],
)
const valueAtQuantile = message([1, 'quantile', 'double'], [2, 'value', 'double'])
const summaryPoint = message(
  ...pointTimes,
  [7, 'attributes[]', () => keyValue],
  [4, 'count', 'fixed64'],
  [5, 'sum', 'double'],
  [6, 'quantileValues[]', () => valueAtQuantile],
  [8, 'flags', 'int32'],
)
const points = (type: Message, ...more: readonly Entry[]): Message =>
  message([1, 'dataPoints[]', () => type], ...more)
const temporality: Entry = [2, 'aggregationTemporality', 'int32']
const gauge = points(numberPoint)
const sum = points(numberPoint, temporality, [3, 'isMonotonic', 'bool'])
const histogram = points(histogramPoint, temporality)
const exponentialHistogram = points(exponentialPoint, temporality)
const summary = points(summaryPoint)
const metric = message(
  [1, 'name', 'string'],
  [3, 'unit', 'string'],
  [5, 'gauge', () => gauge],
  [7, 'sum', () => sum],
  [9, 'histogram', () => histogram],
  [10, 'exponentialHistogram', () => exponentialHistogram],
  [11, 'summary', () => summary],
)
const scopeMetrics = message([1, 'scope', () => scope], [2, 'metrics[]', () => metric])
const resourceMetrics = message([1, 'resource', () => resource], [2, 'scopeMetrics[]', () => scopeMetrics])
export const metricsRequest = message([1, 'resourceMetrics[]', () => resourceMetrics])

// Spans are only counted.
const span = message()
const scopeSpans = message([2, 'spans[]', () => span])
const resourceSpans = message([2, 'scopeSpans[]', () => scopeSpans])
export const tracesRequest = message([1, 'resourceSpans[]', () => resourceSpans])
