import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { node, temporaryFolder } from './run-tool.js'

const tapUrl = JSON.stringify(import.meta.resolve('tap'))

const programs = {
  waiting: `import t from ${tapUrl}; setInterval(() => 0, 1000); t.test('never comes', () => new Promise(() => 0))`,
  spinning: `import t from ${tapUrl}; t.test('spins', async () => { for (;;); })`,
}

t.test('a file that hangs is ended, and the test that hung is named', async (t) => {
  const folder = temporaryFolder(t)
  const paths = Object.entries(programs).map(([name, program]) => {
    const path = join(folder, `${name}.mjs`)
    writeFileSync(path, program)
    return path
  })
  const { code, out } = await node(['tools/run-files.js', ...paths], { TEST_FILE_LIMIT: '15' })
  t.match(out, /FAILED .*waiting.mjs: 0 passed, 1 failed/)
  t.match(out, /not ok \d+ - never comes/)
  t.match(out, /FAILED .*spinning.mjs: 0 passed, 1 failed \([\d.]+ s, ended by SIGKILL\)/, 'also a loop')
  t.match(out, /\n0 passed, 2 failed\n$/)
  t.equal(code, 1)
})
