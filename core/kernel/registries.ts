import type {
  CheckDefinition,
  CommandDefinition,
  CommandGroup,
  DeclaredHandler,
  DeclaredJob,
  EarlyCheckDefinition,
  ExporterDefinition,
  OperatorDefinition,
  PageDefinition,
  PluginHost,
  RouteExample,
  ServiceDependencies,
  SettingDefinition,
  StorageDefinition,
} from '../../contract/index.js'
import { apiDescription, builtInOperators } from '../../contract/index.js'
import { checkExporter, checkImporter } from './check-formats.js'
import { withFormats } from './exports.js'
import { checkMetric, checkQuery, checkRoute } from './checks.js'
import { checkChannel } from './channels.js'
import { checkCheck } from './check-check.js'
import { checkCommand, isGroup } from './check-command.js'
import { checkPage } from './check-page.js'
import { checkSetting } from './check-setting.js'
import { checkOperator, declaredForms, type DeclaredForm } from './native-forms.js'
import type { AnyChannel, AnyImporter, AnyMetric, AnyQuery, AnyRoute } from './definitions.js'
import { checkStorage } from './check-storage.js'
import { guardedMetric, guardedOperator } from './guarded.js'
import { declaredHandler } from './handlers.js'
import { declaredJob } from './jobs.js'
import { alreadyRegistered, RegistrationError } from './registration-error.js'

/** A definition and the plugin that registered it. */
export interface Registered<T> {
  readonly plugin: string
  readonly definition: T
}

export interface ServiceEntry {
  readonly plugin: string
  readonly name: string
  readonly make: (dependencies: ServiceDependencies) => object
}

/** A folder that a plugin declared. */
export interface FolderEntry {
  readonly plugin: string
  readonly directory: URL
}

/** The folder of files for browsers, and the addresses of its views. */
export interface PagesEntry extends FolderEntry {
  readonly paths: readonly string[]
}

/** Everything that the plugins declared; immutable after boot. */
export interface Registry {
  /** The plugins' names, in registration order. */
  readonly plugins: readonly string[]
  readonly metrics: ReadonlyMap<string, Registered<AnyMetric>>
  readonly queries: ReadonlyMap<string, Registered<AnyQuery>>
  readonly routes: readonly Registered<AnyRoute>[]
  readonly operators: ReadonlyMap<string, OperatorDefinition>
  readonly nativeForms: readonly DeclaredForm[]
  readonly services: ReadonlyMap<string, ServiceEntry>
  /** By name, in registration order. */
  readonly settings: ReadonlyMap<string, Registered<SettingDefinition>>
  /** By name; an alias of a group has an entry too. */
  readonly commands: ReadonlyMap<string, Registered<CommandDefinition | CommandGroup>>
  readonly checks: ReadonlyMap<string, Registered<CheckDefinition | EarlyCheckDefinition>>
  readonly storages: ReadonlyMap<string, Registered<StorageDefinition>>
  readonly jobs: readonly DeclaredJob[]
  /** By `METHOD /path`. */
  readonly examples: ReadonlyMap<string, Registered<RouteExample>>
  readonly handlers: readonly DeclaredHandler[]
  readonly channels: ReadonlyMap<string, Registered<AnyChannel>>
  readonly migrations: readonly FolderEntry[]
  readonly pages: PagesEntry | null
  /** Pages of the explorer by key, in registration order. */
  readonly pluginPages: ReadonlyMap<string, Registered<PageDefinition>>
  readonly importers: ReadonlyMap<string, Registered<AnyImporter>>
  readonly exporters: ReadonlyMap<string, Registered<ExporterDefinition>>
}

export interface OpenRegistry {
  /** Returns the host of one plugin. After close(), its calls are rejected. */
  hostFor(plugin: string): { readonly host: PluginHost; close(): void }
  freeze(): Registry
}

export function openRegistry(): OpenRegistry {
  const plugins: string[] = []
  const metrics = new Map<string, Registered<AnyMetric>>()
  const queries = new Map<string, Registered<AnyQuery>>()
  const routes: Registered<AnyRoute>[] = []
  const operators = new Map<string, Registered<OperatorDefinition>>(
    builtInOperators.map((definition) => [definition.name, { plugin: 'core', definition }]),
  )
  const services = new Map<string, ServiceEntry>()
  const settings = new Map<string, Registered<SettingDefinition>>()
  const commands = new Map<string, Registered<CommandDefinition | CommandGroup>>()
  const checks = new Map<string, Registered<CheckDefinition | EarlyCheckDefinition>>()
  const storages = new Map<string, Registered<StorageDefinition>>()
  const jobs = new Map<string, DeclaredJob>()
  const examples = new Map<string, Registered<RouteExample>>()
  const handlers: DeclaredHandler[] = []
  const channels = new Map<string, Registered<AnyChannel>>()
  const migrations: FolderEntry[] = []
  const pages = new Map<string, PagesEntry>()
  const pluginPages = new Map<string, Registered<PageDefinition>>()
  const importers = new Map<string, Registered<AnyImporter>>()
  const exporters = new Map<string, Registered<ExporterDefinition>>()

  function hostFor(plugin: string): { host: PluginHost; close(): void } {
    let open = true
    plugins.push(plugin)

    /** Rejects late and duplicate declarations. */
    function add<T extends { readonly plugin: string }>(
      registry: Map<string, T>,
      key: string,
      what: string,
      entry: T,
    ): void {
      inTime(`${what} ${key}`)
      const earlier = registry.get(key)
      if (earlier) throw alreadyRegistered(plugin, `${what} ${key}`, earlier.plugin)
      registry.set(key, Object.freeze(entry))
    }
    function inTime(subject: string): void {
      if (!open)
        throw new RegistrationError(
          plugin,
          subject,
          'is declared after the start; declare it inside register()',
        )
    }

    const host: PluginHost = {
      metric(given) {
        const definition = erased<AnyMetric>(given)
        checkMetric(plugin, definition)
        add(metrics, definition.key, 'metric', { plugin, definition: guardedMetric(plugin, definition) })
      },
      query(given) {
        const definition = erased<AnyQuery>(given)
        checkQuery(plugin, definition)
        add(queries, definition.key, 'query', { plugin, definition })
      },
      route(given) {
        const definition = erased<AnyRoute>(given)
        inTime(`route ${definition.method} ${definition.path}`)
        checkRoute(plugin, definition)
        routes.push(Object.freeze({ plugin, definition }))
      },
      operator(definition) {
        checkOperator(plugin, definition)
        add(operators, definition.name, 'operator', {
          plugin,
          definition: guardedOperator(plugin, definition),
        })
      },
      setting(definition) {
        checkSetting(plugin, definition)
        add(settings, definition.name, 'setting', { plugin, definition: Object.freeze({ ...definition }) })
      },
      command(given) {
        const definition = erased<CommandDefinition | CommandGroup>(given)
        checkCommand(plugin, definition)
        const entry = { plugin, definition }
        const aliases = isGroup(definition) ? (definition.aliases ?? []) : []
        for (const name of [definition.name, ...aliases]) add(commands, name, 'command', entry)
      },
      check(definition) {
        checkCheck(plugin, definition)
        add(checks, definition.name, 'check', { plugin, definition })
      },
      storage(definition) {
        checkStorage(plugin, definition)
        add(storages, definition.name, 'storage', { plugin, definition })
      },
      job(definition) {
        add(jobs, definition.name, 'job', declaredJob(plugin, definition))
      },
      examples(given) {
        for (const [route, definition] of Object.entries(given))
          add(examples, route, 'example of', { plugin, definition })
      },
      on(event, handle, options) {
        const handler = declaredHandler(plugin, event, handle, options)
        inTime(`handler of ${handler.event}`)
        handlers.push(handler)
      },
      channel(given) {
        const definition = erased<AnyChannel>(given)
        checkChannel(plugin, definition)
        add(channels, definition.name, 'channel', { plugin, definition })
      },
      service(ref, make) {
        if (ref.name === apiDescription.name) throw alreadyRegistered(plugin, `service ${ref.name}`, 'core')
        add(services, ref.name, 'service', { plugin, name: ref.name, make })
      },
      migrations(directory) {
        inTime(`migrations ${directory.pathname}`)
        if (migrations.some((entry) => entry.plugin === plugin))
          throw new RegistrationError(
            plugin,
            `migrations ${directory.pathname}`,
            'a plugin may have only one folder of migrations',
          )
        migrations.push(Object.freeze({ plugin, directory }))
      },
      pages(directory, paths = []) {
        add(pages, 'of the service', 'pages', { plugin, directory, paths })
      },
      page(definition) {
        checkPage(plugin, definition)
        add(pluginPages, definition.key, 'page', { plugin, definition: Object.freeze({ ...definition }) })
      },
      importer(given) {
        const definition = erased<AnyImporter>(given)
        checkImporter(plugin, definition, importers)
        add(importers, definition.name, 'importer', { plugin, definition })
      },
      exporter(given) {
        const definition = erased<ExporterDefinition>(given)
        checkExporter(plugin, definition)
        add(exporters, definition.name, 'exporter', { plugin, definition })
      },
    }
    return { host: Object.freeze(host), close: () => void (open = false) }
  }

  const freeze = (): Registry =>
    Object.freeze({
      plugins: Object.freeze([...plugins]),
      metrics: new Map(metrics),
      queries: new Map(queries),
      routes: Object.freeze(routes.map((route) => withFormats(route, exporters))),
      operators: new Map([...operators].map(([name, { definition }]) => [name, definition])),
      nativeForms: Object.freeze(declaredForms(operators.values())),
      services: new Map(services),
      settings: new Map(settings),
      commands: new Map(commands),
      checks: new Map(checks),
      storages: new Map(storages),
      jobs: Object.freeze([...jobs.values()]),
      examples: new Map(examples),
      handlers: Object.freeze([...handlers]),
      channels: new Map(channels),
      migrations: Object.freeze([...migrations]),
      pages: [...pages.values()][0] ?? null,
      pluginPages: new Map(pluginPages),
      importers: new Map(importers),
      exporters: new Map(exporters),
    })

  return { hostFor, freeze }
}

/** Erases the type of a definition's own parameters: from here on its schema guarantees it. */
function erased<T extends object>(definition: object): T {
  return Object.freeze({ ...definition }) as T
}
