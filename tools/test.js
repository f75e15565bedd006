// Runs tests against engines that are started once for all of them: node tools/test.js [file or folder …]
// The last line is `N passed, N failed`. The exit code is 0 only if that line was reached and nothing failed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { findChromium, noChromium } from '../build/test/support/find-chromium.js'
import { browserTests, withoutBrowser } from './browser-tests.js'
import { chosenFiles } from './test-files.js'

let summary = '0 passed, 1 failed'
process.exitCode = 1
try {
  const chosen = chosenFiles(process.argv.slice(2))
  const { run, leftOut } = withoutBrowser(chosen, browserTests(chosen), {
    chromium: findChromium(),
    required: process.env.TEST_NO_SKIPS === '1' || process.env.CHROMIUM !== undefined,
    noChromium,
  })
  if (leftOut !== null) console.log(leftOut)
  const files = run.map((file) => `build/${file.replace(/\.ts$/, '.js')}`)
  const command = ['build/test/support/with-engines.js', process.execPath, 'tools/run-files.js', ...files]
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: child.stdout }).on('line', (text) => {
    // Printed last, after any final output of the engines.
    if (/^\d+ passed, \d+ failed$/.test(text)) summary = text
    else console.log(text)
  })
  const [exitCode] = await once(child, 'close')
  process.exitCode = exitCode === 0 && summary.endsWith(', 0 failed') ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
console.log(summary)
