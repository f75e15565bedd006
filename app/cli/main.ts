#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { createPluginCommand } from './create-plugin.js'
import { devCommand } from './dev.js'
import { doctorCommand } from './doctor.js'
import { failureOf, stackOf } from './failure.js'
import { importCommand } from './import.js'
import { planCommand } from './plan.js'
import { commandContext } from './command-context.js'
import { pluginCommands } from './plugin-commands.js'
import { routesCommand } from './routes.js'
import { findPlugins, settingsLoader } from './settings.js'
import { startCommand } from './start.js'
import { note } from './terminal.js'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const program = new Command('sextant')
  .description('Self-hosted product analytics.')
  .version(version)
  .option(
    '--config <file>',
    'a JSON file of settings (also: SEXTANT_CONFIG); the environment takes precedence',
  )
  .showHelpAfterError('(see --help)')
// Before the commands, which plugins declare too.
program.parseOptions(process.argv.slice(2))
const configFile = program.opts<{ config?: string }>().config ?? null
const found = await findPlugins(configFile)
const load = settingsLoader(configFile, found)
const commands = [startCommand, importCommand, planCommand, routesCommand, doctorCommand]
for (const command of [...commands, createPluginCommand, devCommand])
  program.addCommand(command(load, found.registry).copyInheritedSettings(program))
for (const command of pluginCommands(found.registry, () => commandContext(load)))
  program.addCommand(command.copyInheritedSettings(program))
// It could be a command of a plugin that is missing.
const { error: broken } = found
if (broken !== null)
  program.on('command:*', () => {
    throw broken instanceof Error ? broken : new Error(String(broken))
  })

// The reader of our output (head, less) may close it early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

try {
  await program.parseAsync()
} catch (error) {
  const { lines, code } = failureOf(error)
  lines.forEach(note)
  if (code !== 2 && load.wantsStacks()) note(stackOf(error))
  process.exitCode = code
}
// Node 22 buffers what the reader of a socket has not taken yet, and loses it at the exit.
await Promise.all(
  [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))),
)
process.exit()
