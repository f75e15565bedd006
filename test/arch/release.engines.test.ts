import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from './source-files.js'

interface Packed {
  readonly files: readonly { readonly path: string }[]
  readonly size: number
}
const tool = async <T>(path: string): Promise<T> =>
  (await import(pathToFileURL(join(root, 'tools', path)).href)) as T
const { packageFaults, mostBytes } = await tool<{
  readonly mostBytes: number
  packageFaults(files: Packed['files'], bytes: number): readonly string[]
}>('release/tarball.js')
const { released, expectLater } = await tool<{
  released(
    changelog: string,
    version: string,
    date: string,
  ): { readonly changelog: string; readonly notes: string }
  expectLater(version: string, current: string): void
}>('release/changelog.js')
const { subjectFault } = await tool<{ subjectFault(subject: string): string | null }>('commits.js')

t.test('the package holds what runs, and nothing else', (t) => {
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  })
  const [packed] = JSON.parse(said) as readonly Packed[]
  const { files, size } = packed ?? { files: [], size: 0 }
  t.strictSame(packageFaults(files, size), [])
  const has = (path: string): boolean => files.some((file) => file.path === path)
  t.ok(has('build/plugins/docs/swagger-ui/swagger-ui-bundle.js'), 'the API documentation page')
  t.notOk(has('build/plugins/index.d.ts'), 'no types of private files')
  t.ok(has('build/plugins/explorer/web/index.html'), 'the explorer')
  t.ok(has('templates/plugin/shared/gitignore'), 'the sources of new plugins')
  t.ok(has('templates/plugin/metric/src/metric.test.ts'), 'and their tests')
  t.ok(
    files.some(({ path }) => path.endsWith('.sql')),
    'the migrations',
  )
  const more = (path: string): number => packageFaults([...files, { path }], size).length
  for (const path of [
    'build/a.test.js',
    'build/core/test-ask.js',
    'bench/run.ts',
    'tsconfig.tsbuildinfo',
    'core/a.ts',
  ])
    t.ok(more(path) > 0, path)
  t.equal(more('build/contract/a.d.ts'), 0)
  t.equal(packageFaults(files, mostBytes + 1).length, 1, 'its size')
  t.equal(
    packageFaults(files.slice(1), size).length + packageFaults([], 0).length > 4,
    true,
    'what is missing',
  )
  t.end()
})

t.test('a release moves the unreleased section under its version', (t) => {
  const before = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A\n\n## [0.1.0] - 2026-01-01\n\n- B\n'
  const { changelog, notes } = released(before, '0.2.0', '2026-02-03')
  t.equal(notes, '### Added\n\n- A\n')
  t.equal(
    changelog,
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n### Added\n\n- A\n\n## [0.1.0] - 2026-01-01\n\n- B\n',
  )
  t.throws(() => released(changelog, '0.3.0', '2026-02-04'), /nothing under/)
  t.throws(() => released('# Changelog\n', '0.3.0', '2026-02-04'), /no section/)
  for (const [to, from] of [
    ['0.2.0', '0.1.9'],
    ['1.0.0', '0.9.0'],
    ['1.0.0', '1.0.0-rc.1'],
    ['1.0.0-rc.1', '0.9.0'],
  ] as const)
    t.doesNotThrow(() => expectLater(to, from), `${from} to ${to}`)
  for (const [to, from] of [
    ['0.1.0', '0.1.0'],
    ['0.1.8', '0.1.9'],
    ['1.0', '0.9.0'],
    ['', '0.9.0'],
  ] as const)
    t.throws(() => expectLater(to, from), `${from} to ${to}`)
  t.end()
})

t.test('subjects of commits', (t) => {
  for (const subject of ['feat(ingest): retry a read once', 'docs: say so', 'fix(a,b-c)!: drop it'])
    t.equal(subjectFault(subject), null, subject)
  for (const subject of [
    'Merge branch main',
    'feat: Add',
    'feat(a): b.',
    'feature: x',
    `fix: ${'x'.repeat(70)}`,
  ])
    t.type(subjectFault(subject), 'string', subject)
  t.end()
})
