import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { recordsUrl } from '../../test/support/record-server.js'
import { createPlugin } from './create.js'
import { namesOf, pluginKinds } from './names.js'

/** The tests of new plugins, against the built package of the checkout. */
const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '')
const cwd = mkdtempSync(join(tmpdir(), 'sextant-templates-'))
t.teardown(() => rmSync(cwd, { recursive: true, force: true }))

for (const kind of pluginKinds)
  t.test(`the tests of a new ${kind} pass`, async (t) => {
    const { folder } = createPlugin({ names: namesOf(`new-${kind}`), kind, from: '^1.0.0', cwd })
    mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
    symlinkSync(root, join(folder, 'node_modules/sextant'))
    for (const name of ['typebox', '@types/node'])
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, args, {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], TEST_DATABASE_URL: recordsUrl() },
      })
    const compiled = run(join(root, 'node_modules/typescript/bin/tsc'), '-p', '.', '--extendedDiagnostics')
    t.equal(compiled.status, 0, compiled.stdout)
    const [, instantiations] = /^Instantiations: +(\d+)$/m.exec(compiled.stdout) ?? []
    // 1,300,000 and five seconds more if the compiler infers the variance of MetricDefinition.
    if (kind === 'metric') t.ok(Number(instantiations) < 100_000, `${instantiations} instantiations`)
    const files = readdirSync(join(folder, 'build')).filter((name) => name.endsWith('.test.js'))
    const tested = run('--test', '--test-reporter=spec', ...files.map((name) => join('build', name)))
    t.equal(tested.status, 0, tested.stdout)
    t.match(tested.stdout, /ℹ pass \d\d/)
  })
