import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Log } from '../../contract/index.js'
import type { HttpObserver, Instruments } from '../../http/instruments.js'
import { createMeters } from './meters.js'
import { queueInstruments } from './queue-instruments.js'

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Metrics in the Prometheus text format. Each service has its own registry. */
export function createInstruments({ log }: { readonly log: Log }): Instruments {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'sextant_http_request_duration_seconds',
    help: 'Time from the first byte of a request to its response.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: seconds,
    registers,
  })
  const queries = new Histogram({
    name: 'sextant_query_duration_seconds',
    help: 'Time of the queries that ran on the analytics store.',
    labelNames: ['outcome'] as const,
    buckets: seconds,
    registers,
  })
  const started = new Counter({
    name: 'sextant_queries_started_total',
    help: 'Queries that were sent to the analytics store.',
    registers,
  })
  const underWay = new Gauge({
    name: 'sextant_queries_in_flight',
    help: 'Queries in progress on the analytics store.',
    registers,
  })

  const answered = new Counter({
    name: 'sextant_plans_answered_total',
    help: 'Plans by the origin of their rows: a query of their own, a shared query, or the cache.',
    labelNames: ['from'] as const,
    registers,
  })

  return {
    http: httpInstruments(registers),
    request(method, route, status, milliseconds) {
      requests.observe({ method, route, status: String(status) }, milliseconds / 1000)
    },
    queries: {
      started() {
        started.inc()
        underWay.inc()
      },
      ended(outcome, milliseconds) {
        underWay.dec()
        queries.observe({ outcome }, milliseconds / 1000)
      },
      answered(from) {
        answered.inc({ from })
      },
    },
    queue: queueInstruments(registry, seconds),
    meters: createMeters(registry, log),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

function httpInstruments(registers: Registry[]): HttpObserver {
  let held = 0
  new Gauge({
    name: 'sextant_http_body_bytes',
    help: 'Bytes of request bodies being received, decompressed or handled.',
    registers,
    // Set when read: it changes with every chunk.
    collect() {
      this.set(held)
    },
  })
  const connections = new Gauge({
    name: 'sextant_http_connections',
    help: 'Open connections.',
    registers,
  })
  const refusals = new Counter({
    name: 'sextant_http_refusals_total',
    help: 'Requests and connections that a limit of the service rejected or ended.',
    labelNames: ['reason'] as const,
    registers,
  })
  return {
    bodyBytes: (bytes) => void (held = bytes),
    connectionOpened: () => connections.inc(),
    connectionClosed: () => connections.dec(),
    refused: (reason) => refusals.inc({ reason }),
  }
}
