import type { Batch } from '../../contract/index.js'

/** The day of the events of these batches, in ms since 1970. */
export const batchDay = Date.UTC(2024, 0, 1)

const nothing: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }

/** Returns the ids of numbered devices, without the last. */
export const devices = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, index) => `device ${from + index}`)

/** An event of each device. */
export const eventsOf = (ids: readonly string[]): Batch => ({
  ...nothing,
  events: ids.map((device_id, seq) => ({
    ...{ timestamp: batchDay + 1, event_name: 'a', device_id, session_id: null, user_id: null },
    ...{ message_id: null, seq, context: {}, properties: {} },
  })),
})

/** A link of each device to the user. */
export const linked = (user_id: string, ids: readonly string[]): Batch => ({
  ...nothing,
  links: ids.map((device_id) => ({ timestamp: batchDay, device_id, user_id })),
})
