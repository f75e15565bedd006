// A process of `sextant dev`: one service with one version of the plugin. It imports the program at once, and the plugin
// when asked, so that a process that waits has little left to do.
import { pluginNamesOfProcess, loadProcessSettings } from '../../config/load.js'
import type { Settings } from '../../contract/index.js'
import { demoLines, fillDemo } from '../../plugins/demo/fill.js'
import { failureOf } from '../cli/failure.js'
import { createLogger } from '../cli/logger.js'
import { showProgress } from '../cli/progress.js'
import { allPlugins } from '../all-plugins.js'
import { declaredSettings } from '../declared-settings.js'
import { loadRegistry } from '../load-registry.js'
import { startProgram, type Program, type ProgramOptions } from '../main.js'
import { keptMemory } from './kept-store.js'
import type { DevTask, FromService, ToService } from './messages.js'
import { ownFrames } from './own-frames.js'
import { callsOf } from './own-calls.js'

const say = (message: FromService): void => void process.send?.(message)

interface Loaded {
  readonly task: DevTask
  /** The plugin's name in the service. */
  readonly plugin: string
  readonly options: ProgramOptions
}

let loaded: Loaded | null = null
let program: Program | null = null

/** Errors that the operator must read go to the parent; the process then ends. */
async function orFail(task: DevTask | null, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const frames = task === null ? [] : ownFrames(error, task.folder)
    say({ kind: 'failed', lines: [...failureOf(error).lines, ...frames] })
    await program?.close({ drainMilliseconds: 0 })
    process.disconnect()
  }
}

async function load(task: DevTask): Promise<void> {
  const names = [...pluginNamesOfProcess(task.configFile), task.entry]
  const plugins = await allPlugins({ plugins: names })
  const registry = loadRegistry([keptMemory, ...plugins])
  const given = loadProcessSettings(task.configFile, {
    defaults: { LOG_LEVEL: 'warn' },
    declared: declaredSettings(registry),
  })
  // Never the servers of the environment: a demo must not fill them.
  const settings: Settings = {
    ...given,
    clickhouseUrls: [],
    clickhouseCluster: null,
    storage: task.storage,
    dataDir: task.dataDir,
    databaseUrl: task.databaseUrl,
  }
  const plugin = plugins.at(-1)?.name ?? ''
  loaded = { task, plugin, options: { settings, registry, log: createLogger(settings.logLevel, 'stderr') } }
  say({ kind: 'loaded' })
}

async function serve(): Promise<void> {
  if (loaded === null) return
  const { task, plugin, options } = loaded
  program = await startProgram(options)
  const { url, service } = program
  if (!task.fill) {
    say({ kind: 'ready', lines: [] })
    return
  }
  const notes = await fillDemo({
    settings: options.settings,
    url,
    setupCode: () => service.setupCode(),
    showProgress,
    days: task.days,
    devices: task.devices,
  })
  const [address = '', email = '', password = ''] = demoLines(url, notes).slice(1)
  const headers = `-H 'Authorization: Bearer ${notes.queryKey ?? ''}' -H 'X-Workspace-ID: ${notes.workspace ?? ''}'`
  const calls = callsOf(options.registry, plugin).map((path) => `curl -s '${url}${path}' ${headers}`)
  say({ kind: 'ready', lines: [address, email, password, ...calls] })
}

process.on('message', (message: ToService) => {
  if (message.kind === 'load') void orFail(message.task, () => load(message.task))
  else void orFail(loaded?.task ?? null, serve)
})
// The terminal sends SIGINT to all processes; the parent decides.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => {
  void (program?.close({ drainMilliseconds: 100 }) ?? Promise.resolve()).finally(() => process.exit(0))
})
process.on('disconnect', () => process.exit(1))
process.on('uncaughtException', (error) => {
  const frames = ownFrames(error, loaded?.task.folder ?? '/')
  say({ kind: 'failed', lines: [`uncaught error: ${failureOf(error).lines.join(' ')}`, ...frames] })
  setImmediate(() => process.exit(1))
})
