// Runs compiled test files, four at a time, each in a process of its own: node tools/run-files.js <file …>
// Tests start engines and whole services as child processes, so their own process loads nothing but the test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sumOf, tapResult } from './tap-result.js'

const jobs = 4
const asksForMore = ['PROPERTY_RUNS', 'KILL_RUNS', 'EVERY_CASE', 'SLOW_PAGES'].some(
  (name) => process.env[name] !== undefined,
)
/**
 * A file that runs longer than this hangs: it is far longer than any file takes on a slow, busy machine.
 * Tests have no limits of their own.
 */
const minutes = asksForMore ? 600 : 45
/** tap's own limit is off. On SIGALRM tap names the running test; a file that does not end then is killed. */
const environment = { ...process.env, TAP_TIMEOUT: '0' }
const lastWords = 20_000

const waiting = process.argv.slice(2)
/** Failures in few files are reported with source lines, which costs a tenth of the run time. */
const maps = waiting.length <= 12 ? ['--enable-source-maps'] : []

/** Tests allocate many short-lived objects; a larger young generation halves the run time. */
const youngSpace = '--max-semi-space-size=64'

async function runFile(file) {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [...maps, youngSpace, '--import', './tools/plain-promises.js', file],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: environment,
    },
  )
  const late = setTimeout(() => child.kill('SIGALRM'), minutes * 60_000)
  const hung = setTimeout(() => child.kill('SIGKILL'), minutes * 60_000 + lastWords)
  const result = tapResult()
  createInterface({ input: child.stdout }).on('line', result.line)
  const [exitCode, signal] = await once(child, 'close')
  clearTimeout(late)
  clearTimeout(hung)
  const outcome = result.end(exitCode)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  tell(file, outcome, `${seconds} s${signal === null ? '' : `, ended by ${signal}`}`)
  return outcome
}

function tell(file, { passed, failed, failures, skips }, how) {
  const name = file.replace(/^build\//, '').replace(/\.js$/, '')
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed (${how})`)
  for (const text of skips) console.log(`       ${text}`)
  for (const text of failures) console.log(text)
}

const results = []
const work = async () => {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
    results.push(await runFile(file))
}
await Promise.all(Array.from({ length: jobs }, work))

const { passed, failed } = sumOf(results, process.env.TEST_NO_SKIPS === '1')
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
