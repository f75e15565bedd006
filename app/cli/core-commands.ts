import type { Registry } from '../../core/kernel/registries.js'
import { alreadyRegistered } from '../../core/kernel/registration-error.js'

/** The commands that are the program's own, which need more than a plugin has. */
export const coreCommands = [
  'start',
  'import',
  'plan',
  'routes',
  'doctor',
  'create-plugin',
  'dev',
  'help',
] as const

/** Throws a RegistrationError if a plugin declares one of them. */
export function checkCommandNames({ commands }: Pick<Registry, 'commands'>): void {
  for (const [name, { plugin }] of commands)
    if ((coreCommands as readonly string[]).includes(name))
      throw alreadyRegistered(plugin, `command ${name}`, 'core')
}
