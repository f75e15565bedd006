import { writeFileSync } from 'node:fs'
import { routeTable } from '../../../http/route-table.js'
import type { RouteExample } from '../../../contract/index.js'
import type { Registry } from '../../../core/kernel/registries.js'
import type { Played } from './play.js'

/** Writes the examples of each plugin to its folder, and those of the core. Format the files afterwards. */
export function writeExamples(registry: Registry, played: readonly Played[]): void {
  const owners = new Map(
    routeTable(registry).map(({ plugin, definition: { method, path } }) => [`${method} ${path}`, plugin]),
  )
  const files = new Map<string, Record<string, RouteExample>>()
  for (const { step, example } of played) {
    const owner = owners.get(step.route) ?? 'core'
    files.set(owner, { ...files.get(owner), [step.route]: example })
  }
  for (const [owner, examples] of files) writeFileSync(...fileOf(owner, examples))
}

function fileOf(owner: string, examples: object): readonly [string, string] {
  const inCore = owner === 'core'
  const contract = inCore ? '../contract/index.js' : '../../contract/index.js'
  const text = `import type { RouteExamples } from '${contract}'

/** Examples of this ${inCore ? 'service’s own routes' : 'plugin’s routes'}, written by test/http/examples. */
export const ${inCore ? 'coreExamples' : 'examples'}: RouteExamples = ${JSON.stringify(examples)}
`
  return [inCore ? 'http/core-examples.ts' : `plugins/${owner}/examples.ts`, text]
}
