// Finds the test files that need a browser: their imports lead, directly or indirectly, to the module that
// launches one.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export const launcher = 'test/support/chromium.ts'

const imports = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** Returns the files among these that need a browser. Paths are sources, relative to the project's root. */
export function browserTests(files) {
  const known = new Map([[launcher, true]])

  function reaches(file) {
    const found = known.get(file)
    if (found !== undefined) return found
    // In a cycle of imports, a file is reached through its other imports or not at all.
    known.set(file, false)
    const reached = importsOf(file).some(reaches)
    known.set(file, reached)
    return reached
  }
  return files.filter(reaches)
}

/**
 * Returns the chosen files to run, and a line about the skipped ones (null if none is skipped). Throws if the
 * browser is required, or if nothing else was chosen.
 */
export function withoutBrowser(chosen, needing, { chromium, required, noChromium }) {
  if (chromium !== null || needing.length === 0) return { run: chosen, leftOut: null }
  const run = chosen.filter((file) => !needing.includes(file))
  if (required || run.length === 0)
    throw new Error(`${needing.length} test files need a browser: ${noChromium}`)
  return { run, leftOut: `${needing.length} test files that need a browser are left out: ${noChromium}` }
}

function importsOf(file) {
  return [...readFileSync(file, 'utf8').matchAll(imports)]
    .map(([, path]) => normalize(join(dirname(file), path.replace(/\.js$/, '.ts'))))
    .filter((path) => existsSync(path) && path.endsWith('.ts'))
}
