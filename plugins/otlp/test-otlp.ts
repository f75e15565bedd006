// Shared by the tests of OTLP.
import protobuf from 'protobufjs'
import type { Translated } from './translated.js'

export const time = '1767607200123456789'
export const at = 1767607200123

/** The lines without their ids; a rejected record as its reason. */
export const withoutIds = (translated: readonly Translated[]): unknown[] =>
  translated.flatMap((one): unknown[] => {
    if ('rejected' in one) return [one.rejected]
    return one.lines.map((line) => {
      const { message_id, ...rest } = line
      if (!/^otlp-[\w-]{22}/.test(JSON.stringify(message_id).slice(1))) throw new Error('no id')
      return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))
    })
  })
const proto = protobuf.parse(`syntax = "proto3";
  message Any { oneof value { string s = 1; bool b = 2; int64 i = 3; double d = 4; Array a = 5; List l = 6; bytes y = 7; } }
  message Array { repeated Any values = 1; }
  message Pair { string key = 1; Any value = 2; }
  message List { repeated Pair values = 1; }
  message Resource { repeated Pair attributes = 1; uint32 dropped = 2; }
  message Scope { string name = 1; string version = 2; }
  message Record {
    fixed64 time = 1; fixed64 observed = 11; int32 number = 2; string text = 3; Any body = 5; repeated Pair attributes = 6;
    uint32 dropped = 7; fixed32 flags = 8; bytes trace = 9; bytes span = 10; string event = 12; }
  message ScopeLogs { Scope scope = 1; repeated Record records = 2; string schema = 3; }
  message ResourceLogs { Resource resource = 1; repeated ScopeLogs logs = 2; string schema = 3; }
  message Logs { repeated ResourceLogs resource_logs = 1; }
  message Quantile { double quantile = 1; double value = 2; }
  message SummaryPoint { repeated Pair attributes = 7; fixed64 time = 3; fixed64 count = 4; double sum = 5; repeated Quantile quantiles = 6; uint32 flags = 8; }
  message Summary { repeated SummaryPoint points = 1; }
  message Metric { string name = 1; string description = 2; string unit = 3; Summary summary = 11; }
  message ScopeMetrics { Scope scope = 1; repeated Metric metrics = 2; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics metrics = 2; }
  message Metrics { repeated ResourceMetrics resource_metrics = 1; }
  message Span { bytes trace = 1; string name = 5; }
  message ScopeSpans { repeated Span spans = 2; }
  message ResourceSpans { repeated ScopeSpans spans = 2; }
  message Traces { repeated ResourceSpans resource_spans = 1; }
  message Partial { int64 rejected = 1; string message = 2; }
  message Response { Partial partial = 1; }
  message Status { int32 code = 1; string message = 2; }`).root
export const encode = (type: string, value: object): Buffer => {
  const message = proto.lookupType(type)
  return Buffer.from(message.encode(message.fromObject(value)).finish())
}
export const decode = (type: string, bytes: Uint8Array): object => {
  const message = proto.lookupType(type)
  return message.toObject(message.decode(bytes), { longs: Number })
}

export const logsMessage = {
  resourceLogs: [
    {
      resource: { attributes: [{ key: 'host.name', value: { s: 'h' } }], dropped: 2 },
      logs: [
        {
          scope: { name: 'n', version: '1' },
          schema: 'skipped',
          records: [
            {
              time,
              number: 13,
              body: {
                l: {
                  values: [{ key: 'a', value: { a: { values: [{ i: -1 }, { d: 0.5 }, { b: false }] } } }],
                },
              },
              attributes: [{ key: 'bytes', value: { y: Buffer.from([1, 2]) } }],
              trace: Buffer.from('5b8efff798038103d269b633813fc60c', 'hex'),
              span: Buffer.alloc(8),
              dropped: 3,
              flags: 1,
            },
          ],
        },
      ],
    },
  ],
}
