import { readdirSync } from 'node:fs'

const roots = ['test', 'app', 'core', 'plugins', 'storage-adapters', 'config']

/** The longest, which mostly wait: others run beside them, and none of them is left alone at the end. */
const first = ['storage-adapters/postgres/sandbox/attacks.test.ts', 'app/cli/cli.test.ts']

/** Every test file of the sources (never of build/, where deleted ones may still lie), the long ones first. */
export function testFiles() {
  const found = roots.flatMap((root) =>
    filesBelow(root)
      .filter((file) => file.endsWith('.test.ts'))
      .sort(),
  )
  return [...found.filter((file) => first.includes(file)), ...found.filter((file) => !first.includes(file))]
}

function filesBelow(folder) {
  // Violations that the tests of the architecture plant are no tests.
  if (folder === 'test/arch/planted') return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

/** The tests that the arguments name: files or folders, as sources or as compiled. None: all. */
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
