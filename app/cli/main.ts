#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { Command } from 'commander'

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
// Before the commands, which plugins declare too. It answers --version, which needs none of them.
program.parseOptions(process.argv.slice(2))
const { runCommand } = await import('./run-command.js')
await runCommand(program, program.opts<{ config?: string }>().config ?? null)
process.exit()
