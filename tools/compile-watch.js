import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/**
 * Compiles the sources at every save (tsc --watch, which knows what is unchanged), and calls `compiled` after each time with
 * the number of errors, which are printed. `more` are options of tsc. Returns the compiler's process.
 */
export function watchCompiler(compiled, more = []) {
  const args = [
    'node_modules/typescript/bin/tsc',
    '-p',
    '.',
    '--watch',
    '--preserveWatchOutput',
    '--pretty',
    'false',
    ...more,
  ]
  const compiler = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: compiler.stdout }).on('line', (text) => {
    const found = /Found (\d+) errors?\. Watching/.exec(text)
    if (found !== null) compiled(Number(found[1]))
    else if (/error TS\d+/.test(text)) console.log(text)
  })
  return compiler
}

/** Ends a process by SIGTERM; resolves when it has ended. */
export function ended(child) {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGTERM')
  })
}

/** Runs works one after the other; of those that wait only the last is run. */
export function latestOf(work) {
  let running = null
  let again = false
  return function next() {
    if (running !== null) {
      again = true
      return running
    }
    running = (async () => {
      do {
        again = false
        await work()
      } while (again)
      running = null
    })()
    return running
  }
}
