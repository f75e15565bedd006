import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { cli, run } from '../test-cli.js'
import { statePath } from './state.js'

/** A plugin as PLUGINS names it, in processes of their own. */
const PLUGINS = fileURLToPath(new URL('../../../test/third-party/access-log/index.js', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'sextant-third-party-'))
t.teardown(() => rm(folder, { recursive: true }))

const received: Record<string, unknown>[][] = []
/** Called in place of an answer to the second request, once. */
let hold: (() => void) | null = null
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const lines = Buffer.concat(parts).toString().split('\n')
    received.push(lines.map((line) => JSON.parse(line) as Record<string, unknown>))
    if (received.length === 2 && hold !== null) hold()
    else response.writeHead(202).end(JSON.stringify({ accepted: lines.length }))
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
t.teardown(() => {
  server.closeAllConnections()
  server.close()
})
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const argsFor = (path: string, ...more: string[]) => ['import', path, '--url', url, '--key', 'k', ...more]

const line = (n: number): string =>
  `10.0.0.${n} - ann [05/Jan/2026:10:00:0${n % 10} +0100] "GET /page/${n} HTTP/1.1" 200 512 "-" "Browser ü/1"`
const text = `${[0, 1, 2].map(line).join('\n')}\nnonsense\n${[4, 5, 6, 7, 8, 9].map(line).join('\n')}`

t.test('its format is one of all formats', async (t) => {
  const { out, code } = await cli(['import', '--help'], { PLUGINS })
  t.equal(code, 0)
  t.match(out, /"amplitude",\s+"access-log"/)
  t.match(out, /^ {2}access-log +the access log of a web server/m)
  t.match(out, /^ {4}event=… +the name of the events$/m)
})

t.test('it resumes, rejects rows and takes options', async (t) => {
  const path = join(folder, 'web.log')
  await writeFile(path, text)
  const held = new Promise<void>((resolve) => (hold = resolve))
  const first = run(argsFor(path, '--batch-size', '2'), { PLUGINS })
  await held
  first.child.kill('SIGKILL')
  await first.ended
  hold = null
  t.match(JSON.parse(await readFile(statePath(path), 'utf8')), { line: 2, accepted: 2, rejected: 0 })
  const second = await cli(argsFor(path, '--batch-size', '2'), { PLUGINS })
  t.equal(second.code, 0, second.err)
  t.match(second.err, 'events as access-log')
  t.match(second.out, '9 accepted, 1 rejected (lines up to 2 were sent before)')
  t.match(second.out, '  line 4: the line is not in the combined log format\n')
  const items = received.flat()
  t.equal(new Set(items.map((item) => item['message_id'])).size, 9, 'a repeated line has the same id')
  t.match(items[0], {
    event: 'request',
    device_id: '10.0.0.0 Browser ü/1',
    user_id: 'ann',
    timestamp: '2026-01-05T09:00:00.000Z',
    properties: { method: 'GET', path: '/page/0', status: 200 },
  })

  received.length = 0
  const packed = join(folder, 'packed.gz')
  await writeFile(packed, gzipSync(text))
  const third = await cli(argsFor(packed, '--option', 'event=hit'), { PLUGINS })
  t.equal(third.code, 0, third.err)
  t.strictSame([...new Set(received.flat().map((item) => item['event']))], ['hit'])
  const wrong = await cli(argsFor(packed, '--option', 'evnt=hit'), { PLUGINS })
  t.equal(wrong.code, 1)
  t.match(wrong.err, /evnt.*event/)
})

t.test('a plugin at fault is named, and other settings do not matter', async (t) => {
  const broken = join(folder, 'broken.mjs')
  await writeFile(
    broken,
    `export const plugin = { name: 'broken', contract: 1, after: [], register(host) {
      host.importer({ name: 'stuck', summary: 'Stuck', async *read() { await Promise.reject(new Error('no idea')) } })
    } }`,
  )
  const path = join(folder, 'file.jsonl')
  await writeFile(path, '{"event":"a","device_id":"d"}')
  const settings = { PLUGINS: broken, PORT: 'x' }
  const stuck = await cli(argsFor(path, '--format', 'stuck'), settings)
  t.equal(stuck.code, 1)
  t.equal(
    stuck.err.split('\n').at(-2),
    'plugin broken: importer stuck: no idea; run the command again to resume',
  )
  t.equal((await cli(argsFor(path), settings)).code, 0, 'other formats are read as before')
  const gone = await cli(argsFor(path), { PLUGINS: './nowhere.js' })
  t.match(gone.err, /^PLUGINS: \.\/nowhere\.js cannot be loaded/)
})
