import { parentPort, workerData } from 'node:worker_threads'
import { dayMs, today } from './days.js'
import { pause } from './hogs.js'

/** What the thread sends, and where. */
export interface LiveOrder {
  readonly base: string
  readonly ingestKey: string
  readonly devices: readonly string[]
  readonly users: readonly string[]
  readonly perSecond: number
  /** One item in so many links a device to a user. */
  readonly linkEvery: number
  /** Whether events have any time of the day, as no client sends them: then each request changes the whole day. */
  readonly isScattered: boolean
  /** The number of events that were answered, in its first place; the thread ends when the second is set. */
  readonly counts: Int32Array
}

/** Requests in a second. */
const requests = 10
const hourMs = 60 * 60 * 1_000

if (parentPort === null) throw new Error('this is the thread of a bench')
const { base, ingestKey, devices, users, perSecond, linkEvery, isScattered, counts } = workerData as LiveOrder

const sizeOfRequest = perSecond / requests
const begin = performance.now()
let sent = 0

/** Most events are sent within two seconds, and one in fifty within an hour. */
const delayOf = (n: number): number => (n % 50 === 25 ? (n * 86_413) % hourMs : (n * 37) % 2_000)
const timeOf = (n: number): number => (isScattered ? today + ((n * 86_413) % dayMs) : Date.now() - delayOf(n))

function itemAt(n: number): object {
  const device_id = devices[(n * 7_919) % devices.length]
  const timestamp = new Date(timeOf(n)).toISOString()
  if (n % linkEvery === linkEvery - 1)
    return { type: 'identify', device_id, user_id: users[(n * 104_729) % users.length], timestamp }
  const properties = { plan: n % 3 === 0 ? 'pro' : 'free', amount: n % 400, path: `/p/${n % 500}` }
  return { event: `event_${1 + (n % 40)}`, device_id, timestamp, context: { country: 'DE' }, properties }
}

while (Atomics.load(counts, 1) === 0) {
  const response = await fetch(`${base}/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ingestKey}` },
    body: Array.from({ length: sizeOfRequest }, (_, n) => JSON.stringify(itemAt(sent + n))).join('\n'),
  })
  const body = await response.text()
  if (response.status !== 202) throw new Error(`${response.status} ${body}`)
  sent += sizeOfRequest
  Atomics.store(counts, 0, sent)
  await pause(Math.max(0, begin + (sent / perSecond) * 1_000 - performance.now()))
}
