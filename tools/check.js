// Everything that is checked without running the service, two at a time, and then the first tier of tests: node tools/check.js
// `--no-tests` leaves out the tests and the build they run on, for a run that has both elsewhere, perhaps at the same time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'

// A copy without its history has no commits to check.
const commits = existsSync('.git') ? ['commits'] : []
const withTests = !process.argv.includes('--no-tests')
const lanes = [
  ['lint', ...commits],
  // The build checks the types of everything but the pages.
  [...(withTests ? ['build'] : []), 'format:check', 'typecheck:web', 'boundaries', 'deadcode', 'advisories'],
]

/** Runs a script of package.json and prints its output in one piece. Rejects if it fails. */
async function run(script) {
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const [exitCode] = await once(child, 'close')
  process.stdout.write(`${exitCode === 0 ? 'ok    ' : 'FAILED'} ${script}\n`)
  if (exitCode === 0) return
  process.stdout.write((await said).join(''))
  throw new Error(script)
}

const ended = await Promise.allSettled(
  lanes.map(async (lane) => {
    for (const script of lane) await run(script)
  }),
)
if (ended.some(({ status }) => status === 'rejected')) process.exitCode = 1
else if (withTests) {
  const [exitCode] = await once(spawn(process.execPath, ['tools/test.js'], { stdio: 'inherit' }), 'close')
  process.exitCode = exitCode ?? 1
}
