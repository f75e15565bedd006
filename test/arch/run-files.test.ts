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

const { thrown, left, ...harmless } = programs

/** What a file may do to the process that it shares with others. */
const sharing = {
  ...harmless,
  changed: `import t from ${tapUrl}; t.ok(true); globalThis['left'] = 1; process['env'].LEFT = '1'`,
  ended: `import t from ${tapUrl}; t.ok(true); const { exit } = process; exit(0)`,
  skipped: `import t from ${tapUrl}; t.ok(true); t.test('skips', { skip: 'no reason' }, () => 0)`,
  late: `import t from ${tapUrl}; t.ok(true); setTimeout(() => { throw new Error('late') }, 50); await new Promise(() => setInterval(() => 0, 1000))`,
}

t.test('files that share a process are counted one by one, whatever they do to it', async (t) => {
  const folder = temporaryFolder(t)
  const named = [
    ...Object.entries(sharing).flatMap(([name, program]) => [
      { name, program },
      { name: `after-${name}`, program: programs.good },
    ]),
    ...['x', 'y', 'z'].map((name) => ({ name: `after-${name}`, program: programs.good })),
    // Its text says that it ends its process: it has one of its own, where what is thrown after its end is charged to it.
    ...Object.entries({ left, thrown: `${thrown} // process.exit()` }).map(([name, program]) => ({
      name,
      program,
    })),
  ]
  const paths = named.map(({ name, program }) => {
    const path = join(folder, `${name}.mjs`)
    writeFileSync(path, program)
    return path
  })
  t.ok(paths.length > 12, 'few files would have a process each')
  const { code, out } = await node(['tools/run-files.js', ...paths])
  const lines = out.split('\n').filter((text) => /^(ok|FAILED) /.test(text))
  const line = (name: string): string => lines.find((text) => text.includes(`/${name}.mjs:`)) ?? ''
  t.equal(lines.length, paths.length, 'each file has a line')
  for (const { name } of named.filter(({ name }) => name.startsWith('after-') || name === 'good'))
    t.match(line(name), /^ok .*: 2 passed, 0 failed \([\d.]+ s\)$/, name)
  t.match(line('bad'), /^FAILED .*: 1 passed, 1 failed/)
  t.match(out, /not ok 1 - one and one/)
  t.match(line('silent'), /^FAILED .*: 0 passed, 1 failed/)
  t.match(line('ended'), /^FAILED .*: 0 passed, 1 failed/, 'an exit in the middle, also a clean one')
  t.match(line('late'), /^FAILED .*: 0 passed, 1 failed/)
  t.match(out, /not ok - the process ended early \(exit code \d+\); files before in it: /)
  t.match(line('changed'), /^FAILED .*: 1 passed, 2 failed/)
  t.match(out, /changed\.mjs changed the names in globalThis and did not set it back/)
  t.match(out, /changed\.mjs changed the environment and did not set it back/)
  t.match(line('skipped'), /^ok .*: 1 passed, 0 failed/)
  t.match(line('left'), /^FAILED/)
  t.match(line('thrown'), /^FAILED/)
  t.match(line('clean'), /^ok .*: 1 passed, 0 failed/, 'a test sees no option of the runner')
  const sum = (pattern: RegExp): number =>
    lines.reduce((before, text) => before + Number(pattern.exec(text)?.[1] ?? 0), 0)
  t.ok(
    out.endsWith(`\n${sum(/(\d+) passed/)} passed, ${sum(/(\d+) failed/)} failed\n`),
    'the sum is the last line',
  )
  t.equal(code, 1)
  const strict = await node(['tools/run-files.js', ...paths], { TEST_NO_SKIPS: '1' })
  t.ok(strict.out.endsWith(` ${sum(/(\d+) failed/) + 1} failed\n`), 'a skip in a shared process counts too')
})
