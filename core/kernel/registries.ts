import type { OperatorDefinition, PluginHost, ServiceParts } from '../contract/index.js'
import { builtInOperators } from '../contract/index.js'
import { checkMetric, checkQuery, checkRoute } from './checks.js'
import type { AnyMetric, AnyQuery, AnyRoute } from './definitions.js'
import { RegistrationError } from './registration-error.js'

/** A definition and the plugin that made it. */
export interface Registered<T> {
  readonly plugin: string
  readonly definition: T
}

export interface ServiceEntry {
  readonly plugin: string
  readonly name: string
  readonly make: (parts: ServiceParts) => object
}

/** A folder that a plugin named. */
export interface FolderEntry {
  readonly plugin: string
  readonly directory: URL
}

/** Everything the plugins declared; nothing is added after boot. */
export interface Registry {
  /** Their names, in the order in which they registered. */
  readonly plugins: readonly string[]
  readonly metrics: ReadonlyMap<string, Registered<AnyMetric>>
  readonly queries: ReadonlyMap<string, Registered<AnyQuery>>
  readonly routes: readonly Registered<AnyRoute>[]
  readonly operators: ReadonlyMap<string, OperatorDefinition>
  readonly services: ReadonlyMap<string, ServiceEntry>
  readonly migrations: readonly FolderEntry[]
  readonly pages: FolderEntry | null
}

export interface OpenRegistry {
  /** The host of one plugin, and how to end its time: later calls are refused. */
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
  const migrations: FolderEntry[] = []
  const pages = new Map<string, FolderEntry>()

  function hostFor(plugin: string): { host: PluginHost; close(): void } {
    let open = true
    plugins.push(plugin)

    /** Refuses late and duplicate declarations. */
    function add<T extends { readonly plugin: string }>(
      registry: Map<string, T>,
      key: string,
      what: string,
      entry: T,
    ): void {
      inTime(`${what} ${key}`)
      const earlier = registry.get(key)
      if (earlier)
        throw new RegistrationError(plugin, `${what} ${key}`, `is registered by ${earlier.plugin} already`)
      registry.set(key, Object.freeze(entry))
    }
    function inTime(subject: string): void {
      if (!open)
        throw new RegistrationError(plugin, subject, 'comes after the start; declare it inside register()')
    }

    const host: PluginHost = {
      metric(given) {
        const definition = erased<AnyMetric>(given)
        checkMetric(plugin, definition)
        add(metrics, definition.key, 'metric', { plugin, definition })
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
        add(operators, definition.name, 'operator', { plugin, definition })
      },
      service(ref, make) {
        add(services, ref.name, 'service', { plugin, name: ref.name, make })
      },
      migrations(directory) {
        inTime(`migrations ${directory.pathname}`)
        if (migrations.some((entry) => entry.plugin === plugin))
          throw new RegistrationError(
            plugin,
            `migrations ${directory.pathname}`,
            'a plugin has one folder of them',
          )
        migrations.push(Object.freeze({ plugin, directory }))
      },
      pages(directory) {
        add(pages, 'of the service', 'pages', { plugin, directory })
      },
    }
    return { host: Object.freeze(host), close: () => void (open = false) }
  }

  const freeze = (): Registry =>
    Object.freeze({
      plugins: Object.freeze([...plugins]),
      metrics: new Map(metrics),
      queries: new Map(queries),
      routes: Object.freeze([...routes]),
      operators: new Map([...operators].map(([name, { definition }]) => [name, definition])),
      services: new Map(services),
      migrations: Object.freeze([...migrations]),
      pages: [...pages.values()][0] ?? null,
    })

  return { hostFor, freeze }
}

/** Forgets the type of a definition's own parameters: from here on its schema vouches for them. */
function erased<T extends object>(definition: object): T {
  return Object.freeze({ ...definition }) as T
}
