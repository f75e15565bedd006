import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { findChromium, noChromium } from '../support/find-chromium.js'
import { root } from './source-files.js'

interface Run {
  readonly run: readonly string[]
  readonly leftOut: string | null
}

interface Tools {
  browserTests(files: readonly string[]): readonly string[]
  withoutBrowser(
    chosen: readonly string[],
    needing: readonly string[],
    how: { readonly chromium: string | null; readonly required: boolean; readonly noChromium: string },
  ): Run
  testFiles(): readonly string[]
}

const load = async (name: string): Promise<Partial<Tools>> =>
  (await import(pathToFileURL(join(root, 'tools', name)).href)) as Partial<Tools>
const { browserTests, withoutBrowser, testFiles } = {
  ...(await load('browser-tests.js')),
  ...(await load('test-files.js')),
} as Tools

t.test('which tests need a browser follows from their imports', async (t) => {
  const needing = browserTests(testFiles())
  for (const file of testFiles().filter((one) => one.startsWith('test/explorer/')))
    if (!/\/(size|styles)\.test\.ts$/.test(file)) t.ok(needing.includes(file), file)
  t.ok(needing.includes('test/clients/posthog-js.test.ts'), 'through a helper')
  t.notOk(needing.includes('test/clients/posthog.test.ts'))
  t.notOk(
    needing.some((file) => !file.startsWith('test/')),
    'nothing beside its subject needs one',
  )
})

t.test('without a browser', async (t) => {
  const chosen = ['a.test.ts', 'b.test.ts']
  const how = { chromium: null, required: false, noChromium }
  t.strictSame(withoutBrowser(chosen, ['b.test.ts'], how), {
    run: ['a.test.ts'],
    leftOut: `1 test files that need a browser are left out: ${noChromium}`,
  })
  t.strictSame(withoutBrowser(chosen, [], how), { run: chosen, leftOut: null })
  t.strictSame(withoutBrowser(chosen, ['b.test.ts'], { ...how, chromium: '/usr/bin/chromium' }), {
    run: chosen,
    leftOut: null,
  })
  const refused = new RegExp(noChromium.slice(0, 20))
  t.throws(() => withoutBrowser(chosen, ['b.test.ts'], { ...how, required: true }), { message: refused })
  t.throws(() => withoutBrowser(chosen, chosen, how), { message: refused }, 'asked for by name')
})

t.test('where a Chromium is', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-chromium-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'google-chrome')
  writeFileSync(path, '')
  t.equal(findChromium({ CHROMIUM: path }), null, 'a file that cannot be run is none')
  chmodSync(path, 0o755)
  t.equal(findChromium({ CHROMIUM: path }), path)
  t.equal(findChromium({ PATH: folder }), path)
  t.equal(findChromium({ CHROMIUM: join(folder, 'gone'), PATH: folder }), null, 'CHROMIUM alone counts')
})
