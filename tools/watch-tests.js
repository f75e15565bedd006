// Runs tests at every save: node tools/watch-tests.js <file or folder …>; ends with Ctrl-C. Files of the first tier, as with
// tools/test.js. The servers that they need, if any, are started once and kept. A saved file is translated at once and by
// itself; the compiler looks at the types of all files while the tests run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, watch as watchFolder, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import ts from 'typescript'
import { ended, latestOf, watchCompiler } from './compile-watch.js'
import { chosenFiles } from './test-files.js'
import { lookFor } from './test-found.js'
import { missingFor, needsOf, serversFor } from './test-needs.js'

const names = process.argv.slice(2)
/** Set for the run inside of test/support/with-engines.ts. */
const inside = process.env.WATCH_TESTS === 'inside'

async function start() {
  if (names.length === 0) throw new Error('name a file or folder: npm run test:watch -- plugins/funnel')
  const needs = needsOf(chosenFiles(names, 'first'))
  const [missing] = missingFor(needs, await lookFor())
  if (missing !== undefined) throw new Error(`these tests cannot run: ${missing}`)
  const servers = serversFor(needs)
  if (servers.length === 0 || inside) return watch()
  const args = [
    'build/test/support/with-engines.js',
    servers.join(','),
    process.execPath,
    'tools/watch-tests.js',
    ...names,
  ]
  const child = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, WATCH_TESTS: 'inside' },
  })
  // Ctrl-C reaches the child too; its servers are stopped before it ends.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [exitCode] = await once(child, 'exit')
  process.exitCode = exitCode ?? 1
}

const roots = ['app', 'client', 'config', 'contract', 'core', 'http', 'plugins', 'storage-adapters', 'test']
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile('tsconfig.json', ts.sys.readFile).config,
  ts.sys,
  '.',
)
/** A file by itself is not known to be a module by its package.json. */
const compilerOptions = { ...options, module: ts.ModuleKind.ESNext }

/** Writes the program of one source to build/ (every file is a module of its own: isolatedModules); false if it has gone. */
function translate(file) {
  if (!existsSync(file)) return false
  const target = `build/${file.replace(/\.ts$/, '.js')}`
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions,
    fileName: file,
  })
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, outputText)
  return true
}

function watch() {
  let tests = null
  let saved = performance.now()
  const run = latestOf(async () => {
    const files = chosenFiles(names, 'first').map((file) => `build/${file.replace(/\.ts$/, '.js')}`)
    tests = spawn(process.execPath, ['tools/run-files.js', ...files], { stdio: 'inherit' })
    await once(tests, 'exit')
    console.log(
      `${((performance.now() - saved) / 1000).toFixed(1)} s after the save; waiting for the next one`,
    )
  })
  const changed = (file) => {
    const before = performance.now()
    if (!file.endsWith('.ts') || file.endsWith('.d.ts') || !translate(file)) return
    saved = before
    // A run over what has changed meanwhile says nothing any more.
    tests?.kill('SIGTERM')
    run()
  }
  const watchers = roots.map((root) =>
    watchFolder(root, { recursive: true }, (_, name) => name !== null && changed(`${root}/${name}`)),
  )
  const compiler = watchCompiler(
    (errors) => console.log(errors === 0 ? 'types are right' : `${errors} errors of types`),
    ['--noEmit'],
  )
  run()
  const stop = async () => {
    for (const one of watchers) one.close()
    await Promise.all([ended(compiler), ended(tests)])
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

try {
  await start()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
