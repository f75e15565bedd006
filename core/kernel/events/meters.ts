import type { Meters } from '../../../contract/index.js'
import type { HandlerTally } from './handler-queue.js'

/** The metrics of the events that were delivered in this process; a series for each plugin and event. */
export function eventMeters(meters: Meters, tallies: () => readonly HandlerTally[]): void {
  meters.counter({
    name: 'sextant_event_deliveries_total',
    help: 'Events by what became of them at the handlers of plugins in this process.',
    labels: ['plugin', 'event', 'outcome'],
    read: () =>
      tallies().flatMap(({ plugin, event, outcomes }) =>
        Object.entries(outcomes).map(([outcome, value]) => ({ value, labels: { plugin, event, outcome } })),
      ),
  })
  meters.gauge({
    name: 'sextant_event_deliveries_waiting',
    help: 'Events that wait for a handler in this process.',
    labels: ['plugin', 'event'],
    read: () =>
      tallies().map(({ plugin, event }, _, all) => {
        const own = all.filter((one) => one.plugin === plugin && one.event === event)
        return { value: own.reduce((sum, { waiting }) => sum + waiting, 0), labels: { plugin, event } }
      }),
  })
}
