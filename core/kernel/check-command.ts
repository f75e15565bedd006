import type { CommandDefinition, CommandGroup } from '../../contract/index.js'
import { RegistrationError } from './registration-error.js'

const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
/** Options of every command. */
const common = ['config', 'help', 'version']

export const isGroup = (command: CommandDefinition | CommandGroup): command is CommandGroup =>
  'commands' in command

export function checkCommand(plugin: string, command: CommandDefinition | CommandGroup): void {
  if (!isGroup(command)) {
    checkOne(plugin, command.name, command)
    return
  }
  checkNames(plugin, command.name, [command.name, ...(command.aliases ?? [])])
  const names = command.commands.map(({ name }) => name)
  if (names.length === 0) reject(plugin, command.name, 'it must have commands')
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) reject(plugin, command.name, `it has two commands ${twice}`)
  for (const one of command.commands) checkOne(plugin, `${command.name} ${one.name}`, one)
}

function checkOne(plugin: string, name: string, command: CommandDefinition): void {
  checkNames(plugin, name, [command.name])
  // Plugins written in JavaScript have no compiler to report these.
  if (typeof command.run !== 'function') reject(plugin, name, 'run() is required')
  if (typeof command.summary !== 'string' || command.summary === '')
    reject(plugin, name, 'summary is required')
  const { names, required } = propertiesOf(command.arguments)
  const options = propertiesOf(command.options).names
  for (const own of [...names, ...options])
    if (!snakeCase.test(own) || common.includes(own))
      reject(plugin, name, `its parameter ${own} must be snake_case, and none of ${common.join(', ')}`)
  const both = names.find((own) => options.includes(own))
  if (both !== undefined) reject(plugin, name, `${both} is an argument and an option`)
  const late = names.findIndex(
    (own, index) => index > 0 && required.includes(own) && !required.includes(names[index - 1] ?? ''),
  )
  if (late !== -1)
    reject(plugin, name, `its argument ${names[late] ?? ''} is required and follows an optional one`)
}

function checkNames(plugin: string, subject: string, names: readonly unknown[]): void {
  for (const name of names)
    if (typeof name !== 'string' || !kebabCase.test(name))
      reject(plugin, subject, 'its name must be kebab-case')
}

function propertiesOf(schema: unknown): {
  readonly names: readonly string[]
  readonly required: readonly string[]
} {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    readonly properties?: object
    readonly required?: readonly string[]
  }
  return { names: Object.keys(properties), required }
}

function reject(plugin: string, name: string, problem: string): never {
  throw new RegistrationError(plugin, `command ${name}`, problem)
}
