import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { EngineResources } from '../../contract/index.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { startClickHouse, type RunningEngine } from '../../storage-adapters/embedded/index.js'
import { eventually, folder, log, sql } from '../../storage-adapters/embedded/test-support.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { openIngestion, type Ingestion } from '../http/ingestion.js'
import { testService } from '../support/service.js'
import type { NamedStore } from '../support/named-store.js'
import { testEngines } from '../support/engines.js'
import { silentLog } from '../support/silent-log.js'
import type { Called } from '../support/request.js'

let made = 0
const line = () => {
  const id = `m${made++}`
  return { event: 'e', device_id: id, message_id: id, timestamp: new Date(noon).toISOString() }
}
const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000

function isSlowed(t: Test, { status, headers, body }: Called, reason: RegExp): void {
  t.equal(status, 503)
  t.ok(Number(headers.get('retry-after')) >= 1)
  t.equal(body.error, 'UNAVAILABLE')
  t.match(body.message, reason)
}

/**
 * Sends until the workspace is throttled; returns the number of acknowledged events and the last response.
 */
async function untilSlowed({ send }: Ingestion): Promise<{ stored: number; answer: Called }> {
  for (let stored = 0; ; stored++) {
    const answer = await send(line())
    if (answer.status !== 202 || stored === 2_000) return { stored, answer }
  }
}

/** Sends one event at intervals until it is accepted. */
const untilAccepted = ({ send }: Ingestion): Promise<true> =>
  eventually('accepted again', async () => (await send(line())).status === 202)

async function shown(service: Ingestion['service'], name: string): Promise<number> {
  const text = await (await fetch(`${service.base}/metrics`)).text()
  const found = text.split('\n').find((one) => one.startsWith(`${name} `))
  return found === undefined ? NaN : Number(found.split(' ')[1])
}

const engine = async (t: Test, limits: object): Promise<RunningEngine> => {
  const running = await startClickHouse({ directory: join(folder(t), 'clickhouse'), log, limits })
  t.teardown(() => running.stop())
  return running
}

await t.test('parts that nothing merges: the engine never rejects an insert', async (t) => {
  const running = await engine(t, { mostParts: 60, slowParts: 60 })
  const { url, user, password } = running
  const make = () =>
    createClickHouseStore({
      connection: { url, user, password, resources: () => running.resources() },
      log: silentLog,
    })
  const noisy = await openIngestion(
    await testService(t, { store: { name: 'limited', make }, environment: { ENGINE_PRESSURE: '50' } }),
  )
  const { service } = noisy
  const neighbour = await openIngestion(service)
  await eventually(
    'the engine was looked at',
    async () => (await shown(service, 'sextant_engine_partition_parts_limit')) === 60,
  )
  await sql(running, 'SYSTEM STOP MERGES')

  const { stored, answer } = await untilSlowed(noisy)
  isSlowed(t, answer, /^too many small inserts of this workspace are waiting for a merge \(ENGINE_PRESSURE\)/)
  t.ok(stored < 50, `well before the engine itself rejects, not at ${stored}`)
  for (let n = 0; n < 3; n++)
    t.equal((await neighbour.send(line())).status, 202, 'its neighbour is not slowed')
  isSlowed(t, await noisy.send(line()), /ENGINE_PRESSURE/)
  t.ok((await shown(service, 'sextant_engine_slowed_requests_total{resource="parts"}')) >= 2)
  t.ok((await shown(service, 'sextant_engine_open_files')) > 10)
  t.ok((await shown(service, 'sextant_engine_open_files_limit')) > 100)
  t.ok((await shown(service, 'sextant_engine_disk_free_bytes')) > 1e6)
  t.ok((await shown(service, 'sextant_engine_memory_bytes')) > 1e6)
  t.equal(await noisy.total('events'), stored, 'all that was acknowledged and nothing else')
  t.equal(await neighbour.total('events'), 3)

  await sql(running, 'SYSTEM START MERGES')
  await untilAccepted(noisy)
  t.equal(await noisy.total('events'), stored + 1)
})

/** Overrides open files and disk with these values; everything else is the engine's. */
async function pretending(t: Test, name: 'clickhouse' | 'postgres', resources: EngineResources) {
  const now = { resources }
  const given = { resources: () => Promise.resolve(now.resources) }
  const store: NamedStore = {
    name,
    make: (url) =>
      name === 'postgres'
        ? createPostgresStore({ connection: { url, ...given }, log: silentLog })
        : createClickHouseStore({ connection: { ...testEngines().clickhouse, ...given }, log: silentLog }),
  }
  const noisy = await openIngestion(await testService(t, { store }))
  return { now, noisy, neighbour: await openIngestion(noisy.service) }
}

const free = 50e9
const easy: EngineResources = { openFiles: { used: 10, limit: 1_000 }, disk: { free, total: 2 * free } }

await t.test('open files', async (t) => {
  const { now, noisy, neighbour } = await pretending(t, 'clickhouse', easy)
  t.equal((await neighbour.send(line())).status, 202)
  const many = Array.from({ length: 20 }, (_, month) => ({
    ...line(),
    timestamp: new Date(noon - month * 31 * 86_400_000).toISOString(),
  }))
  t.equal((await noisy.send(many)).status, 202, 'a part a month')
  now.resources = { ...easy, openFiles: { used: 850, limit: 1_000 } }
  const { answer } = await untilSlowed(noisy)
  isSlowed(t, answer, /short of open files and this workspace uses most of them \(ENGINE_PRESSURE\)/)
  t.equal((await neighbour.send(line())).status, 202)
  now.resources = { ...easy, openFiles: { used: 990, limit: 1_000 } }
  isSlowed(t, (await untilSlowed(neighbour)).answer, /no open files left \(ENGINE_PRESSURE\)/)
  now.resources = easy
  await untilAccepted(neighbour)
  await untilAccepted(noisy)
})

for (const name of ['clickhouse', 'postgres'] as const)
  await t.test(`the disk of ${name}`, async (t) => {
    const { now, noisy, neighbour } = await pretending(t, name, easy)
    t.equal((await neighbour.send(line())).status, 202)
    const padding = 'x'.repeat(100_000)
    t.equal((await noisy.send({ ...line(), properties: { padding } })).status, 202)
    now.resources = { ...easy, disk: { free: 0.9e9, total: 100e9 } }
    const { answer } = await untilSlowed(noisy)
    isSlowed(t, answer, /nearly full and this workspace sends the most data \(DISK_RESERVE\)/)
    t.equal((await neighbour.send(line())).status, 202)
    now.resources = { ...easy, disk: { free: 0.1e9, total: 100e9 } }
    isSlowed(t, (await untilSlowed(neighbour)).answer, /disk of the storage is full \(DISK_RESERVE\)/)
    now.resources = easy
    await untilAccepted(noisy)
    await untilAccepted(neighbour)
  })
