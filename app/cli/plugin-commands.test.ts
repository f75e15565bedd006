import { Command, CommanderError } from 'commander'
import t from 'tap'
import Type from 'typebox'
import {
  CommandError,
  defineCommand,
  ServiceError,
  type CommandContext,
  type CommandDefinition,
  type CommandGroup,
  type Plugin,
} from '../../contract/index.js'
import { plugin } from '../../test/support/make-plugin.js'
import { loadRegistry } from '../load-registry.js'
import { coreCommands } from './core-commands.js'
import { pluginCommands } from './plugin-commands.js'

const context = {} as CommandContext

/** Runs a command line with the commands of plugins, and without output. */
async function runLine(plugins: readonly Plugin[], ...args: readonly string[]): Promise<string> {
  let shown = ''
  const output = { writeOut: (text: string) => (shown += text), writeErr: (text: string) => (shown += text) }
  const program = new Command('sextant').exitOverride().configureOutput(output)
  for (const command of pluginCommands(loadRegistry(plugins), () => Promise.resolve(context))) {
    for (const one of [command, ...command.commands]) one.copyInheritedSettings(program)
    program.addCommand(command)
  }
  await program.parseAsync([...args], { from: 'user' }).catch((error: unknown) => {
    if (!(error instanceof CommanderError)) throw error
  })
  return shown
}

const declares = (...commands: readonly (CommandDefinition | CommandGroup)[]): Plugin =>
  plugin('p', (host) => commands.forEach((command) => host.command(command)))

t.test('arguments and options are read by their schemas', async (t) => {
  const inputs: object[] = []
  const tidy = defineCommand({
    name: 'tidy',
    summary: 'delete old comments',
    arguments: Type.Object({ workspace: Type.String(), days: Type.Optional(Type.Integer({ minimum: 1 })) }),
    options: Type.Object({
      dry_run: Type.Optional(Type.Boolean({ description: 'change nothing' })),
      kind: Type.Enum(['all', 'own'], { default: 'all' }),
      most: Type.Optional(Type.Number()),
      seed: Type.Integer({ default: 1, hidden: true }),
      label: Type.Optional(Type.Array(Type.String({ minLength: 2, title: 'word' }))),
    }),
    run(given, input) {
      t.equal(given, context)
      inputs.push(input)
      return Promise.resolve()
    },
  })
  const line = (...args: readonly string[]) => runLine([declares(tidy)], 'tidy', ...args)
  await line('acme')
  await line('acme', '30', '--dry-run', '--kind', 'own', '--most', '1.5', '--label', 'ab', '--label', 'cd')
  t.strictSame(inputs, [
    { workspace: 'acme', kind: 'all', seed: 1 },
    { workspace: 'acme', days: 30, dry_run: true, kind: 'own', most: 1.5, seed: 1, label: ['ab', 'cd'] },
  ])
  t.match(await line('acme', '0'), /'0' is invalid.* must be a whole number of at least 1/)
  t.match(await line('acme', '--kind', 'x'), /Allowed choices are all, own/)
  t.match(await line('acme', '--label', 'a'), /must be a string of at least 2 characters/)
  t.match(await line(), /missing required argument 'workspace'/)
  t.equal(inputs.length, 2)
  const help = await line('--help')
  for (const part of ['delete old comments', '<workspace> [days]', '--dry-run', 'change nothing'])
    t.ok(help.includes(part), part)
  t.notMatch(help, /seed/)
  t.match(await runLine([declares(tidy)], '--help'), /tidy .*delete old comments/)
})

t.test('an error for the operator is shown as it is, any other names the plugin', async (t) => {
  const failing = (error: unknown): Promise<string> => {
    const run = () => {
      throw error
    }
    const group = {
      name: 'comments',
      aliases: ['notes'],
      summary: 's',
      commands: [{ name: 'tidy', summary: 's', run }],
    }
    return runLine([declares(group)], 'notes', 'tidy')
  }
  await t.rejects(failing(new CommandError('unknown board 7')), { message: 'unknown board 7' })
  await t.rejects(failing(new ServiceError('NOT_FOUND', 'unknown board')), { message: 'unknown board' })
  await t.rejects(failing(new TypeError('x is undefined')), {
    message: 'plugin p: command comments tidy: x is undefined',
  })
  await t.rejects(failing('text'), { message: 'plugin p: command comments tidy: text' })
})

t.test('an invalid declaration is refused by name', (t) => {
  const one = { name: 'tidy', summary: 's', run: () => Promise.resolve() } as unknown as CommandDefinition
  const refused = (expected: RegExp, ...commands: readonly (CommandDefinition | CommandGroup)[]): void =>
    void t.throws(() => loadRegistry([declares(...commands)]), {
      name: 'RegistrationError',
      message: expected,
    })
  const group = (change: Partial<CommandGroup>): CommandGroup => ({
    name: 'g',
    summary: 's',
    commands: [one],
    ...change,
  })
  t.throws(
    () => loadRegistry([declares(one), plugin('q', (host) => host.command(group({ aliases: ['tidy'] })))]),
    { message: 'plugin q: command tidy: is already registered by p' },
  )
  for (const name of coreCommands)
    refused(new RegExp(`plugin p: command ${name}: is already registered by core`), { ...one, name })
  refused(/command Tidy: its name must be kebab-case/, { ...one, name: 'Tidy' })
  refused(/command tidy: run\(\) is required/, { ...one, run: undefined as never })
  refused(/command tidy: summary is required/, { ...one, summary: '' })
  refused(/command g: it must have commands/, group({ commands: [] }))
  refused(/command g: it has two commands tidy/, group({ commands: [one, one] }))
  refused(
    /command g tidy: its parameter Days must be snake_case/,
    group({ commands: [{ ...one, options: Type.Object({ Days: Type.String() }) }] }),
  )
  refused(/its parameter config must be/, { ...one, options: Type.Object({ config: Type.String() }) })
  const both = Type.Object({ days: Type.String() })
  refused(/days is an argument and an option/, { ...one, arguments: both, options: both })
  const late = Type.Object({ first: Type.Optional(Type.String()), second: Type.String() })
  refused(/its argument second is required and follows an optional one/, { ...one, arguments: late })
  t.end()
})
