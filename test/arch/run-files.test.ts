import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { node, temporaryFolder } from './run-tool.js'

const tapUrl = JSON.stringify(import.meta.resolve('tap'))

/** Test files that end in every way, as programs. */
const programs = {
  good: `import t from ${tapUrl}; t.equal(1, 1); t.equal(2, 2)`,
  bad: `import t from ${tapUrl}; t.test('sums', async (t) => { t.equal(1 + 1, 3, 'one and one'); t.ok(true) })`,
  silent: '',
  thrown: `import t from ${tapUrl}; t.ok(true); setTimeout(() => { throw new Error('nobody caught this') }, 50)`,
  left: `import t from ${tapUrl}; t.ok(true); process.exit(3)`,
  clean: `import t from ${tapUrl}; t.strictSame([process.execArgv, process.env.NODE_OPTIONS, process.env.NODE_TEST_CONTEXT], [[], undefined, undefined])`,
}

t.test('node:test runs the files, and their assertions are counted', async (t) => {
  const folder = temporaryFolder(t)
  const paths = Object.entries(programs).map(([name, program]) => {
    const path = join(folder, `${name}.mjs`)
    writeFileSync(path, program)
    return path
  })
  const { code, out } = await node(['tools/run-files.js', ...paths])
  const line = (name: string): string => out.split('\n').find((text) => text.includes(`/${name}.mjs:`)) ?? ''
  t.match(line('good'), /^ok .*: 2 passed, 0 failed \([\d.]+ s\)$/)
  t.match(line('bad'), /^FAILED .*: 1 passed, 1 failed/)
  t.match(out, /not ok 1 - one and one/, 'failures are told')
  t.match(line('silent'), /^FAILED .*: 0 passed, 1 failed/)
  t.match(line('thrown'), /^FAILED/)
  t.match(line('left'), /^FAILED/)
  t.match(line('clean'), /^ok .*: 1 passed, 0 failed/, 'a test sees no option of the runner')
  t.match(out, /\n6 passed, 4 failed\n$/, 'the sum is the last line')
  t.equal(code, 1)

  const alone = await node(['tools/run-files.js', paths[0] ?? ''])
  t.match(alone, { code: 0, out: /\n2 passed, 0 failed\n$/ })
})
