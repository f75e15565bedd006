// Runs one tier of the tests: node tools/test.js [--tier=engines|exhaustive] [file or folder …]
// A folder stands for its files of the tier, a file for itself. What the files need is looked for before anything starts.
// The last line is `N passed, N failed`; the exit code is 0 only if that line was reached and nothing failed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { buildClients } from './build-clients.js'
import { chosenFiles, tiers } from './test-files.js'
import { folderInMemory } from './test-folder.js'
import { lookFor } from './test-found.js'
import { missingFor, needsOf, serversFor } from './test-needs.js'

/** The command that runs these files, with the servers they need around it. */
function commandFor(files, needs) {
  const compiled = files.map((file) => `build/${file.replace(/\.ts$/, '.js')}`)
  const runFiles = [process.execPath, 'tools/run-files.js', ...compiled]
  const servers = serversFor(needs)
  if (servers.length === 0) return runFiles
  return [process.execPath, 'build/test/support/with-engines.js', servers.join(','), ...runFiles]
}

let summary = '0 passed, 1 failed'
process.exitCode = 1
try {
  const args = process.argv.slice(2)
  const tier = args.find((arg) => arg.startsWith('--tier='))?.slice('--tier='.length) ?? 'first'
  if (!(tier in tiers)) throw new Error(`--tier must be one of ${Object.keys(tiers).join(', ')}`)
  const files = chosenFiles(
    args.filter((arg) => !arg.startsWith('--')),
    tier,
  )
  const needs = needsOf(files)
  const missing = missingFor(needs, await lookFor())
  if (missing.length > 0) throw new Error(missing.map((text) => `these tests cannot run: ${text}`).join('\n'))
  if (needs.has('clients')) buildClients()
  const [program, ...rest] = commandFor(files, needs)
  const folder = process.env.TMPDIR ?? folderInMemory()
  const env = { ...process.env, ...(folder !== null && { TMPDIR: folder }) }
  const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: child.stdout }).on('line', (text) => {
    // Printed last, after any final output of the engines.
    if (/^\d+ passed, \d+ failed$/.test(text)) summary = text
    else console.log(text)
  })
  const [exitCode] = await once(child, 'close')
  process.exitCode = exitCode === 0 && summary.endsWith(', 0 failed') ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
console.log(summary)
