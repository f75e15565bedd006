import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import t from 'tap'
import { contractNumber } from '../../contract/index.js'
import { contractImports, entryFiles, importsOf, entryNames, groupsOf, type EntryName } from './entries.js'
import { isTest, readText, root, sourceFiles, type SourceFile } from './source-files.js'

/** Checks what the package's entries export, and that built-in plugins import nothing else of the service. */
const entries = Object.keys(entryFiles) as EntryName[]

interface Promised {
  /** The contract whose names these are. */
  readonly contract: number
  readonly entries: Readonly<Record<EntryName, readonly string[]>>
}

const snapshot = 'test/arch/entries.json'
const promised = JSON.parse(readText(snapshot)) as Promised
const now = Object.fromEntries(entries.map((entry) => [entry, entryNames(entry)])) as Promised['entries']

/** The entries whose names stay as long as the contract's number does. */
const stable: readonly EntryName[] = ['plan', 'plugin', 'contract']

/** The names that the same contract has promised and the entries no longer have. */
const broken = (before: Promised, after: Promised['entries'], contract: number): readonly string[] =>
  before.contract !== contract
    ? []
    : stable.flatMap((entry) =>
        before.entries[entry]
          .filter((name) => !after[entry].includes(name))
          .map((name) => `sextant/${entry} no longer exports ${name}: restore it, or raise contractNumber`),
      )

t.test('the exported names of each entry are those of the snapshot', async (t) => {
  t.strictSame(broken(promised, now, contractNumber), [])
  if (process.env['UPDATE_SNAPSHOTS'] === '1' && broken(promised, now, contractNumber).length === 0)
    writeFileSync(
      join(root, snapshot),
      `${JSON.stringify({ contract: contractNumber, entries: now }, null, 2)}\n`,
    )
  const { contract, entries: kept } = JSON.parse(readText(snapshot)) as Promised
  t.equal(contract, contractNumber, 'the contract of the snapshot')
  for (const entry of entries)
    t.strictSame(now[entry], kept[entry], `sextant/${entry} (npm run test:snapshots writes ${snapshot})`)

  const without = { ...now, plan: now.plan.filter((name) => name !== 'series') }
  t.strictSame(broken(promised, without, promised.contract), [
    'sextant/plan no longer exports series: restore it, or raise contractNumber',
  ])
  t.strictSame(broken(promised, without, promised.contract + 1), [], 'another contract may drop it')
})

t.test('entries re-export by name', async (t) => {
  for (const entry of entries) {
    const names = now[entry]
    t.equal(new Set(names).size, names.length, `sextant/${entry} exports no name twice`)
    const values = names.filter((name) => !name.startsWith('type ')).sort()
    const loaded = (await import(`sextant/${entry}`)) as object
    t.strictSame(Object.keys(loaded).sort(), values, `sextant/${entry} is what a program imports`)
    t.notMatch(
      readText(entryFiles[entry]),
      /export \* from '\.\.\//,
      'nothing wholesale, but parts of entries',
    )
  }
  t.strictSame(
    now.plan.filter((name) => now.plugin.includes(name)),
    [],
    'plan and plugin have no name in common',
  )
  const path = 'contract/entries/a.ts'
  t.throws(() => groupsOf({ path, text: 'export const a = 1\n' }), /may only re-export/)
})

const open = new Set([...now.plan, ...now.plugin].map((name) => name.replace('type ', '')))

/** The names that a built-in plugin imports although no plugin from outside could. */
const privateImports = (files: readonly SourceFile[]): readonly string[] =>
  files
    .filter((file) => /^plugins\/(?![^/]+\/web\/)/.test(file.path) && !isTest(file))
    .flatMap((file) =>
      contractImports(file)
        .filter((name) => !open.has(name))
        .map((name) => `${file.path} imports ${name}, which neither sextant/plan nor sextant/plugin exports`),
    )

t.test('built-in plugins use no private door', async (t) => {
  const files = sourceFiles()
  t.strictSame(privateImports(files), [])

  const door = readText('plugins/index.ts')
  t.ok(contractImports({ path: 'plugins/index.ts', text: door }).includes('Plugin'), 'imports are found')

  const planted = (text: string): readonly string[] =>
    privateImports([{ path: 'plugins/planted/index.ts', text }])
  const from = `from '../../contract/index.js'`
  t.strictSame(planted(`import { series, lowerSequence as lower } ${from}`), [
    'plugins/planted/index.ts imports lowerSequence, which neither sextant/plan nor sextant/plugin exports',
  ])
  t.equal(planted(`import { type Takings } ${from}`).length, 1, 'types count')
  t.equal(planted(`export { lowerSequence } ${from}`).length, 1, 'a re-export counts')
  t.equal(planted(`import * as all ${from}`).length, 1, 'everything at once counts')
  t.equal(planted(`import { series, type Question } ${from}`).length, 0)
})

const openToStorages = new Set([...open, ...now.storage.map((name) => name.replace('type ', ''))])

/** Packages from npm with the engine's own binaries, which the program starts; another engine brings its own. */
const startsEngines = 'storage-adapters/embedded/index.js'

/** The names that a built-in storage imports from outside its folder although no storage from outside could. */
const privateToStorages = (files: readonly SourceFile[]): readonly string[] =>
  files.flatMap((file) => {
    const [own] = /^storage-adapters\/(clickhouse|duckdb|memory|postgres)\//.exec(file.path) ?? []
    if (own === undefined || isTest(file)) return []
    return importsOf(file).flatMap(({ from, names }) => {
      const target = normalize(join(dirname(file.path), from))
      return target.startsWith(own) || target === startsEngines
        ? []
        : names
            .filter((name) => !openToStorages.has(name))
            .map((name) => `${file.path} imports ${name}, which sextant/storage does not export`)
    })
  })

t.test('built-in storages use no private door', async (t) => {
  t.strictSame(privateToStorages(sourceFiles()), [])
  const planted = (text: string, folder = 'postgres'): readonly string[] =>
    privateToStorages([{ path: `storage-adapters/${folder}/planted.ts`, text }])
  t.strictSame(planted(`import { nest, type Secret } from '../sql/select.js'`), [
    'storage-adapters/postgres/planted.ts imports Secret, which sextant/storage does not export',
  ])
  t.equal(planted(`import * as all from '../sql/select.js'`, 'duckdb').length, 1)
  t.equal(planted(`import { anything } from './tables.js'`).length, 0, 'its own folder')
})

interface Exported {
  readonly types: string
  /** Absent for types alone. */
  readonly default?: string
}

const manifest = JSON.parse(readText('package.json')) as {
  readonly exports: Readonly<Record<string, string | Exported>>
}

/** Every declaration file that one reaches by its imports, itself included. Paths are from the root. */
function declarationsFrom(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const [, next = ''] of readText(path).matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g))
    declarationsFrom(normalize(join(dirname(path), `${next}.d.ts`)), seen)
  return seen
}

t.test('each entry is in package.json, and its types reach packed files only', async (t) => {
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  })
  const [{ files = [] } = {}] = JSON.parse(said) as readonly {
    readonly files?: readonly { readonly path: string }[]
  }[]
  const packed = new Set(files.map(({ path }) => path))
  for (const entry of entries) {
    const built = `./build/${entryFiles[entry].replace(/\.ts$/, '')}`
    t.strictSame(manifest.exports[`./${entry}`], { types: `${built}.d.ts`, default: `${built}.js` })
  }
  for (const [name, target] of Object.entries(manifest.exports)) {
    if (typeof target === 'string') continue
    t.ok(existsSync(join(root, target.default ?? target.types)), `${name} is built`)
    const reached = [...declarationsFrom(normalize(target.types))]
    t.strictSame(
      reached.filter((path) => !packed.has(path)),
      [],
      `${name}: ${reached.length} files of types are packed ("files" in package.json)`,
    )
  }
})
