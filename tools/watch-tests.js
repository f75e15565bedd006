// Runs tests at every save: node tools/watch-tests.js <file or folder …>; ends with Ctrl-C. Files of the first tier, as with
// tools/test.js. The servers that they need, if any, are started once and kept.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

function watch() {
  let tests = null
  let saved = performance.now()
  const run = latestOf(async () => {
    const files = chosenFiles(names, 'first').map((file) => `build/${file.replace(/\.ts$/, '.js')}`)
    tests = spawn(process.execPath, ['tools/run-files.js', ...files], { stdio: 'inherit' })
    await once(tests, 'exit')
    console.log(
      `${((performance.now() - saved) / 1000).toFixed(1)} s after the compiler; waiting for the next save`,
    )
  })
  const compiler = watchCompiler((errors) => {
    saved = performance.now()
    if (errors > 0) return console.log(`${errors} errors; the tests wait`)
    // A run over what has changed meanwhile says nothing any more.
    tests?.kill('SIGTERM')
    run()
  })
  const stop = async () => {
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
