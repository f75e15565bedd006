import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { groupingProfile, hasLargePages } from './clickhouse-pages.js'

t.test('large pages are there unless the system has none or never gives them', (t) => {
  const file = join(t.testdir(), 'enabled')
  t.notOk(hasLargePages(file))
  for (const [text, large] of [
    ['always [madvise] never\n', true],
    ['[always] madvise never\n', true],
    ['always madvise [never]\n', false],
  ] as const) {
    writeFileSync(file, text)
    t.equal(hasLargePages(file), large, text)
  }
  t.end()
})

t.test('groups are split into blocks later where few threads merge them in large pages', (t) => {
  const valuesOf = (profile: string): readonly string[] => profile.match(/\d+/g) ?? []
  t.strictSame(valuesOf(groupingProfile(true, 2)), ['300000', '200000000'])
  t.strictSame(valuesOf(groupingProfile(true, 5)), ['120000', '80000000'])
  t.equal(groupingProfile(true, 6), '')
  t.equal(groupingProfile(false, 2), '')
  t.end()
})
