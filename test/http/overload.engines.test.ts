import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import type { AnalyticsStore } from '../../contract/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import type { Called } from '../support/request.js'
import { openIngestion } from './ingestion.js'
import { becomes, head, rawSocket } from './raw-sockets.js'
import { testService } from '../support/service.js'

const megabyte = 1024 * 1024
let made = 0
/** One event in a body of this size. */
const body = (bytes: number): string => {
  const id = `m${made++}`
  const padding = 'x'.repeat(900_000)
  const line = (n: number) => JSON.stringify({ event: 'e', device_id: id, message_id: `${id}-${n}`, padding })
  return Array.from({ length: Math.max(1, Math.floor(bytes / megabyte)) }, (_, n) => line(n)).join('\n')
}
const small = (): string => JSON.stringify({ event: 'e', device_id: 'd', message_id: `m${made++}` })

function isOverload(t: Test, { status, headers, body }: Called): void {
  t.equal(status, 503, 'never 429, which clients take for a loss, nor 500')
  t.ok(Number(headers.get('retry-after')) >= 1)
  t.equal(body.error, 'UNAVAILABLE')
}

await t.test('the bodies of one key are bounded as they are received', async (t) => {
  const { service, key, send } = await openIngestion(
    await testService(t, {
      store: { name: 'memory', make: createMemoryStore },
      // However long the test takes, the bodies that it holds are not cut off as too slow.
      environment: { BODY_GRACE: '600' },
    }),
  )
  const other = await openIngestion(service)
  const held = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const announced = head('/v1/events', 10 * megabyte, { Authorization: `Bearer ${key}` })
      return rawSocket(t, service.base, announced + ' '.repeat(7 * megabyte))
    }),
  )
  await becomes(service.base, 'sextant_http_body_bytes', 28 * megabyte)
  const large = { body: `${' '.repeat(9 * megabyte)}${small()}` }
  const refused = await send([], large)
  isOverload(t, refused)
  t.match(refused.body.message, /BODY_MEMORY_PER_CALLER/)
  t.equal((await send([], { body: small() })).status, 202, 'a small one has its place')
  const elsewhere = { headers: { 'x-forwarded-for': '192.0.2.1' } }
  t.equal((await other.send([], { ...large, ...elsewhere })).status, 202, 'so has another key elsewhere')
  for (const { socket } of held) socket.destroy()
  await becomes(service.base, 'sextant_http_body_bytes', 0)
  t.equal((await send([], large)).status, 202, 'what has gone makes room')
})

await t.test('bombs', async (t) => {
  const { send, total } = await openIngestion(
    await testService(t, { store: { name: 'memory', make: createMemoryStore } }),
  )
  const bomb = gzipSync(Buffer.alloc(200 * megabyte, 0x20))
  const before = process.memoryUsage.rss()
  const answers = await Promise.all(Array.from({ length: 40 }, () => send([], { body: bomb })))
  for (const answer of answers)
    if (answer.status === 503) isOverload(t, answer)
    else t.equal(answer.status, 413)
  t.ok(process.memoryUsage.rss() - before < 1_000 * megabyte, 'forty of 200 MB')
  t.equal((await send([], { body: gzipSync(small()) })).status, 202)
  t.equal(await total('events'), 1)
})

await t.test('a storage that is too slow', async (t) => {
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  const slow = (): AnalyticsStore => {
    const store = createMemoryStore()
    return {
      ...store,
      async append(workspace, batch) {
        await gate
        await store.append(workspace, batch)
      },
    }
  }
  const { send, total } = await openIngestion(await testService(t, { store: { name: 'slow', make: slow } }))
  const bodies = Array.from({ length: 24 }, () => body(9 * megabyte))
  const answers = bodies.map((one) => send([], { body: one }))
  // Either limit may reject it: the bodies being received, or the events that wait. Only the second would reject one more.
  isOverload(t, await Promise.race(answers))
  open()
  const all = await Promise.all(answers)
  for (const answer of all) if (answer.status !== 202) isOverload(t, answer)
  const taken = all.filter(({ status }) => status === 202).length
  t.ok(taken > 1 && taken < 24, `${taken} of 24`)
  t.equal(await total('events'), taken * 9, 'what was refused is not there')
  for (const [index, answer] of all.entries())
    if (answer.status === 503) t.equal((await send([], { body: bodies[index] })).status, 202)
  t.equal(await total('events'), 24 * 9, 'sent again it is')
})
