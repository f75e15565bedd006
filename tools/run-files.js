// Runs compiled test files with node:test, four processes at a time or TEST_JOBS: node tools/run-files.js <file …>
// Long files have a process of their own, the many short ones share some (tools/batches.js). Each file prints TAP; what is
// counted is its assertions, not its files. The last line is `N passed, N failed`.
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { batchesOf, fewFiles, programFor } from './batches.js'
import { runProcess } from './run-process.js'
import { sumOf, tapResult } from './tap-result.js'

const jobs = Number(process.env.TEST_JOBS ?? 4)
const files = process.argv.slice(2)
const waiting = batchesOf(files, jobs)
/** Stack traces of few files show the lines of the sources; with all files that would take a tenth of the time. */
const maps = files.length <= fewFiles ? ['--enable-source-maps'] : []
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

const results = []

function tell(file, counts, started, signal = null) {
  const { passed, failed, failures, skips } = counts
  const name = file.replace(/^build\//, '').replace(/\.js$/, '')
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const how = `${seconds} s${signal === null ? '' : `, ended by ${signal}`}`
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed (${how})`)
  for (const text of skips) console.log(`       ${text}`)
  for (const text of failures) console.log(text)
  results.push(counts)
}

async function runAlone(file) {
  const started = performance.now()
  const result = tapResult()
  const { exitCode, signal } = await runProcess(file, 1, result.line)
  tell(file, result.end(exitCode), started, signal)
}

/** Runs files in one process. A file that ends the process has failed; those after it run in another one. */
async function runShared(batch) {
  const program = programFor(batch)
  const ended = []
  let file = null
  let result = null
  let started = performance.now()
  let changed = []
  const outcome = await runProcess(program, batch.length, (text) => {
    const said = /^# file (changed )?(.*)$/.exec(text)
    if (said === null) {
      // The file's own lines are indented, its counts are not.
      if (/^( {4}|# \{ total: )/.test(text)) result?.line(text.replace(/^ {4}/, ''))
    } else if (said[1] !== undefined) changed.push(said[2])
    else if (said[2] === 'ended') {
      const counts = result.end(0)
      counts.failed += changed.length
      for (const what of changed)
        counts.failures.push(`not ok - ${file} changed ${what} and did not set it back`)
      tell(file, counts, started)
      ended.push({ file, counts })
      file = null
    } else {
      file = said[2]
      result = tapResult()
      started = performance.now()
      changed = []
    }
  })
  rmSync(program)
  const left = batch.slice(ended.length)
  const clean =
    outcome.exitCode === 0 || (outcome.exitCode === 1 && ended.some(({ counts }) => counts.failed > 0))
  if (left.length === 0 && clean) return
  // Who ended the process is the file that was running, or else the last one.
  const last = left.shift() ?? batch.at(-1)
  const counts = (file === null ? tapResult() : result).end(null)
  const before = ended.map((one) => one.file).join(', ')
  counts.failures.push(
    `not ok - the process ended early (exit code ${outcome.exitCode}); files before in it: ${before || 'none'}`,
  )
  tell(last, { ...counts, passed: 0, failed: Math.max(1, counts.failed) }, started, outcome.signal)
  if (left.length > 0) await runShared(left)
}

const work = async () => {
  for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift())
    await (batch.length === 1 ? runAlone(batch[0]) : runShared(batch))
}
await Promise.all(Array.from({ length: jobs }, work))

const { passed, failed } = sumOf(results, process.env.TEST_NO_SKIPS === '1')
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
