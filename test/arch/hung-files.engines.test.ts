import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { node, temporaryFolder } from './run-tool.js'

const tapUrl = JSON.stringify(import.meta.resolve('tap'))

const waiting = `import t from ${tapUrl}; setInterval(() => 0, 1000); t.test('never comes', () => new Promise(() => 0))`
const good = `import t from ${tapUrl}; t.ok(true)`

const programs = {
  waiting,
  spinning: `import t from ${tapUrl}; t.test('spins', async () => { for (;;); })`,
  // What tools/batches.js looks for: a file that says this has a process of its own.
  alone: `${waiting} // process.exit()`,
}

t.test('a file that hangs is ended, the test that hung is named, and the others run', async (t) => {
  const folder = temporaryFolder(t)
  const named = [
    ...Object.entries(programs),
    ...Array.from({ length: 12 }, (_, n) => [`good-${n}`, good] as const),
  ]
  const paths = named.map(([name, program]) => {
    const path = join(folder, `${name}.mjs`)
    writeFileSync(path, program)
    return path
  })
  // Few files would have a process each: these share some.
  const { code, out } = await node(['tools/run-files.js', ...paths], { TEST_FILE_LIMIT: '15' })
  for (const name of ['waiting', 'alone'])
    t.match(out, new RegExp(`FAILED .*/${name}.mjs: 0 passed, 1 failed \\([\\d.]+ s, ended by SIGALRM\\)`))
  t.equal([...out.matchAll(/not ok \d+ - never comes/g)].length, 2)
  t.match(out, /FAILED .*\/spinning.mjs: 0 passed, 1 failed \([\d.]+ s, ended by SIGKILL\)/, 'also a loop')
  t.equal([...out.matchAll(/^ok .*\/good-\d+.mjs: 1 passed, 0 failed/gm)].length, 12)
  t.match(out, /\n12 passed, 3 failed\n$/)
  t.equal(code, 1)
})
