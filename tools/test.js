// Runs the compiled tests against engines that are started once for all of them: node tools/test.js [file or folder …]
// The last line is `N passed, N failed`, counted from tap's output; the exit code is 0 only if nothing failed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { tapResult } from './tap-result.js'
import { chosenFiles } from './test-files.js'

const tap = 'node_modules/tap/dist/esm/run.mjs'
const builtPlugins = 'node_modules/@tapjs/test/test-built/dist/esm/index.js'

/** The first run after an installation would fail: tap has to be built without its TypeScript plugin (.taprc) first. */
function buildTap() {
  const built = existsSync(builtPlugins) ? readFileSync(builtPlugins, 'utf8') : '@tapjs/typescript'
  if (!built.includes('@tapjs/typescript')) return
  const { status, stdout, stderr } = spawnSync(process.execPath, [tap, 'build'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`tap build failed\n${stdout}${stderr}`)
}

async function run(files) {
  buildTap()
  const result = tapResult(files, (text) => console.log(text))
  const command = ['build/test/support/with-engines.js', process.execPath, tap, '--reporter=tap', ...files]
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: child.stdout }).on('line', result.line)
  const [exitCode] = await once(child, 'close')
  return result.end(exitCode)
}

let result = { passed: 0, failed: 1 }
try {
  const files = chosenFiles(process.argv.slice(2)).map((file) => `build/${file.replace(/\.ts$/, '.js')}`)
  result = await run(files)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
console.log(`${result.passed} passed, ${result.failed} failed`)
process.exitCode = result.failed === 0 && result.passed > 0 ? 0 : 1
