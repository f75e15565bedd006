import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { CheckContext, EarlyCheckContext, Settings } from '../../contract/index.js'
import { clockFinding } from './clocks.js'
import { machineCheck, nodeVersion } from './machine.js'
import { clusterFinding, versionCheck } from './servers.js'

t.test('versions of Node', (t) => {
  for (const old of ['18.20.0', '20.18.9']) t.match(nodeVersion(old), { status: 'fail', words: /too old/ })
  for (const fine of ['20.19.0', '22.1.0']) t.strictSame(nodeVersion(fine).status, 'ok')
  t.end()
})

t.test('the data directory is found writable, to be created, or not writable', async (t) => {
  const base = t.testdir({ locked: {} })
  const found = async (dataDir: string) => {
    const settings = { dataDir, databaseUrl: 'postgres://x' } as Settings
    const storage = { name: 'lake', title: 'Lake' }
    const all = await machineCheck.run({ settings, storage } as EarlyCheckContext)
    return all.map(({ status, subject, words }) => `${status} ${subject}: ${words}`)
  }
  t.match((await found(base))[1], `ok data directory: ${base} is writable`)
  const missing = join(base, 'a', 'b')
  t.match((await found(missing))[1], `ok data directory: ${missing} is created at the first start`)
  t.match((await found(missing))[2], /^(ok|warn|fail) disk: [\d.]+ GB free at /)
  const locked = join(base, 'locked')
  chmodSync(locked, 0o500)
  const denied = (await found(join(locked, 'data')))[1]
  chmodSync(locked, 0o700)
  if (process.getuid?.() !== 0) t.match(denied, /^fail data directory: .*; give this user write access/)
})

t.test('servers of a cluster, their clocks and versions', async (t) => {
  const member = (shard: number, version: string) => ({ shard, host: `h${shard}`, version })
  t.strictSame(clusterFinding([member(1, '25'), member(2, '25')]), {
    status: 'ok',
    subject: 'cluster',
    words: '2 shards on 2 servers, all of which respond (1 h1, 2 h2)',
  })
  t.match(clusterFinding([member(1, '25'), member(2, '26')]), {
    status: 'warn',
    words: /different versions: 25, 26/,
  })
  t.equal(clockFinding('Postgres', 5_000, 10_000).status, 'ok')
  t.match(clockFinding('Postgres', 0, 6_000), {
    status: 'warn',
    words: /^differs by 6 s from that of Postgres/,
  })
  const check = (records: () => Promise<string>, analytics = '24.1') =>
    versionCheck.run({
      records: { ping: records },
      analytics: { ping: () => Promise.resolve(analytics) },
      storage: { name: 'lake', title: 'Lake', oldestVersion: 25 },
    } as unknown as CheckContext)
  t.match(await check(() => Promise.resolve('16.2')), [
    { status: 'ok', subject: 'records', words: 'Postgres 16.2' },
    { status: 'fail', subject: 'analytics', words: 'Lake 24.1 is too old; use 25 or later' },
  ])
  t.strictSame(await check(() => Promise.reject(new Error('no route to host'))), [
    { status: 'fail', subject: 'storage', words: 'no route to host' },
  ])
})
