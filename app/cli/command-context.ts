import {
  CommandError,
  type CommandContext,
  type OpenRecords,
  type OpenStores,
  type Relation,
  type Settings,
} from '../../contract/index.js'
import type { Registry } from '../../core/kernel/registries.js'
import { createSettingReader } from '../../core/kernel/setting-reader.js'
import { askStore, explainPlan } from '../../core/run/ask-store.js'
import { expand } from '../../core/run/expand.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { buildContainer, type Given } from '../container.js'
import { queryLimits } from '../query-limits.js'
import { createRandomId } from '../random-id.js'
import { closeAll, openRecords, openStores, type Records } from '../stores.js'
import { tokenKeyOfCommand } from '../token-key.js'
import { unlessInUse } from './in-use.js'
import { createLogger } from './logger.js'
import { showProgress } from './progress.js'
import { askPassword } from './prompt.js'
import { serve } from './serve.js'
import type { LoadSettings } from './settings.js'
import { columns, note, say } from './terminal.js'
import { findWorkspace, listWorkspaces } from './workspaces-repository.js'

/** Returns what a command of a plugin may use in this process. Throws like the loader of the settings. */
export function commandContext(load: LoadSettings): CommandContext {
  const settings = load({ LOG_LEVEL: 'warn' })
  const registry = load.registry()
  const log = createLogger(settings.logLevel, 'stderr')
  const basics = { settings, log, clock: Date.now, newId: createRandomId() }
  const partsOf = (given: Pick<Given, 'records' | 'analytics'>): Given => ({
    ...basics,
    ...given,
    tokenKey: tokenKeyOfCommand(settings),
  })
  return Object.freeze({
    ...basics,
    setting: createSettingReader(registry, settings),
    say,
    note,
    table: (rows) => columns(rows).forEach((line) => say(line)),
    progress: showProgress,
    askPassword,
    fail: () => void (process.exitCode = 1),
    async withRecords(instead, work) {
      const opened = await unlessInUse(openRecords(settings, log), settings, instead)
      return closing(opened, [opened.records], async () => {
        await migrate(opened, registry)
        // The services of plugins are created over any store; nothing is stored in this one.
        return work(
          openedRecords(partsOf({ records: opened.records, analytics: createMemoryStore() }), registry),
        )
      })
    },
    async withStores(instead, work) {
      const opened = await unlessInUse(openStores(settings, log, registry), settings, instead)
      return closing(opened, [opened.analytics, opened.records], async () => {
        await migrate(opened, registry)
        return work(openedStores(partsOf(opened), registry, settings))
      })
    },
    async serve(work, { embedded = false } = {}) {
      const used = embedded ? { ...settings, ...noServers } : settings
      await serve({ settings: used, log, registry }, ({ url, service }) =>
        work({ url, settings: used, setupCode: () => service.setupCode() }),
      )
    },
  } satisfies CommandContext)
}

const noServers = { clickhouseUrls: [], clickhouseCluster: null, databaseUrl: null } as const

async function migrate({ records }: Pick<Records, 'records'>, { migrations }: Registry): Promise<void> {
  for (const { plugin, directory } of migrations) await records.migrate(plugin, directory)
}

/** Runs `work`, then closes the stores and stops the engines. */
async function closing<T>(
  { stopEngines }: Pick<Records, 'stopEngines'>,
  stores: readonly { close(): Promise<void> }[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } finally {
    await closeAll(stores)
    await stopEngines()
  }
}

function openedRecords(given: Given, registry: Registry): OpenRecords {
  const { use, find } = buildContainer(given, registry).cradle
  return {
    records: given.records,
    use,
    find,
    async workspace(slugOrId) {
      const found = await findWorkspace(given.records, slugOrId)
      if (found === null) throw new CommandError(`unknown workspace ${slugOrId}`)
      return found
    },
    workspaces: () => listWorkspaces(given.records),
  }
}

/** Returns what a command or a check may do with open stores. */
export function openedStores(given: Given, registry: Registry, settings: Settings): OpenStores {
  const { analytics } = given
  const limits = queryLimits(settings)
  const expanded = (plan: Relation): Relation => expand(plan, analytics, registry.operators)
  return {
    ...openedRecords(given, registry),
    analytics,
    rows: (workspace, plan) => askStore(analytics, workspace, expanded(plan), limits),
    explain: (workspace, plan) => explainPlan(analytics, workspace, expanded(plan), limits),
  }
}
