import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import type { ExportImporter, FileImporter, ImportItem, PluginHost } from '../../../contract/index.js'
import { ImportError } from '../../../contract/index.js'
import { plugin } from '../../../test/support/make-plugin.js'
import { loadPlugins } from '../../../core/kernel/load-plugins.js'
import { importers } from '../../../plugins/importers/index.js'
import { importFile } from './file.js'
import { kindOf, readItems, type ReadOptions } from './items.js'
import { fileState } from './state.js'

const folder = await mkdtemp(join(tmpdir(), 'sextant-importers-'))
t.teardown(() => rm(folder, { recursive: true }))
const path = join(folder, 'three.acme')
await writeFile(path, 'one\ntwo\nthree\n')

type Change = Partial<FileImporter>
const acme = (change: Change | ((host: PluginHost) => void)) =>
  loadPlugins([
    importers,
    plugin('acme', (host) => {
      if (typeof change === 'function') change(host)
      else host.importer({ name: 'acme', summary: 'Acme', extensions: ['.acme'], read, ...change })
    }),
  ]).importers

const item = (line: number, more: object = { json: `{"n":${line}}` }) =>
  ({ line, end: line, offset: line * 4, ...more }) as ImportItem
async function* read(): AsyncGenerator<ImportItem> {
  for (let line = 1; line <= 3; line++) yield item(line)
}
const reading = (...items: readonly unknown[]): FileImporter['read'] =>
  async function* () {
    for (const one of items) yield one as ImportItem
  }
async function all(formats: ReadOptions['formats'], more: Partial<ReadOptions> = {}, file = path) {
  const items: ImportItem[] = []
  for await (const list of readItems(file, { formats, source: 'events', ...more })) items.push(...list)
  return items
}

t.test('a reader that starts over resumes all the same', async (t) => {
  const formats = acme({})
  t.strictSame(await all(formats, { from: { offset: 4, line: 1 } }), [item(2), item(3)])
})

t.test('an importer that breaks its contract is named', async (t) => {
  const rejects = (change: Change, message: RegExp) => t.rejects(all(acme(change)), { message })
  const named = (problem: string) => new RegExp(`^plugin acme: importer acme: ${problem}`)
  const thrower = (): never => {
    throw new Error('no file')
  }
  await rejects({ read: thrower }, named('no file$'))
  await rejects(
    { read: () => null as never },
    named('read returned something that is not an async iterable$'),
  )
  await rejects(
    { read: reading(item(1), null) },
    named('yielded something that is not an item after line 1$'),
  )
  await rejects({ read: reading({ json: '{}' }) }, named('yielded an item without line, end or offset'))
  await rejects(
    { read: reading(item(2), item(2)) },
    named('yielded line 2 to 2 at byte 8 after line 2 at byte 8$'),
  )
  await rejects({ read: reading(item(1, {})) }, named('yielded line 1 without json and without error$'))
  await rejects(
    { read: reading(item(1, { json: '{\n}' })) },
    named('yielded json over several lines at line 1$'),
  )
  const hangs = acme({
    read: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
  })
  await t.rejects(all(hangs, { patience: 20 }), { message: named('yielded nothing for 0.02 s$') })
})

t.test('a file that is wrong is no fault of the plugin', async (t) => {
  const wrong: FileImporter['read'] = () => {
    throw new ImportError('the header is missing')
  }
  await t.rejects(all(acme({ read: wrong })), { message: /^the header is missing$/ })
  const cut = join(folder, 'cut.acme.gz')
  await writeFile(cut, gzipSync('one\ntwo\n'.repeat(100)).subarray(0, 20))
  const reads: FileImporter['read'] = async function* ({ open }) {
    for await (const chunk of open(0)) if (chunk.length > 0) yield item(1)
  }
  await t.rejects(all(acme({ read: reads, detect: () => 'certain' }), { format: 'acme' }, cut), {
    message: /^unexpected end of file$/,
  })
})

t.test('a fault in detection affects no other format', async (t) => {
  const lines = join(folder, 'lines.txt')
  await writeFile(lines, '{"event":"a","device_id":"d"}\n')
  const warned: string[] = []
  const fail = (): never => {
    throw new Error('no idea')
  }
  const formats = acme((host) => {
    host.importer({ name: 'acme', summary: 'Acme', read, detect: fail })
    host.importer({ name: 'acme-export', summary: 'Acme', convert: () => [], recognizes: fail })
  })
  const warn = (line: string): void => void warned.push(line)
  t.match(await kindOf(lines, { formats, source: 'events', warn }), { container: 'jsonl', dialect: 'lines' })
  t.strictSame(warned, ['plugin acme: importer acme: no idea', 'plugin acme: importer acme-export: no idea'])
})

t.test('a converter that fails rejects its rows', async (t) => {
  const lines = join(folder, 'export.jsonl')
  await writeFile(lines, ['{"acme":1}', '{"acme":2}', '{"acme":3}', '{"acme":4}'].join('\n'))
  const convert: ExportImporter['convert'] = ({ acme }) => {
    if (acme === 1) throw new ImportError('acme must be above 1')
    if (acme === 2) throw new TypeError('oops')
    if (acme === 3) return 'text' as never
    return [
      { event: 'a', device_id: 'd' },
      { event: 'b', device_id: 'd' },
    ]
  }
  const formats = acme((host) =>
    host.importer({ name: 'acme', summary: 'Acme', recognizes: (one) => 'acme' in one, convert }),
  )
  const bodies: string[] = []
  const report = await importFile({
    path: lines,
    formats,
    source: 'events',
    state: fileState(lines),
    send: (body) => {
      bodies.push(...body.split('\n'))
      return Promise.resolve({ accepted: body.split('\n').length, rejected: 0, errors: [] })
    },
  })
  t.match(report, {
    accepted: 2,
    rejected: 3,
    errors: [
      { line: 1, error: 'acme must be above 1' },
      { line: 2, error: 'plugin acme: importer acme: oops' },
      {
        line: 3,
        error: 'plugin acme: importer acme: convert returned something that is not a list of objects',
      },
    ],
  })
  const ids = bodies.map((body) => (JSON.parse(body) as { message_id: string }).message_id)
  t.match(ids, [/^import-[0-9a-f]{32}$/, /^import-[0-9a-f]{32}:1$/], 'items without an id get one')
})

t.test('options', async (t) => {
  const table = join(folder, 'table.csv')
  await writeFile(table, 'event;n:number\na;5\n')
  const formats = acme({})
  t.match(await all(formats, { options: { delimiter: ';' } }, table), [{ json: '{"event":"a","n":5}' }])
  await t.rejects(all(formats, { options: { delimeter: ';' } }, table), { message: /delimeter.*delimiter/ })
  await t.rejects(all(formats, { options: { delimiter: ';;' } }, table), { message: /delimiter/ })
})

t.test('a contradictory importer stops the start', (t) => {
  const rejects = (definition: object, message: RegExp) =>
    t.throws(() => acme((host) => host.importer({ name: 'acme', summary: 'Acme', ...definition } as never)), {
      message,
    })
  rejects({}, /plugin acme: importer acme: exactly one of read and convert is required/)
  rejects({ read, convert: () => [] }, /exactly one of read and convert/)
  rejects({ name: 'Acme', read }, /must be kebab-case/)
  rejects({ read, extensions: ['csv'] }, /its extension csv must be like .csv/)
  rejects({ read, extensions: ['.csv'] }, /extension .csv: is already registered by importers/)
  rejects({ read, name: 'csv' }, /importer csv: is already registered by importers/)
  t.end()
})
