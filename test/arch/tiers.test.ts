import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { findChromium, noChromium } from '../support/find-chromium.js'
import { node, temporaryFolder } from './run-tool.js'
import { root } from './source-files.js'

interface Found {
  readonly chromium: string | null
  readonly noChromium: string
  readonly engines: readonly string[]
  readonly clients: boolean
}

interface Tools {
  reachedFrom(file: string): ReadonlySet<string>
  needsOf(files: readonly string[]): ReadonlySet<string>
  missingFor(needs: ReadonlySet<string>, found: Found): readonly string[]
  serversFor(needs: ReadonlySet<string>): readonly string[]
  testFiles(): readonly string[]
  tierOf(file: string): string
}

const load = async (name: string): Promise<Partial<Tools>> =>
  (await import(pathToFileURL(join(root, 'tools', name)).href)) as Partial<Tools>
const { reachedFrom, needsOf, missingFor, serversFor, testFiles, tierOf } = {
  ...(await load('test-needs.js')),
  ...(await load('test-files.js')),
} as Tools

/** Modules that start or reach more than the first tier has: Node, and the embedded servers of record-server.ts. */
const beyondTheFirst = [
  'test/support/engines.ts',
  'test/support/chromium.ts',
  'test/support/shards.ts',
  'test/fault/killable.ts',
  'storage-adapters/embedded/test-support.ts',
]
const conformanceOnClickhouse = 'test/conformance/clickhouse-embedded.test.ts'

t.test('the name of a test file says its tier, its imports what it needs', async (t) => {
  const files = testFiles()
  const first = files.filter((file) => tierOf(file) === 'first')
  t.equal(tierOf('a/b.test.ts'), 'first')
  t.equal(tierOf('a/b.engines.test.ts'), 'engines')
  t.equal(tierOf('a/b.exhaustive.test.ts'), 'exhaustive')
  t.strictSame(
    files.filter((file) => !/^[^.]+(\.(engines|exhaustive))?\.test\.ts$/.test(file)),
    [],
    'no other endings',
  )
  for (const file of first) {
    const reached = reachedFrom(file)
    t.strictSame(
      beyondTheFirst.filter((one) => reached.has(one)),
      [],
      `${file} needs Node and the embedded records alone`,
    )
    if (file !== conformanceOnClickhouse) t.notOk(needsOf([file]).has('clickhouse'), file)
  }
  const withBrowser = files.filter((file) => needsOf([file]).has('chromium'))
  t.ok(withBrowser.includes('test/clients/posthog-js.exhaustive.test.ts'), 'through a helper')
  t.strictSame(
    withBrowser.filter((file) => tierOf(file) !== 'exhaustive'),
    [],
    'browsers are for the third tier',
  )
})

t.test('topics over memory are asked again over every store', async (t) => {
  const files = testFiles()
  const overMemory = files.filter((file) => {
    const reached = reachedFrom(file)
    const asksTopics = reached.has('test/http/topic.ts') || reached.has('plugins/funnel/test-funnels.ts')
    return tierOf(file) === 'first' && asksTopics
  })
  t.ok(overMemory.length > 10)
  for (const file of overMemory) t.ok(files.includes(file.replace(/\.test\.ts$/, '.engines.test.ts')), file)
})

t.test('servers are started for the files that need them', async (t) => {
  t.strictSame([...needsOf(['core/run/turns.test.ts'])], [])
  t.strictSame([...needsOf(['plugins/auth/auth.test.ts'])], ['postgres'])
  t.strictSame(serversFor(needsOf([conformanceOnClickhouse])), ['clickhouse', 'postgres'])
  t.equal(serversFor(needsOf(['test/conformance/postgres-url.engines.test.ts'])).length, 4)
})

t.test('a tier looks at what it needs before it begins', async (t) => {
  const all = { chromium: '/usr/bin/chromium', noChromium, engines: [], clients: true }
  const needs = new Set(['engines', 'chromium', 'clients'])
  t.strictSame(missingFor(needs, all), [])
  t.strictSame(missingFor(needs, { ...all, chromium: null }), [noChromium])
  t.match(missingFor(needs, { ...all, clients: false }), [/run npm run clients$/])
  t.ok(needsOf(['test/clients/posthog.engines.test.ts']).has('clients'))
  t.strictSame(missingFor(new Set(['postgres']), { ...all, chromium: null, engines: ['chdb/libchdb'] }), [])
  const [line = '', ...more] = missingFor(needs, { ...all, engines: ['chdb/libchdb', 'ffi-rs'] })
  t.match(line, /^chdb\/libchdb and ffi-rs is not installed; run npm ci/)
  t.strictSame(more, [])

  const file = 'test/explorer/rows.exhaustive.test.ts'
  const { code, out, err } = await node(['tools/test.js', file], { CHROMIUM: '/nowhere' })
  t.equal(code, 1)
  t.equal(err, `these tests cannot run: ${noChromium}\n`)
  t.equal(out, '0 passed, 1 failed\n', 'nothing was started')
})

t.test('where a Chromium is', async (t) => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'google-chrome')
  writeFileSync(path, '')
  t.equal(findChromium({ CHROMIUM: path }), null, 'a file that cannot be run is none')
  chmodSync(path, 0o755)
  t.equal(findChromium({ CHROMIUM: path }), path)
  t.equal(findChromium({ PATH: folder }), path)
  t.equal(findChromium({ CHROMIUM: join(folder, 'gone'), PATH: folder }), null, 'CHROMIUM alone counts')
  const shells = temporaryFolder(t)
  const shell = join(shells, 'chromium-headless-shell')
  writeFileSync(shell, '', { mode: 0o755 })
  t.equal(findChromium({ PATH: [folder, shells].join(delimiter) }), shell, 'a headless shell is cheaper')
})
