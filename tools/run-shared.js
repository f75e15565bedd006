// The inside of a process that several test files share: imports one after another, each as a subtest of its own. Loading
// the modules of a service takes over a second of processor time; files that share a process load them once.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'

/** What a file must leave as it found it. One that cannot gets a process of its own (tools/batches.js). */
const shared = {
  // Playwright's copy of zod defines two when it is loaded.
  'the names in globalThis': () =>
    Object.getOwnPropertyNames(globalThis)
      .filter((name) => !name.startsWith('__zod_'))
      .join(),
  'the environment': () => JSON.stringify(process.env),
  'the working directory': () => process.cwd(),
  'the exit code': () => process.exitCode,
  'Date.now': () => Date.now,
  'Math.random': () => Math.random,
  fetch: () => globalThis.fetch,
}

/**
 * Prints `# file <path>` before the TAP of a file, which is indented by four spaces, then `# file changed <what>` for each
 * thing that it did not set back, its counts, and `# file ended`.
 */
export async function runShared(files) {
  const { test, comment, on } = t
  let current
  let isLate = false
  on('timeout', () => (isLate = true))
  // The root test, which every file imports, stands for the subtest of the file that is running.
  const get = (_, name) => {
    const value = current[name]
    return typeof value === 'function' ? value.bind(current) : value
  }
  Object.setPrototypeOf(t, new Proxy({}, { get }))
  for (const file of files) {
    comment(`file ${file}`)
    const before = Object.entries(shared).map(([what, read]) => ({ what, read, value: read() }))
    await test(file, async (own) => {
      current = own
      await import(pathToFileURL(resolve(file)).href)
    })
    // The file hung: the process is about to be ended, and is not fit for another one.
    if (isLate) return
    for (const { what, read, value } of before) if (read() !== value) comment(`file changed ${what}`)
    comment(current.counts.toJSON())
    comment('file ended')
  }
}
