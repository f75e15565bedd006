import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from '../arch/source-files.js'
import { writeExamples } from '../guide/pages.js'
import { testExample } from '../guide/run-examples.js'

/**
 * The work of a plugin's author: the packed package in an empty folder without engines, a plugin against its types.
 * Needs the npm registry.
 */
const tool = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(join(root, 'tools/release', name)).href)) as T
const { pack } = await tool<{ pack(folder: string): { readonly tarball: string } }>('tarball.js')
const { entriesIn, installWithoutEngines, mostInstalledBytes } = await tool<{
  readonly mostInstalledBytes: number
  installWithoutEngines(tarball: string, folder: string): number
  entriesIn(folder: string): readonly string[]
}>('author-install.js')

const packages = ['comebacks', 'comments', 'matomo']
const plugins = ['pace', 'contract-1', ...packages.map((name) => `${name}/src`)]

const folder = mkdtempSync(join(tmpdir(), 'sextant-author-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

const { tarball } = pack(folder)
const bytes = installWithoutEngines(tarball, folder)

const run = (
  program: string,
  ...args: readonly string[]
): { readonly code: number; readonly said: string } => {
  const env = { ...process.env, PLUGINS: plugins.map((name) => `./build/${name}/index.js`).join() }
  try {
    return {
      code: 0,
      said: execFileSync(program, args, { cwd: folder, encoding: 'utf8', env, stdio: 'pipe' }),
    }
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
    return { code: status, said: stdout + stderr }
  }
}

const compile = (): ReturnType<typeof run> =>
  run(process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', '.')

const tsconfig = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    // The declarations of the package are checked too; the compiler's own are not under test.
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    // The second run checks only what has changed.
    incremental: true,
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
    rootDir: 'src',
    outDir: 'build',
  },
  include: ['src'],
}

/** What an adapter needs at least of its entry. */
const adapter = `import {
  compileStatement, deferIdentityJoin, identityFacts, optimize, pruneColumns, resolveScans,
  type AnalyticsStore, type Columns, type Dialect, type IdentityFacts, type Parameters, type Relation, type Rule,
} from 'sextant/storage'

const rules: readonly Rule<IdentityFacts>[] = [pruneColumns, resolveScans, deferIdentityJoin]

export function statement(asked: Relation, columns: Columns, dialect: Dialect, parameters: Parameters): string {
  const { plan } = optimize(asked, rules, identityFacts(dialect, false))
  return compileStatement(plan, columns, dialect, 'main', parameters).text
}

export const engineOf = ({ engine }: AnalyticsStore): string => engine
`

t.test('an install without engines is small', async (t) => {
  t.ok(bytes < mostInstalledBytes, `${(bytes / 1e6).toFixed(1)} MB on the disk`)
  t.ok(bytes > 10_000_000, 'which is measured')
})

t.test('plugins compile against the types and load', async (t) => {
  for (const plugin of plugins)
    cpSync(join(root, 'test/third-party', plugin), join(folder, 'src', plugin), { recursive: true })
  const migrations = 'comments/migrations'
  cpSync(join(root, 'test/third-party', migrations), join(folder, 'build', migrations), { recursive: true })
  writeExamples(folder)
  writeFileSync(join(folder, 'src/adapter.ts'), adapter)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  t.strictSame(compile(), { code: 0, said: '' })

  const routes = run('npx', 'sextant', 'routes')
  t.match(routes.said, '/api/v1/metrics/pace/median-gap')
  for (const path of ['/api/v1/metrics/buyers', '/api/v1/metrics/comebacks', '/api/v1/comments'])
    t.match(routes.said, path)
  t.match(run('npx', 'sextant', 'import', '--help').said, 'matomo')
  const plan = run('npx', 'sextant', 'plan', 'median_gap', 'range=7d')
  t.equal(plan.code, 0, 'a plan and its statements need no engine')
  t.match(plan.said, '== clickhouse ==')
  const start = run('npx', 'sextant', 'start')
  t.equal(start.code, 1)
  t.match(start.said, /is not installed.*npm install --include=optional/, 'the service says what it needs')
})

t.test('the tests of the guide pass in such an install', (t) => {
  const { status, output } = testExample(folder, 'metric', /./)
  t.equal(status, 0, output)
  t.end()
})

t.test('what the entries lack cannot be imported', async (t) => {
  t.ok(entriesIn(folder).length >= 4)
  for (const entry of entriesIn(folder)) {
    const { code, said } = run(process.execPath, '--input-type=module', '--eval', `await import('${entry}')`)
    t.strictSame({ code, said }, { code: 0, said: '' }, `${entry} loads without engines`)
  }
  const planted = `import { lowerSequence } from 'sextant/plan'
import { contracts } from 'sextant/build/contract/index.js'
export { contracts, lowerSequence }
`
  writeFileSync(join(folder, 'src/planted.ts'), planted)
  const { code, said } = compile()
  t.not(code, 0)
  t.match(said, /no exported member .?lowerSequence/)
  t.match(said, /Cannot find module 'sextant\/build/)
})
