import t from 'tap'
import { Type } from 'typebox'
import { setTimeout as pause } from 'node:timers/promises'
import { loadSettings } from '../config/load.js'
import {
  definePlugin,
  defineSetting,
  type AnalyticsStore,
  type Log,
  type StorageDefinition,
} from '../contract/index.js'
import { createSettingReader } from '../core/kernel/setting-reader.js'
import { builtInStorages } from '../storage-adapters/index.js'
import { memory } from '../storage-adapters/memory/plugin.js'
import { createMemoryStore } from '../storage-adapters/memory/store.js'
import { recordsUrl } from '../test/support/record-server.js'
import { temporaryDatabase } from '../test/support/records.js'
import { silentLog } from '../test/support/silent-log.js'
import { createEndings } from './endings.js'
import { loadRegistry } from './load-registry.js'
import { openStorage, storageOf } from './storage.js'
import { closeAll, openStores } from './stores.js'

const named = (STORAGE: string, environment: Readonly<Record<string, string>> = {}) =>
  loadSettings({ environment: { STORAGE, ...environment }, file: null, directory: '/tmp' })

const depth = defineSetting({
  name: 'LAKE_DEPTH',
  schema: Type.Integer({ minimum: 1 }),
  default: 3,
  description: 'Depth in m',
})

const declaring = (definition: Partial<StorageDefinition>) =>
  definePlugin({
    name: 'acme',
    contract: 1,
    after: [],
    register(host) {
      const open = () => Promise.resolve(createMemoryStore())
      host.setting(depth)
      host.storage({ name: 'lake', title: 'Lake', open, ...definition })
    },
  })

const options = {
  settings: named('lake'),
  setting: createSettingReader(loadRegistry([]), named('lake')),
  log: silentLog,
  engineLog: silentLog,
  directory: '/tmp/lake',
  records: () => Promise.resolve({ url: '' }),
  atEnd: () => undefined,
  nativeForms: new Map(),
}

const opened = (open: unknown, log: Log = silentLog, everyMs?: number) => {
  const registry = loadRegistry([declaring({ open: open as StorageDefinition['open'] })])
  return openStorage(storageOf(registry, options.settings), options, log, everyMs)
}

t.test('the storage of the settings is one that a plugin declares', (t) => {
  const registry = loadRegistry([...builtInStorages, declaring({})])
  for (const name of ['clickhouse', 'postgres', 'lake'])
    t.equal(storageOf(registry, named(name)).definition.name, name)
  t.throws(() => storageOf(registry, named('sqlite')), {
    name: 'SettingsError',
    lines: ['STORAGE: must be one of clickhouse, postgres, duckdb, lake'],
  })
  t.end()
})

t.test('a declaration that cannot be used names its plugin', (t) => {
  const words = (definition: object) => () => loadRegistry([...builtInStorages, declaring(definition)])
  t.throws(words({ name: 'postgres' }), /plugin acme: storage postgres: is already registered by postgres/)
  t.throws(words({ name: 'A b' }), /plugin acme: storage A b: its name must be kebab-case/)
  t.throws(words({ title: undefined }), /plugin acme: storage lake: title is required/)
  t.throws(words({ open: 'no' }), /plugin acme: storage lake: open must be a function/)
  t.end()
})

t.test('a storage that throws, or is no store, stops the start with one line that names it', async (t) => {
  const whose = 'STORAGE=lake (plugin acme)'
  const rejected = (open: unknown, message: string) =>
    t.rejects(opened(open), { name: 'StartError', message })
  await rejected(() => Promise.reject(new Error('LAKE_URL: must be set')), `${whose}: LAKE_URL: must be set`)
  await rejected(() => {
    throw new Error('two\nlines')
  }, `${whose}: two lines`)
  await rejected(() => undefined, `${whose}: open() must return a store`)
  await rejected(() => ({}), `${whose}: its store must have the method append`)
  const { engine, ...nameless } = createMemoryStore()
  t.type(engine, 'string')
  await rejected(() => nameless, `${whose}: its store must have the name of its engine`)
})

t.test('a storage that is slow to open is named until it is open', async (t) => {
  const lines: string[] = []
  let open: (store: AnalyticsStore) => void = () => undefined
  const opening = opened(() => new Promise((resolve) => (open = resolve)), logging(lines), 1)
  while (lines.length < 2) await pause(1)
  t.match(lines[0], /^STORAGE=lake is still opening after \d+ s \(plugin acme\)$/)
  open(createMemoryStore())
  await opening
  const told = lines.length
  await pause(20)
  t.equal(lines.length, told)
})

t.test(
  'what a storage ends itself ends after the stores, and no failure keeps the others open',
  async (t) => {
    const lines: string[] = []
    const ended: string[] = []
    const { add, run, storeLog } = createEndings(logging(lines), {
      release: () => Promise.resolve(void ended.push('lock')),
    })
    add(() => {
      throw new Error('no')
    })
    add(() => Promise.resolve(void ended.push('engine')))
    await run()
    await run()
    storeLog.warn({}, 'silent')
    t.same(ended, ['engine', 'lock', 'lock'])
    t.same(lines, ['a part of the service could not be closed'])
  },
)

t.test('a storage of a plugin opens beside the records, and ends if they cannot be opened', async (t) => {
  const database = await temporaryDatabase()
  t.teardown(() => database.drop())
  const ended: string[] = []
  const plugin = declaring({
    async open({ records, atEnd, directory, setting, settings }) {
      t.equal(setting(depth), 3, 'a setting of the plugin')
      t.equal((await records()).url, settings.databaseUrl)
      t.equal(directory, `${settings.dataDir}/lake`)
      atEnd(() => Promise.resolve(void ended.push('engine')))
      const store = createMemoryStore()
      return { ...store, close: () => Promise.resolve(void ended.push('store')) }
    },
  })
  const stores = await openStores(
    named('lake', { DATABASE_URL: database.url }),
    silentLog,
    loadRegistry([plugin]),
  )
  t.equal(stores.analytics.engine, 'memory')
  await closeAll([stores.analytics, stores.records])
  await stores.stopEngines()
  t.same(ended, ['store', 'engine'])
  ended.length = 0
  const nowhere = named('lake', { DATABASE_URL: 'postgres://127.0.0.1:9/none' })
  await t.rejects(openStores(nowhere, silentLog, loadRegistry([plugin])), {
    message: /^DATABASE_URL: the server/,
  })
  t.same(ended, ['store', 'engine'])
})

t.test('memory is a storage for tests', async (t) => {
  const settings = named('memory', { DATABASE_URL: recordsUrl() })
  t.throws(() => storageOf(loadRegistry(builtInStorages), settings), /must be one of clickhouse, postgres/)
  const stores = await openStores(settings, silentLog, loadRegistry([memory]))
  t.equal(stores.analytics.engine, 'memory')
  await closeAll([stores.analytics, stores.records])
})

function logging(lines: string[]): Log {
  const write = (_: object, message: string): void => void lines.push(message)
  return { debug: write, info: write, warn: write, error: write }
}
