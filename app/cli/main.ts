#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { demoCommand } from './demo.js'
import { doctorCommand } from './doctor.js'
import { failureOf, stackOf } from './failure.js'
import { importCommand } from './import.js'
import { planCommand } from './plan.js'
import { viewsCommand } from './views.js'
import { routesCommand } from './routes.js'
import { findPlugins, settingsLoader } from './settings.js'
import { startCommand } from './start.js'
import { note } from './terminal.js'
import { userCommand } from './user.js'

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
const load = settingsLoader(configFile, await findPlugins(configFile))
for (const command of [
  startCommand,
  demoCommand,
  importCommand,
  planCommand,
  viewsCommand,
  routesCommand,
  userCommand,
  doctorCommand,
])
  program.addCommand(command(load).copyInheritedSettings(program))

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
process.exit()
