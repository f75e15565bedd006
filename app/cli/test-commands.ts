// Runs several commands of the command line in one process, one after another: a test pays the start of a process once.
// Reads their arguments as JSON from standard input, and writes what each printed.
import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { runCommand } from './run-command.js'
import type { Ended } from './test-cli.js'

const commands = JSON.parse(await text(process.stdin)) as readonly (readonly string[])[]
const [program = '', script = ''] = process.argv
process.stdout.setMaxListeners(commands.length + 10)
const write = process.stdout.write.bind(process.stdout)
const results: Ended[] = []
for (const args of commands) {
  const said = { out: '', err: '' }
  for (const [stream, of] of [
    [process.stdout, 'out'],
    [process.stderr, 'err'],
  ] as const)
    stream.write = (part: string | Uint8Array, ended?: unknown): boolean => {
      said[of] += String(part)
      if (typeof ended === 'function') ended()
      return true
    }
  process.argv = [program, script, ...args]
  process.exitCode = 0
  await runCommand(new Command('sextant'), null)
  results.push({ code: process.exitCode, ...said })
}
process.exitCode = 0
write(JSON.stringify(results), () => process.exit())
