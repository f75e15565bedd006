import { Counter, Gauge, type Registry } from 'prom-client'
import type { Log, MeterDefinition, Meters } from '../../contract/index.js'

/** Creates the metrics of plugins in the registry. */
export function createMeters(registry: Registry, log: Log): Meters {
  const readings = ({ name, read }: MeterDefinition) => {
    try {
      return read?.() ?? []
    } catch (err) {
      log.error({ err, metric: name }, 'a metric of the service could not be read')
      return []
    }
  }
  const options = (definition: MeterDefinition) => {
    const { name, help, labels = [] } = definition
    return { name, help, labelNames: [...labels], registers: [registry] }
  }
  return Object.freeze({
    gauge(definition) {
      const gauge: Gauge = new Gauge({
        ...options(definition),
        ...(definition.read !== undefined && {
          collect() {
            gauge.reset()
            for (const { value, labels = {} } of readings(definition)) gauge.set(labels, value)
          },
        }),
      })
      return { set: (value, labels = {}) => gauge.set(labels, value) }
    },
    counter(definition) {
      const counter: Counter = new Counter({
        ...options(definition),
        ...(definition.read !== undefined && {
          collect() {
            counter.reset()
            for (const { value, labels = {} } of readings(definition)) counter.inc(labels, value)
          },
        }),
      })
      return { increment: (labels = {}, by = 1) => counter.inc(labels, by) }
    },
  } satisfies Meters)
}
