import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { folder } from '../../app/cli/test-cli.js'
import { patience } from '../support/patience.js'
import { killable, type Killable } from './killable.js'

/** Returns why no disk can be created here, or false if one can. */
function noDisk(): string | false {
  const path = mkdtempSync(join(tmpdir(), 'sextant-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path], { stdio: 'ignore' })
    execFileSync('umount', [path])
    return false
  } catch {
    return 'mounting a small disk is not permitted here'
  } finally {
    rmSync(path, { recursive: true })
  }
}

/** Creates a disk of this many megabytes for an engine's files. */
function smallDisk(t: Test, path: string, megabytes: number): void {
  mkdirSync(path, { recursive: true, mode: 0o711 })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', path])
  t.teardown(() => execFileSync('umount', ['-l', path]))
}

interface Sent {
  readonly status: number
  readonly retryAfter: string | null
}

async function send({ url, key }: Killable, ids: readonly string[]): Promise<Sent> {
  const padding = 'x'.repeat(2_000)
  const lines = ids.map((n) => ({
    event: 'e',
    device_id: n,
    message_id: n,
    properties: { n, round: '1', padding: n + padding },
  }))
  const body = lines.map((line) => JSON.stringify(line)).join('\n')
  const answer = await fetch(`${url}/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body,
  })
  await answer.text()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}

/** Fills the disk to the last byte, sends, frees space again, and counts. */
async function fullDisk(t: Test, storage: 'clickhouse' | 'postgres', megabytes: number): Promise<void> {
  const data = join(folder(t), 'data')
  const disk = join(data, storage)
  mkdirSync(data, { mode: 0o711 })
  smallDisk(t, disk, megabytes)
  const service = await killable(t, storage, data)
  const acknowledged: string[] = []
  const deliver = async (n: number): Promise<Sent> => {
    const ids = Array.from({ length: 20 }, (_, index) => `${n}-${index}`)
    const sent = await send(service, ids)
    if (sent.status === 202) acknowledged.push(...ids)
    return sent
  }
  t.equal((await deliver(0)).status, 202)

  const filler = join(disk, 'filler')
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 4_096)))
  let n = 1
  let answer = await deliver(n)
  // Remaining space, or space already allocated, may take a few more.
  for (; answer.status === 202 && n < 500; n++) answer = await deliver(n + 1)
  const refused = n
  for (let times = 0; times < 3; times++) {
    t.equal(answer.status, 503, 'nothing is acknowledged that is not stored')
    t.ok(Number(answer.retryAfter) >= 1)
    answer = await deliver(refused)
  }
  rmSync(filler)
  for (const end = performance.now() + patience; answer.status !== 202 && performance.now() < end;) {
    t.equal(answer.status, 503)
    await pause(500)
    answer = await deliver(refused)
  }
  t.equal(answer.status, 202, 'it recovers by itself')
  const counts = await service.counts('events', 1)
  t.same(
    acknowledged.filter((id) => counts.get(id) !== 1),
    [],
    'each once',
  )
  t.equal(await service.total('events'), acknowledged.length)
}

const options = { skip: noDisk() }
await t.test('the disk of ClickHouse is full', options, (t) => fullDisk(t, 'clickhouse', 64))
await t.test('the disk of Postgres is full', options, (t) => fullDisk(t, 'postgres', 400))
