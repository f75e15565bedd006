import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Test } from 'tap'
import type { Called } from '../support/request.js'
import { faultOf } from './hostile.js'
import type { TestService } from '../support/service.js'

/** This many nested objects. */
export const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

const large = Buffer.alloc(51 * 1024 * 1024, 0x20)
const packings = [
  { pack: gzipSync, encoding: 'gzip', bomb: gzipSync(large) },
  { pack: deflateSync, encoding: 'deflate', bomb: deflateSync(large) },
  { pack: brotliCompressSync, encoding: 'br', bomb: brotliCompressSync(large) },
]

export async function badIngestion(t: Test, service: TestService): Promise<void> {
  const { id, ingestKey } = await service.workspace()
  const send = (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Called> =>
    service.call('POST', '/v1/events', { body, headers, token: ingestKey })
  const refused = async (status: number, body: unknown, headers?: Readonly<Record<string, string>>) => {
    const answer = await send(body, headers)
    const shown = typeof body === 'string' ? JSON.stringify(body.slice(0, 60)) : 'bytes'
    t.equal(answer.status, status, `${shown} ${headers?.['content-encoding'] ?? ''}`)
    t.equal(faultOf(answer), null)
  }
  const item = JSON.stringify({ event: 'x', device_id: 'd' })
  for (const body of [
    '',
    ' \n',
    'x',
    '{',
    '[',
    '[}',
    '{}',
    '[]',
    'null',
    '"x"',
    '1',
    '{"event":1,"device_id":"d"}',
  ])
    await refused(422, body)
  for (const odd of [
    { event: 'x' },
    { event: '', device_id: 'd' },
    { event: 'x', device_id: 5 },
    { event: 'x'.repeat(501), device_id: 'd' },
    { type: 'nope', event: 'x', device_id: 'd' },
    { event: 'x', device_id: 'd', timestamp: 'yesterday' },
    { event: 'x', device_id: 'd', timestamp: '2020-02-30' },
    { event: 'x', device_id: 'd', timestamp: -1 },
    { event: 'x', device_id: 'd', timestamp: 8.64e15 },
    { event: 'x', device_id: 'd', properties: [] },
    { event: 'x', device_id: 'd', properties: 'p' },
    { event: 'x', device_id: 'd', properties: { '': 1 } },
    { type: 'alias', user_id: 'u' },
    { type: 'group', device_id: 'd' },
  ])
    await refused(422, JSON.stringify(odd))
  await refused(422, `{"event":"x","device_id":"d","properties":{"a":1e400}}`)
  await refused(422, `{"event":"x","device_id":"d","properties":${deep(33)}}`)
  await refused(422, `{"event":"x","device_id":"d","properties":${deep(30_000)}}`)
  await refused(422, '['.repeat(100_000))
  await refused(413, Buffer.alloc(10 * 1024 * 1024 + 1, 0x20))
  for (const { pack, encoding, bomb } of packings) {
    await refused(413, bomb, { 'content-encoding': encoding })
    await refused(422, pack(Buffer.from(item)).subarray(0, 8), { 'content-encoding': encoding })
  }
  await refused(422, item, { 'content-encoding': 'zstd' })
  await refused(413, `${item}\n`.repeat(10_001))
  await refused(422, JSON.stringify({ event: 'x', device_id: 'd', properties: { a: 'x'.repeat(1_100_000) } }))
  const badQuery = await service.call('POST', '/v1/events?tokem=x', { body: item, token: ingestKey })
  t.equal(badQuery.status, 422)
  t.match(badQuery.body.message, /tokem.*token/)
  const count = await service.call('GET', '/api/v1/metrics/events', { workspace: id })
  t.equal(count.body.data.total, 0, 'nothing of all that was stored')
}
