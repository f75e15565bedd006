import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PluginFolder } from './plugin-folder.js'
import { ended, latestOf } from './processes.js'

export interface TestRunner {
  /** Runs all tests beside the plugin's module; a call during a run is one further run. Never rejects. */
  run(): Promise<void>
  close(): Promise<void>
}

export function createTestRunner({ folder, entry }: PluginFolder, say: (line: string) => void): TestRunner {
  let child: ChildProcess | null = null
  const run = latestOf(async () => {
    const built = dirname(entry)
    const files = readdirSync(built, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.[cm]?js$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(built, name))
    if (files.length === 0) {
      say(`no test file (*.test.js) in ${built}`)
      return
    }
    const args = ['--enable-source-maps', '--test', '--test-reporter=spec', ...files]
    child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
    await once(child, 'exit')
  })
  return {
    run: () => run(undefined),
    close: () => (child === null ? Promise.resolve() : ended(child)),
  }
}
