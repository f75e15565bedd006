import t from 'tap'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { root } from './source-files.js'

interface Result {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

interface Tools {
  tapResult(): {
    line(text: string): void
    end(
      exitCode: number | null,
    ): Result & { readonly failures: readonly string[]; readonly skips: readonly string[] }
  }
  sumOf(results: readonly Result[], noSkips: boolean): Omit<Result, 'skipped'>
  chosenFiles(names: readonly string[], tier: string, files: readonly string[]): readonly string[]
}

const load = async (name: string): Promise<Partial<Tools>> =>
  (await import(pathToFileURL(join(root, 'tools', name)).href)) as Partial<Tools>

const { tapResult, sumOf, chosenFiles } = {
  ...(await load('tap-result.js')),
  ...(await load('test-files.js')),
} as Tools

function read(lines: readonly string[], exitCode: number | null) {
  const reader = tapResult()
  for (const text of lines) reader.line(text)
  return reader.end(exitCode)
}

const good = ['ok 1 - fine', '1..1', '# { total: 3, pass: 3 }']

t.test('success has to be shown', async (t) => {
  t.match(read(good, 0), { passed: 3, failed: 0 })
  t.match(read(good, 1), { passed: 3, failed: 1 }, 'it did not end well')
  t.match(read(good, null), { passed: 3, failed: 1 }, 'it was killed')
  t.match(read([], 0), { passed: 0, failed: 1 }, 'it printed nothing')
  t.match(read(['ok 1 - fine'], 0), { passed: 0, failed: 1 }, 'it did not come to its end')
  t.match(read(['# { total: 0 }'], 0), { passed: 0, failed: 1 }, 'it tested nothing')
  t.strictSame(sumOf([], false), { passed: 0, failed: 1 }, 'nothing ran')
})

t.test('failures are counted and told', async (t) => {
  const details = ['    not ok 2 - one is two', '      ---', '      diff: …', '      ...']
  const totals = '# { total: 3, pass: 2, fail: 1 }'
  const { failures, ...result } = read([...details, '    ok 3 - fine', 'not ok 1 - numbers', totals], 1)
  t.match(result, { passed: 2, failed: 1, skipped: 0 })
  t.strictSame(failures, [...details, 'not ok 1 - numbers'])

  const postponed = read(['ok 1 - later # TODO', '# { total: 2, pass: 1, todo: 1 }'], 0)
  t.match(postponed, { passed: 1, failed: 1 }, 'a postponed test has failed')
  const skipped = read(['ok 1 - rights # SKIP only root', '# { total: 2, pass: 1, skip: 1 }'], 0)
  t.match(skipped, { passed: 1, failed: 0, skipped: 1, skips: ['ok 1 - rights # SKIP only root'] })
  t.strictSame(sumOf([skipped, skipped], false), { passed: 2, failed: 0 })
  t.strictSame(sumOf([skipped, skipped], true), { passed: 2, failed: 2 }, 'where nothing may be skipped')
  const forbidden = read(
    ['ok 1 - disk # SKIP mounting is not permitted here', '# { total: 2, pass: 1, skip: 1 }'],
    0,
  )
  t.match(forbidden, { passed: 1, failed: 0, skipped: 0 }, 'but for what the machine forbids')
})

t.test('tests are chosen by tier, file or folder', async (t) => {
  const first = ['core/a/a.test.ts', 'core/ab/b.test.ts']
  const files = [...first, 'core/a/a.engines.test.ts', 'core/far/c.exhaustive.test.ts']
  t.strictSame(chosenFiles([], 'first', files), first)
  t.strictSame(chosenFiles([], 'engines', files), ['core/a/a.engines.test.ts'])
  t.strictSame(chosenFiles(['core/a'], 'first', files), ['core/a/a.test.ts'])
  t.strictSame(chosenFiles(['./build/core/ab/b.test.js'], 'first', files), ['core/ab/b.test.ts'])
  t.strictSame(chosenFiles(['core/far/c.exhaustive.test.ts'], 'first', files), [
    'core/far/c.exhaustive.test.ts',
  ])
  t.throws(() => chosenFiles(['core/gone'], 'first', files), /^no test file at core\/gone$/)
  const message = /^no test file of this tier at core\/far; use npm run test:exhaustive -- core\/far$/
  t.throws(() => chosenFiles(['core/far'], 'first', files), message)
})
