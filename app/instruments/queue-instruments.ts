import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { LaneName } from '../../core/run/queue/lanes.js'
import type { QueueObserver } from '../../core/run/queue/types.js'

/** The metrics of the queues in front of the analytics store, by lane. */
export function queueInstruments(registry: Registry, buckets: number[]): (lane: LaneName) => QueueObserver {
  const registers = [registry]
  const labelNames = ['lane'] as const
  const running = new Gauge({
    name: 'sextant_queue_running',
    help: 'Queries that hold a slot of QUERY_CONCURRENCY or SQL_CONCURRENCY.',
    labelNames,
    registers,
  })
  const waiting = new Gauge({
    name: 'sextant_queue_waiting',
    help: 'Queries waiting for their turn.',
    labelNames,
    registers,
  })
  const rejected = new Counter({
    name: 'sextant_queue_rejected_total',
    help: 'Requests that were answered 429 because the queue was full or the wait too long.',
    labelNames: ['lane', 'reason'] as const,
    registers,
  })
  const waits = new Histogram({
    name: 'sextant_queue_wait_seconds',
    help: 'Time that queries waited for their turn.',
    labelNames,
    buckets,
    registers,
  })
  return (lane) => {
    running.set({ lane }, 0)
    waiting.set({ lane }, 0)
    for (const reason of ['full', 'waited']) rejected.inc({ lane, reason }, 0)
    return {
      queued: () => waiting.inc({ lane }),
      left: () => waiting.dec({ lane }),
      started(waitedMs) {
        running.inc({ lane })
        waits.observe({ lane }, waitedMs / 1000)
      },
      ended: () => running.dec({ lane }),
      rejected: (reason) => rejected.inc({ lane, reason }),
    }
  }
}
