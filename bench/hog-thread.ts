import { once, setMaxListeners } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { hogs, pause, type Hog, type HogOrder } from './hogs.js'

/** The worst client ignores Retry-After and retries at once. */
const againMs = 50

const { name, base, headers, seed } = workerData as HogOrder
const hog: Hog = hogs[name]
const controller = new AbortController()
const { signal } = controller
setMaxListeners(0, signal)
const answered = new Map<number, number>()
let asked = seed

async function keepAsking(): Promise<void> {
  while (!signal.aborted) {
    const { path, body } = hog.at((asked += 1))
    try {
      const response = await fetch(`${base}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal,
      })
      const text = await response.text()
      answered.set(response.status, (answered.get(response.status) ?? 0) + 1)
      if (response.status === 422) throw new Error(`the hog's request is wrong: ${text}`)
      if (!response.ok) await pause(againMs)
    } catch (error) {
      if (controller.signal.aborted) return
      throw error
    }
  }
}

if (parentPort === null) throw new Error('this is the thread of a bench')
const all = Array.from({ length: hog.requests }, keepAsking)
await Promise.race([once(parentPort, 'message'), ...all])
controller.abort()
await Promise.all(all)
parentPort.postMessage(answered)
