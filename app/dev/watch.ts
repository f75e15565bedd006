import { spawn } from 'node:child_process'
import { readdirSync, watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ended } from './processes.js'
import type { PluginFolder } from './plugin-folder.js'

export interface Watched {
  /** The sources are compiled: 0 errors, or the plugin keeps running as it was. `since`: when the change was seen (performance.now()). */
  readonly built: (errors: number, since: number) => void
  /** A line of the compiler. */
  readonly line: (text: string) => void
}

/** Watches the plugin's sources, and compiles those in TypeScript. Returns the function that ends it. */
export function watchPlugin(plugin: PluginFolder, watched: Watched): () => Promise<void> {
  const { folder, compiler } = plugin
  const isSource = compiler === null ? /\.(?:[cm]?js|json|sql)$/ : /\.sql$/
  const files = watchFiles(folder, (name) => {
    if (isSource.test(name)) watched.built(0, performance.now())
  })
  const endCompiler = compiler === null ? () => Promise.resolve() : compile(compiler, plugin, watched)
  if (compiler === null) watched.built(0, performance.now())
  return async () => {
    files.forEach((file) => file.close())
    await endCompiler()
  }
}

/** tsc --watch, which knows what is unchanged. */
function compile(compiler: string, { folder }: PluginFolder, { built, line }: Watched): () => Promise<void> {
  const options = ['--watch', '--preserveWatchOutput', '--pretty', 'false']
  const child = spawn(process.execPath, [compiler, '-p', folder, ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let since = performance.now()
  createInterface({ input: child.stdout }).on('line', (text) => {
    const found = /Found (\d+) errors?\. Watching/.exec(text)
    if (/Starting (?:incremental )?compilation/.test(text)) since = performance.now()
    else if (found !== null) built(Number(found[1]), since)
    else if (text.trim() !== '') line(text)
  })
  return () => ended(child)
}

/** Watches the folders of the plugin but those of packages and hidden ones, and the files beside them. */
function watchFiles(folder: string, changed: (name: string) => void): readonly FSWatcher[] {
  const folders = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name))
  const seen = (_: unknown, name: string | null): void => changed(name ?? '')
  return [watch(folder, seen), ...folders.map((path) => watch(path, { recursive: true }, seen))]
}
