import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { importFile } from '../../app/cli/import/file.js'
import { ingestSender } from '../../app/cli/import/ingest-sender.js'
import { formats } from '../../app/cli/import/test-formats.js'
import { memory } from '../support/named-store.js'
import { clientService, quietly, type Fault } from './client-service.js'

const folder = await mkdtemp(join(tmpdir(), 'sextant-order-'))
t.teardown(() => rm(folder, { recursive: true }))

/** Each device has an event or a context every 28 minutes, so that a session goes through many batches. */
const lines = Array.from({ length: 600 }, (_, n) => {
  const timestamp = new Date(Date.UTC(2026, 0, 5) + n * 4 * 60_000).toISOString()
  const common = { device_id: `d${n % 7}`, timestamp }
  if (n % 11 === 3) return { ...common, type: 'context', context: { country: `c${n}` } }
  if (n % 13 === 5) return { ...common, type: 'identify', user_id: `u${n % 7}`, traits: { n } }
  // A day without events ends the sessions of its devices.
  return n % 97 > 80
    ? { ...common, type: 'context', context: { city: `c${n}` } }
    : { ...common, event: `e${n}` }
})
const path = join(folder, 'lines.jsonl')
await writeFile(path, lines.map((line) => JSON.stringify(line)).join('\n'))

/** The stored events of an import, in the order of storing, and the most requests that it had open at a time. */
async function imported(t: Test, atOnce: number, faults: readonly Fault[] = []) {
  quietly(t)
  const fixture = await clientService(t, memory)
  const send = ingestSender({ url: fixture.base, key: fixture.key, source: 'events' })
  let [open, most, answers] = [0, 0, 0]
  const report = await importFile({
    path,
    formats,
    source: 'events',
    state: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
    batchSize: 5,
    atOnce,
    sleep: () => Promise.resolve(),
    async send(body, place) {
      most = Math.max(most, ++open)
      try {
        const result = await send(body, place)
        if (++answers === 20) fixture.failNext(...faults)
        return result
      } finally {
        open--
      }
    },
  })
  t.match(report, { accepted: lines.length, rejected: 0 })
  const rows = fixture.rows('events').toSorted((a, b) => a.seq - b.seq)
  const stored = rows.map(({ event_name, session_id, context }) => ({ event_name, session_id, context }))
  const traits = fixture.rows('traits').map(({ traits }) => traits)
  return { stored, traits, most }
}

t.test('batches on their way at once are stored like one after another', async (t) => {
  const alone = await imported(t, 1)
  t.equal(alone.most, 1)
  t.ok(new Set(alone.stored.map(({ session_id }) => session_id)).size > 10, 'several sessions')
  t.ok(
    new Set(alone.stored.map(({ context }) => context.country ?? context.city)).size > 10,
    'several contexts',
  )
  const together = await imported(t, 12)
  t.ok(together.most > 3, `${together.most} at a time`)
  t.strictSame(together.stored, alone.stored)
  t.strictSame(together.traits, alone.traits)
  const broken = await imported(t, 12, ['before'])
  t.strictSame(broken.stored, alone.stored, 'also if a batch in between fails')
  t.strictSame(broken.traits, alone.traits)
})
