// Runs compiled test files with node:test, four at a time, each in a process of its own: node tools/run-files.js <file …>
// Each file prints TAP; what is counted is its assertions, not its files. The last line is `N passed, N failed`.
import { resolve } from 'node:path'
import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sumOf, tapResult } from './tap-result.js'

const jobs = 4
const asksForMore = ['PROPERTY_RUNS', 'KILL_RUNS', 'SLOW_PAGES'].some(
  (name) => process.env[name] !== undefined,
)
/** Seconds after which a file counts as hung: twice what the longest takes on a busy machine. Tests have no limits of their own. */
const limit = Number(process.env.TEST_FILE_LIMIT ?? (asksForMore ? 36_000 : 900))
/** On SIGALRM tap names the test that was running; a file that has not ended so many seconds later is killed. */
const grace = Math.min(20, limit)

const waiting = process.argv.slice(2)
/** Stack traces of few files show the lines of the sources; with all files that would take a tenth of the time. */
const maps = waiting.length <= 12 ? ['--enable-source-maps'] : []
/** Tests make much garbage; a larger young generation halves their time. */
const options = [
  ...maps,
  '--max-semi-space-size=64',
  `--import ${pathToFileURL(resolve('tools/test-preload.js'))}`,
]

// Children inherit the environment: run() of Node 20 cannot pass options to them. test-preload.js takes them out again.
const outer = process.env.NODE_OPTIONS
if (outer !== undefined) process.env.OUTER_NODE_OPTIONS = outer
process.env.NODE_OPTIONS = [outer ?? '', ...options].join(' ').trim()
process.env.TAP_TIMEOUT = '0'

/** Ends the process of a hung file: first in words, then at once. Returns what calls this off. */
function endAfterLimit(pid) {
  const late = setTimeout(() => process.kill(pid, 'SIGALRM'), limit * 1000)
  const hung = setTimeout(() => process.kill(pid, 'SIGKILL'), (limit + grace) * 1000)
  return () => {
    clearTimeout(late)
    clearTimeout(hung)
  }
}

/** Hands on whole lines of text that comes in pieces. */
function inLines(handle) {
  let rest = ''
  return {
    add(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop()
      lines.forEach(handle)
    },
    end: () => handle(rest),
  }
}

async function runFile(file) {
  const started = performance.now()
  const result = tapResult()
  let callOff = () => undefined
  let outcome = { exitCode: null, signal: null }
  const lines = inLines((text) => {
    const pid = /^# pid (\d+)$/.exec(text)
    if (pid === null) result.line(text)
    else callOff = endAfterLimit(Number(pid[1]))
  })
  // The limit of run() itself is for a process that did not even come to its first line.
  const events = run({ files: [resolve(file)], concurrency: 1, timeout: (limit + 2 * grace) * 1000 })
  events.on('test:stdout', ({ message }) => lines.add(message))
  events.on('test:stderr', ({ message }) => process.stderr.write(message))
  events.on('test:pass', () => (outcome = { exitCode: 0, signal: null }))
  events.on('test:fail', ({ details: { error } }) => {
    outcome = { exitCode: error.exitCode ?? null, signal: error.signal ?? null }
  })
  await events.resume().toArray()
  callOff()
  lines.end()
  const counts = result.end(outcome.exitCode)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  tell(file, counts, `${seconds} s${outcome.signal === null ? '' : `, ended by ${outcome.signal}`}`)
  return counts
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
