import { readdirSync } from 'node:fs'

const roots = ['test', 'app', 'core', 'plugins', 'storage-adapters', 'config']

/**
 * The longest tests, which mostly wait: they start first, so that others run beside them and none is left
 * alone at the end.
 */
const first = ['storage-adapters/postgres/sandbox/attacks.test.ts', 'app/cli/cli.test.ts']

/**
 * Returns every test file of the sources, the long ones first. It never searches build/, which may still have
 * deleted ones.
 */
export function testFiles() {
  const found = roots.flatMap((root) =>
    filesBelow(root)
      .filter((file) => file.endsWith('.test.ts'))
      .sort(),
  )
  return [...found.filter((file) => first.includes(file)), ...found.filter((file) => !first.includes(file))]
}

function filesBelow(folder) {
  // Violations planted for the architecture tests are not tests.
  if (folder === 'test/arch/planted') return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

/**
 * Returns the tests named by the arguments: files or folders, as sources or compiled. No argument means all.
 */
export function chosenFiles(names, files = testFiles()) {
  if (names.length === 0) return files
  const wanted = names.map((name) =>
    name
      .replace(/^(\.\/)?(build\/)?/, '')
      .replace(/\.js$/, '.ts')
      .replace(/\/$/, ''),
  )
  for (const name of wanted)
    if (!files.some((file) => matches(file, name))) throw new Error(`no test file at ${name}`)
  return files.filter((file) => wanted.some((name) => matches(file, name)))
}

const matches = (file, name) => file === name || file.startsWith(`${name}/`)
