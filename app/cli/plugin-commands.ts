import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { Ajv, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { explainSchema } from '../../config/explain-schema.js'
import {
  CommandError,
  ServiceError,
  type CommandDefinition,
  type CommandContext,
  type CommandGroup,
} from '../../contract/index.js'
import { isGroup } from '../../core/kernel/check-command.js'
import type { Registered, Registry } from '../../core/kernel/registries.js'
import { EngineError } from '../../storage-adapters/embedded/engine.js'
import { SettingsError } from '../../config/settings-error.js'
import { StartError, wordsOf } from '../start-error.js'

/** Returns the commands of plugins for the command line. `context` is called when one runs. */
export function pluginCommands(
  { commands }: Pick<Registry, 'commands'>,
  context: () => Promise<CommandContext>,
): readonly Command[] {
  // An alias has an entry of its own.
  return [...new Set(commands.values())].map((entry) => commandOf(entry, context))
}

type Entry = Registered<CommandDefinition | CommandGroup>

function commandOf({ plugin, definition }: Entry, context: () => Promise<CommandContext>): Command {
  if (!isGroup(definition)) return leafOf(plugin, definition, definition.name, context)
  const { name, aliases = [], summary, commands } = definition
  const group = new Command(name).aliases([...aliases]).summary(summary)
  for (const one of commands) group.addCommand(leafOf(plugin, one, `${name} ${one.name}`, context))
  return group
}

function leafOf(
  plugin: string,
  definition: CommandDefinition,
  fullName: string,
  context: () => Promise<CommandContext>,
): Command {
  const { name, summary, description = summary } = definition
  const command = new Command(name).summary(summary).description(description)
  const positional = propertiesOf(definition.arguments)
  for (const property of positional) command.addArgument(argumentOf(property))
  for (const property of propertiesOf(definition.options)) command.addOption(optionOf(property))
  return command.action(async (...given: unknown[]) => {
    const values = positional.map(({ name }, index) => [name, given[index]] as const)
    const input = {
      ...snakeKeys(command.opts()),
      ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
    }
    try {
      await definition.run(await context(), input)
    } catch (error) {
      throw isForOperator(error)
        ? error
        : new Error(`plugin ${plugin}: command ${fullName}: ${wordsOf(error)}`, { cause: error })
    }
  })
}

/** Other errors are faults of a plugin, whose name helps the operator more than their message. */
const isForOperator = (error: unknown): boolean =>
  [CommandError, ServiceError, StartError, SettingsError, EngineError].some((known) => error instanceof known)

interface Shape {
  readonly type?: unknown
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: TSchema
  readonly hidden?: boolean
}

interface Property {
  readonly name: string
  readonly schema: TSchema
  readonly shape: Shape
  readonly required: boolean
}

function propertiesOf(schema: TSchema | undefined): readonly Property[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    readonly properties?: Readonly<Record<string, TSchema>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, own]) => ({
    name,
    schema: own,
    shape: own,
    required: required.includes(name),
  }))
}

function argumentOf(property: Property): Argument {
  const { name, shape, required } = property
  const placeholder = `${shape.title ?? dashed(name)}${shape.type === 'array' ? '...' : ''}`
  const argument = new Argument(required ? `<${placeholder}>` : `[${placeholder}]`, shape.description)
  if (shape.default !== undefined) argument.default(shape.default)
  const choices = choicesOf(shape)
  return choices === null ? argument.argParser(parserOf(property)) : argument.choices(choices)
}

function optionOf(property: Property): Option {
  const { name, shape, required } = property
  const flag = `--${dashed(name)}`
  if (shape.type === 'boolean') return new Option(flag, shape.description).hideHelp(shape.hidden === true)
  const option = new Option(`${flag} <${shape.title ?? dashed(name)}>`, shape.description)
  option.hideHelp(shape.hidden === true)
  if (shape.default !== undefined) option.default(shape.default)
  const choices = choicesOf(shape)
  if (choices === null) option.argParser(parserOf(property))
  else option.choices(choices)
  return option.makeOptionMandatory(required && shape.default === undefined)
}

const choicesOf = ({ enum: values }: Shape): readonly string[] | null => values?.map(String) ?? null

const ajv = new Ajv({ strict: false, coerceTypes: true })

/** Returns the function that reads a text as the schema says; each text of an array adds one item. */
function parserOf({ schema, shape }: Property): (text: string, earlier: unknown) => unknown {
  const isList = shape.type === 'array'
  const own = isList ? (shape.items ?? {}) : schema
  // Compiled at the first text: help and other commands need none.
  let isValid: ValidateFunction | null = null
  return (text, earlier) => {
    isValid ??= ajv.compile({ type: 'object', properties: { value: own } })
    const holder: { value: unknown } = { value: text }
    if (!isValid(holder)) throw new InvalidArgumentError(explainSchema(own))
    return isList
      ? [
          ...(Array.isArray(earlier) && earlier !== shape.default ? (earlier as readonly unknown[]) : []),
          holder.value,
        ]
      : holder.value
  }
}

const dashed = (name: string): string => name.replaceAll('_', '-')

const snakeKeys = (options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(options).map(([key, value]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )
