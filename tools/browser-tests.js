// Which test files need a browser: those whose imports, followed to the end, reach the module that launches one.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export const launcher = 'test/support/chromium.ts'

const imports = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** The files among these that need a browser. Paths are sources, from the root of the project. */
export function browserTests(files) {
  const known = new Map([[launcher, true]])

  function reaches(file) {
    const found = known.get(file)
    if (found !== undefined) return found
    // A file on a circle of imports is reached by its other imports or not at all.
    known.set(file, false)
    const reached = importsOf(file).some(reaches)
    known.set(file, reached)
    return reached
  }
  return files.filter(reaches)
}

/**
 * Which of the chosen files are run, and the line that says what is left out (null: nothing). Throws where the browser is
 * required, or where nothing else was chosen.
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
