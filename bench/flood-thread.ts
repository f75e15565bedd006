import { parentPort, workerData } from 'node:worker_threads'
import { pause } from './hogs.js'
import type { FloodOrder } from './flood.js'

/**
 * A client that sends from its own thread, so that generating and sending events takes no time from the
 * service.
 */
const { base, ingestKey, size, events, perSecond, perEvent, from } = workerData as FloodOrder

/** New names, or always the same twenty. */
const eventAt = (n: number): object => ({
  event: 'seen',
  device_id: `device ${n % 500}`,
  properties: Object.fromEntries(
    Array.from({ length: perEvent }, (_, i) => [
      from === null ? `usual ${i}` : `seen ${from + n * perEvent + i}`,
      n,
    ]),
  ),
})

if (parentPort === null) throw new Error('this is the thread of a bench')
const begin = performance.now()
for (let sent = 0; sent < events;) {
  const count = Math.min(size, events - sent)
  const response = await fetch(`${base}/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ingestKey}` },
    body: Array.from({ length: count }, (_, n) => JSON.stringify(eventAt(sent + n))).join('\n'),
  })
  const body = await response.text()
  if (response.status !== 202) throw new Error(`${response.status} ${body}`)
  sent += count
  if (perSecond !== null) await pause(Math.max(0, begin + (sent / perSecond) * 1_000 - performance.now()))
}
