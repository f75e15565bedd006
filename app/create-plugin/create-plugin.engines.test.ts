import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { builtInPlugins } from '../../plugins/index.js'
import { builtInStorages } from '../../storage-adapters/index.js'
import { loadRegistry } from '../load-registry.js'
import { createPlugin } from './create.js'
import { checkFree, namesOf, pluginKinds } from './names.js'
import { sextantSpec } from './sextant-spec.js'

const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '')

function temporary(test: { teardown(work: () => void): void }): string {
  const path = mkdtempSync(join(tmpdir(), 'sextant-create-'))
  test.teardown(() => rmSync(path, { recursive: true, force: true }))
  return path
}

t.test('a name in all its forms', async (t) => {
  t.strictSame(namesOf('@acme/sextant-plugin-page-depth'), {
    npm: '@acme/sextant-plugin-page-depth',
    folder: 'sextant-plugin-page-depth',
    plugin: 'page-depth',
    snake: 'page_depth',
    constant: 'PAGE_DEPTH',
    title: 'Page depth',
  })
  t.equal(namesOf('node-load').constant, 'PLUGIN_NODE_LOAD', 'no setting begins like a variable of Node')
  for (const name of ['', 'Depth', 'page_depth', '1st', 'a--b', 'a-', '../a', 'a/b', '@a/', '.', 'é', 'a b'])
    t.throws(() => namesOf(name), { message: /^name must be in kebab-case, such as .*, not "/ }, name)
  for (const name of ['sextant', 'sextant-plugin', 'plugin', '@acme/sextant-plugin'])
    t.throws(() => namesOf(name), { message: /^name must say more than / }, name)
  t.throws(() => namesOf('a'.repeat(41)), { message: 'name must have at most 40 characters' })
})

t.test('names that the service has', async (t) => {
  const registry = loadRegistry([...builtInStorages, ...builtInPlugins])
  const free = (name: string, kind: (typeof pluginKinds)[number]): void =>
    checkFree(namesOf(name), kind, registry)
  const taken = { message: /^name .* is taken by a built-in plugin; choose another one$/ }
  t.throws(() => free('auth', 'feature'), taken)
  t.throws(() => free('dau', 'metric'), taken)
  t.throws(() => free('sextant-duckdb', 'storage'), taken)
  t.throws(() => free('memory', 'storage'), taken)
  t.doesNotThrow(() => free('dau', 'feature'))
  for (const kind of pluginKinds) t.doesNotThrow(() => free('acme-thing', kind))
})

t.test('the package that a plugin is written with', async (t) => {
  const base = temporary(t)
  const folder = join(base, 'plugins/acme')
  const place = { cwd: join(base, 'plugins'), folder, running: { version: '1.2.3', root } }
  const spec = (from: string | null, more = {}): string => sextantSpec(from, { ...place, ...more })
  mkdirSync(place.cwd)

  t.equal(spec(null), `file:${root}`, 'a checkout')
  const installed = join(base, 'node_modules/sextant')
  t.equal(spec(null, { running: { version: '1.2.3', root: installed } }), '^1.2.3', 'an installed one')
  for (const from of [
    '1.2.3',
    '^0.1',
    'latest',
    '>=1 <3',
    'https://example.com/sextant.tgz',
    'github:acme/sextant',
  ])
    t.equal(spec(from), from)

  writeFileSync(join(base, 'sextant.tgz'), '')
  t.equal(spec('../sextant.tgz'), 'file:../../sextant.tgz', 'a relative path, from the plugin')
  t.equal(spec('file:../sextant.tgz'), 'file:../../sextant.tgz')
  t.equal(spec(join(base, 'sextant.tgz')), `file:${base}/sextant.tgz`, 'an absolute one stays')
  t.equal(spec(root), `file:${root}`)

  const checkout = join(base, 'checkout')
  mkdirSync(checkout)
  t.throws(() => spec('../checkout'), { message: `--from: ${checkout} is not the package sextant` })
  writeFileSync(join(checkout, 'package.json'), '{ "name": "sextant" }')
  t.throws(() => spec('../checkout'), {
    message: `--from: ${checkout} is not built; run "npm run build" there`,
  })
  mkdirSync(join(checkout, 'build/app/cli'), { recursive: true })
  writeFileSync(join(checkout, 'build/app/cli/main.js'), '')
  t.equal(spec('../checkout'), 'file:../../checkout')
  mkdirSync(join(place.cwd, 'latest'))
  t.equal(spec('latest'), 'latest', 'a folder does not shadow a tag')
  t.throws(() => spec('./gone'), { message: '--from: ./gone does not exist' })
  t.throws(() => spec('gone.tgz'), { message: '--from: gone.tgz does not exist' })
  t.throws(() => spec('a/b c'), { message: '--from must be a version, a folder or a tarball, not "a/b c"' })
  t.throws(() => spec(' '), { message: '--from must be a version, a folder or a tarball' })
  t.throws(() => spec('../checkout/package.json'), { message: /^--from: .* is no tarball \(\.tgz\)$/ })
})

t.test('nothing is overwritten', async (t) => {
  const cwd = temporary(t)
  const create = (name: string, from: string | null = null): string =>
    createPlugin({ names: namesOf(name), kind: 'metric', from, cwd }).folder
  mkdirSync(join(cwd, 'empty'))
  t.equal(create('empty'), join(cwd, 'empty'), 'an empty folder may exist')
  const before = readFileSync(join(cwd, 'empty/package.json'), 'utf8')
  t.throws(() => create('empty'), { message: 'folder empty is not empty; choose another name, or empty it' })
  t.equal(readFileSync(join(cwd, 'empty/package.json'), 'utf8'), before)
  writeFileSync(join(cwd, 'file'), '')
  t.throws(() => create('file'), { message: 'file is a file; choose another name' })
  t.throws(() => create('wrong', './gone.tgz'), { message: /does not exist/ })
  t.notOk(readdirSync(cwd).includes('wrong'), 'a wrong spec writes nothing')
  const linked = (from: string | null): boolean =>
    createPlugin({ names: namesOf(`acme-${number++}`), kind: 'metric', from, cwd }).isLinked
  let number = 1
  writeFileSync(join(cwd, 'sextant.tgz'), '')
  t.strictSame([null, './sextant.tgz', '^1.0.0'].map(linked), [true, false, false], 'a folder is a link')
})

/** Compiles all plugins in `cwd` as one program, which reads the declarations of the package once. Returns its output. */
function compiled(cwd: string): string {
  const modules = join(cwd, 'node_modules')
  mkdirSync(join(modules, '@types'), { recursive: true })
  symlinkSync(root, join(modules, 'sextant'))
  for (const name of ['typebox', '@types/node'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  const config = {
    extends: './new-metric/tsconfig.json',
    compilerOptions: { noEmit: true, rootDir: '.' },
    include: ['*/src'],
  }
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return spawnSync(process.execPath, [tsc, '-p', '.'], { cwd, encoding: 'utf8' }).stdout
}

t.test('each kind compiles against the built package', async (t) => {
  const cwd = temporary(t)
  for (const kind of pluginKinds) {
    const names = namesOf(`@acme/new-${kind}`)
    const { folder } = createPlugin({ names, kind, from: '^1.0.0', cwd })
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.includes('.'),
    )
    t.ok(files.includes('.gitignore') && files.includes('README.md'), files.join(' '))
    for (const path of files)
      t.notMatch(readFileSync(join(folder, path), 'utf8'), /acme[-_ ](thing|npm)/i, `${kind}/${path}`)
    const content = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    t.match(content, {
      name: `@acme/new-${kind}`,
      type: 'module',
      exports: { '.': { default: './build/index.js' } },
      peerDependencies: { sextant: /^>=/ },
      devDependencies: { sextant: '^1.0.0', typescript: /^\^/ },
    })
    t.strictSame(Object.keys(content.scripts), ['build', 'test', 'watch', 'dev', 'prepack'])
  }
  t.equal(compiled(cwd), '')
})
