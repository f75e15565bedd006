import t from 'tap'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A plugin and its test as a stranger writes them, in JavaScript. */
const pluginSource = `
import { column, countDistinct, series } from 'sextant/plan'
import { definePlugin } from 'sextant/plugin'
export const plugin = definePlugin({
  name: 'names', contract: 1, after: [],
  register(host) {
    host.metric({
      key: 'names', summary: 'Distinct persons', unit: 'users', kind: 'distinct', source: 'events', answer: 'series',
      params: { type: 'object', properties: {} },
      plan: (question) => series(question, countDistinct(column('person'))),
    })
  },
})`
const testSource = `
import { after, test } from 'node:test'
import { metricSuite } from 'sextant/testing'
import { plugin } from './plugin.js'
const suite = await metricSuite({ metric: 'names', plugins: [plugin] })
for (const { name, check } of suite.laws) test(name, check)
after(() => suite.close())`

t.test('a stranger tests a metric with the kit of the packed package', (t) => {
  const folder = t.testdir({
    'package.json': '{"type": "module"}',
    'plugin.js': pluginSource,
    'plugin.test.js': testSource,
  })
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder])
  execFileSync('sh', ['-c', 'tar xzf *.tgz'], { cwd: folder })
  renameSync(join(folder, 'package'), join(modules, 'sextant'))
  symlinkSync(join(process.cwd(), 'node_modules'), join(modules, 'sextant/node_modules'))
  const run = () => {
    const env = { PATH: process.env['PATH'] }
    return spawnSync(process.execPath, ['--test', 'plugin.test.js'], { cwd: folder, encoding: 'utf8', env })
  }
  const right = run()
  t.equal(right.status, 0, right.stdout)
  writeFileSync(
    join(folder, 'plugin.js'),
    pluginSource.replace('series(question,', 'series({ ...question, members: null },'),
  )
  const wrong = run()
  t.equal(wrong.status, 1)
  t.match(
    wrong.stdout,
    /names: the metric of an audience is that of its persons' data: [^]*repeat it with seed: \d+/,
  )
  t.end()
})
