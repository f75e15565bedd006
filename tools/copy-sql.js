// Copies the plugins' migrations to build/, next to the code that names them: tsc compiles only TypeScript.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'

for (const plugin of readdirSync('plugins', { withFileTypes: true })) {
  const from = `plugins/${plugin.name}/migrations`
  if (!plugin.isDirectory() || !existsSync(from)) continue
  const to = `build/${from}`
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
}
