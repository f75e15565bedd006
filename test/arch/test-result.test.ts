import t from 'tap'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { root } from './source-files.js'

interface Result {
  readonly passed: number
  readonly failed: number
}

interface Reader {
  line(text: string): void
  end(exitCode: number | null): Result
}

interface Tools {
  tapResult(expected: readonly string[], print?: (text: string) => void): Reader
  chosenFiles(names: readonly string[], files: readonly string[]): readonly string[]
}

const load = async (name: string): Promise<Partial<Tools>> =>
  (await import(pathToFileURL(join(root, 'tools', name)).href)) as Partial<Tools>

const { tapResult, chosenFiles } = {
  ...(await load('tap-result.js')),
  ...(await load('test-files.js')),
} as Tools

/** What the lines come to, and what is printed of them. */
function read(lines: readonly string[], exitCode: number | null, expected = ['build/a.test.js']) {
  const printed: string[] = []
  const reader = tapResult(expected, (text) => printed.push(text))
  for (const text of lines) reader.line(text)
  return { ...reader.end(exitCode), printed: printed.join('\n') }
}

const good = ['ok 1 - build/a.test.js # time=5ms', '# { total: 3, pass: 3 }']

t.test('success has to be shown', async (t) => {
  t.match(read(good, 0), { passed: 3, failed: 0 })
  t.match(read(good, 1), { passed: 3, failed: 1 }, 'tap itself failed')
  t.match(read(good, null), { passed: 3, failed: 1 }, 'tap was killed')
  t.match(read([], 0, []), { passed: 0, failed: 1 }, 'nothing ran')
  t.match(read(good.slice(0, 1), 0), { passed: 0, failed: 1 }, 'tap did not come to its end')
  t.match(
    read(good, 0, ['build/a.test.js', 'build/b.test.js']),
    { passed: 3, failed: 1 },
    'a file did not run',
  )
})

t.test('failures are counted and told', async (t) => {
  const lines = [
    '    not ok 2 - one is two',
    '      ---',
    '      diff: …',
    '      ...',
    '    ok 3 - fine',
    'not ok 1 - build/a.test.js # time=5ms',
  ]
  const { printed, ...result } = read([...lines, '# { total: 3, pass: 2, fail: 1 }'], 1)
  t.strictSame(result, { passed: 2, failed: 1 })
  t.match(printed, /not ok 2 - one is two[^]*diff/)
  t.notMatch(printed, /fine/)
  const crashed = read(['not ok 1 - build/a.test.js', '# { total: 3, pass: 3 }'], 1)
  t.match(crashed, { passed: 3, failed: 1 }, 'a file that crashed after its last assertion')
  const skipped = read(['ok 1 - build/a.test.js', '# { total: 3, pass: 1, skip: 1, todo: 1 }'], 0)
  t.match(skipped, { passed: 1, failed: 2 }, 'skipped and postponed tests are failures')
})

t.test('tests are chosen by file or folder', async (t) => {
  const files = ['core/a/a.test.ts', 'core/ab/b.test.ts']
  t.strictSame(chosenFiles([], files), files)
  t.strictSame(chosenFiles(['core/a'], files), ['core/a/a.test.ts'])
  t.strictSame(chosenFiles(['./build/core/ab/b.test.js'], files), ['core/ab/b.test.ts'])
  t.throws(() => chosenFiles(['core/gone'], files), /no test file at core\/gone/)
})
