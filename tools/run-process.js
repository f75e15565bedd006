// One process of test files, run by node:test, with a limit of time for each file in it.
import { resolve } from 'node:path'
import { run } from 'node:test'

const asksForMore = ['PROPERTY_RUNS', 'KILL_RUNS', 'SLOW_PAGES'].some(
  (name) => process.env[name] !== undefined,
)
/** Seconds after which a file counts as hung: twice what the longest takes on a busy machine. Tests have no limits of their own. */
const limit = Number(process.env.TEST_FILE_LIMIT ?? (asksForMore ? 36_000 : 900))
/** On SIGALRM tap names the test that was running; a file that has not ended so many seconds later is killed. */
const grace = Math.min(20, limit)

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

/** Hands on each line that the program prints. Resolves to its `exitCode` and `signal`, null where it has none. */
export async function runProcess(program, files, onLine) {
  let outcome = { exitCode: null, signal: null }
  let pid = null
  let callOff = () => undefined
  const lines = inLines((text) => {
    const started = /^# pid (\d+)$/.exec(text)
    if (started !== null) pid = Number(started[1])
    if (started !== null || text.startsWith('# file ')) {
      callOff()
      callOff = endAfterLimit(pid)
    }
    if (started === null) onLine(text)
  })
  // The limit of run() itself is for a process that did not even come to its first line.
  const timeout = (limit * files + 2 * grace) * 1000
  const events = run({ files: [resolve(program)], concurrency: 1, timeout })
  events.on('test:stdout', ({ message }) => lines.add(message))
  events.on('test:stderr', ({ message }) => process.stderr.write(message))
  events.on('test:pass', () => (outcome = { exitCode: 0, signal: null }))
  events.on('test:fail', ({ details: { error } }) => {
    outcome = { exitCode: error.exitCode ?? null, signal: error.signal ?? null }
  })
  await events.resume().toArray()
  callOff()
  lines.end()
  return outcome
}
