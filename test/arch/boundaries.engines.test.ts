import t from 'tap'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './source-files.js'

/**
 * Checks the import rules of .dependency-cruiser.cjs, over the sources and over planted violations of each
 * rule.
 */
const config = join(root, '.dependency-cruiser.cjs')
const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')

interface Violation {
  readonly from: string
  readonly to: string
  readonly rule: { readonly name: string }
}

interface Cruised {
  readonly summary: { readonly violations: readonly Violation[]; readonly totalCruised: number }
}

function cruise(directory: string, folders: readonly string[]): Cruised['summary'] {
  const command = [cruiser, '--config', config, '--output-type', 'json', ...folders]
  const { stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (stdout === '') throw new Error(stderr)
  return (JSON.parse(stdout) as Cruised).summary
}

const told = ({ rule, from, to }: Violation): string => `${rule.name}: ${from} → ${to}`
const folders = ['app', 'client', 'contract', 'core', 'http', 'plugins', 'storage-adapters', 'config']

t.test('the sources keep the import rules', async (t) => {
  const { violations, totalCruised } = cruise(root, [...folders, 'test', 'bench'])
  // With a compiler version it cannot use, the tool sees no modules and finds no violations.
  t.ok(totalCruised > 100, `${totalCruised} modules are seen`)
  t.strictSame(violations.map(told), [])
})

t.test('every import rule can be broken', async (t) => {
  const { forbidden } = createRequire(import.meta.url)(config) as { forbidden: { name: string }[] }
  const { violations } = cruise(join(root, 'test/arch/planted'), folders)
  const broken = new Set(violations.map(({ rule }) => rule.name))
  t.ok(forbidden.length > 10, `${forbidden.length} rules`)
  for (const { name } of forbidden) t.ok(broken.has(name), `${name} finds its planted violation`)
})
