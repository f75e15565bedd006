import type { Command } from 'commander'
import type { CommandContext } from '../../contract/index.js'
import { createPluginCommand } from './create-plugin.js'
import { devCommand } from './dev.js'
import { doctorCommand } from './doctor.js'
import { failureOf, stackOf } from './failure.js'
import { importCommand } from './import.js'
import { planCommand } from './plan.js'
import { pluginCommands } from './plugin-commands.js'
import { routesCommand } from './routes.js'
import { findPlugins, settingsLoader } from './settings.js'
import { startCommand } from './start.js'
import { note } from './terminal.js'

/**
 * Adds the commands of the program and of the plugins, and runs the one of the command line. Failures are printed and set the
 * exit code. What a command runs is imported by its action: the names of all commands need no service and no storage.
 */
export async function runCommand(program: Command, configFile: string | null): Promise<void> {
  const found = await findPlugins(configFile)
  const load = settingsLoader(configFile, found)
  const commands = [startCommand, importCommand, planCommand, routesCommand, doctorCommand]
  for (const command of [...commands, createPluginCommand, devCommand])
    program.addCommand(command(load, found.registry).copyInheritedSettings(program))
  const context = async (): Promise<CommandContext> =>
    (await import('./command-context.js')).commandContext(load)
  for (const command of pluginCommands(found.registry, context))
    program.addCommand(command.copyInheritedSettings(program))
  // It could be a command of a plugin that is missing.
  const { error: broken } = found
  if (broken !== null)
    program.on('command:*', () => {
      throw broken
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
}
