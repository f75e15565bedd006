import { readdirSync } from 'node:fs'

const roots = ['test', 'app', 'client', 'contract', 'core', 'http', 'plugins', 'storage-adapters', 'config']

/** The tiers of tests, and how the names of their files end. */
export const tiers = { first: '.test.ts', engines: '.engines.test.ts', exhaustive: '.exhaustive.test.ts' }

/** How the tests of a tier are started. */
export const commands = {
  first: 'npm test',
  engines: 'npm run test:engines',
  exhaustive: 'npm run test:exhaustive',
}

/** The longest files start first: the others run beside them, and no long one is left alone at the end. */
export const longest = [
  'test/fault/funnels.exhaustive.test.ts',
  'storage-adapters/clickhouse/sandbox/endings.exhaustive.test.ts',
  'test/http/bad-input.exhaustive.test.ts',
  'test/http/bad-bodies.exhaustive.test.ts',
  'test/http/ingest-visible.engines.test.ts',
  'storage-adapters/postgres/sandbox/endings.engines.test.ts',
  'test/third-party/create-plugin.exhaustive.test.ts',
  'test/http/role-matrix.exhaustive.test.ts',
  'test/third-party/package.exhaustive.test.ts',
  'test/explorer/views.exhaustive.test.ts',
  'test/explorer/tasks.exhaustive.test.ts',
  'test/cluster/conformance.exhaustive.test.ts',
  'test/http/announced-bodies.exhaustive.test.ts',
  'storage-adapters/postgres/sandbox/attacks.engines.test.ts',
  'app/cli/cli.engines.test.ts',
  'test/conformance/clickhouse-embedded.test.ts',
  'test/conformance/postgres-embedded.test.ts',
  'test/conformance/duckdb.test.ts',
]

/** Every test file of the sources (not of build/, where deleted ones may still lie), the longest first. */
export function testFiles() {
  const found = roots.flatMap((root) =>
    filesBelow(root)
      .filter((file) => file.endsWith('.test.ts'))
      .sort(),
  )
  const place = (file) => (longest.includes(file) ? longest.indexOf(file) : longest.length)
  return found.sort((a, b) => place(a) - place(b))
}

function filesBelow(folder) {
  // Violations planted for the architecture tests are not tests.
  if (folder === 'test/arch/planted' || folder.endsWith('/node_modules')) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

/** `plugins/funnel/laws.engines.test.ts`: `engines`. */
export const tierOf = (file) => /\.(engines|exhaustive)\.test\.ts$/.exec(file)?.[1] ?? 'first'

/**
 * The tests of a tier at these names: files or folders, as sources or as compiled. No name stands for all of the tier.
 * A name that is a file's own chooses it in any tier. Throws if a name chooses nothing, and says which tier has tests there.
 */
export function chosenFiles(names, tier, files = testFiles()) {
  const ofTier = files.filter((file) => tierOf(file) === tier)
  if (names.length === 0) return ofTier
  const wanted = names.map((name) =>
    name
      .replace(/^(\.\/)?(build\/)?/, '')
      .replace(/\.js$/, '.ts')
      .replace(/\/$/, ''),
  )
  for (const name of wanted) {
    if (files.includes(name) || ofTier.some((file) => file.startsWith(`${name}/`))) continue
    const elsewhere = files.find((file) => file.startsWith(`${name}/`))
    if (elsewhere === undefined) throw new Error(`no test file at ${name}`)
    throw new Error(`no test file of this tier at ${name}; use ${commands[tierOf(elsewhere)]} -- ${name}`)
  }
  const chosen = files.filter((file) => wanted.includes(file))
  return [
    ...chosen,
    ...ofTier.filter((file) => !chosen.includes(file) && wanted.some((name) => file.startsWith(`${name}/`))),
  ]
}
