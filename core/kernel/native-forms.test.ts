import t from 'tap'
import { scan, type Plugin } from '../../contract/index.js'
import { loadPlugins } from './load-plugins.js'
import { checkNativeForms, unknownForms } from './native-forms.js'
import type { Registry } from './registries.js'
import { plugin } from '../../test/support/make-plugin.js'

const storages = ['clickhouse', 'postgres', 'duckdb', 'lake']
const storing = plugin('storing', (host) => {
  for (const name of storages)
    host.storage({ name, title: name, open: () => Promise.reject(new Error('unused')) })
})

const formFor = (storage: string): Plugin =>
  plugin('pace', (host) =>
    host.operator({
      name: 'gaps',
      lower: () => scan('logs'),
      native: { [storage]: { compile: () => ({}) } },
    }),
  )

const load = (storage: string): Registry => loadPlugins([storing, formFor(storage)])

t.test('a native form for a storage whose name is misspelt stops the start', (t) => {
  for (const [storage, meant] of [
    ['postgers', 'postgres'],
    ['postgresql', 'postgres'],
    ['click-house', 'clickhouse'],
    ['duckbd', 'duckdb'],
    ['lakes', 'lake'],
  ] as const)
    t.throws(() => checkNativeForms(load(storage)), {
      name: 'RegistrationError',
      message: `plugin pace: operator gaps: its native form is for the unknown storage ${storage}; did you mean ${meant}? Known are clickhouse, postgres, duckdb, lake`,
    })
  t.end()
})

t.test('a native form for the storage of a plugin that is not loaded is not used', (t) => {
  for (const storage of ['warehouse', 'lago', 'sqlite']) {
    const registry = load(storage)
    t.doesNotThrow(() => checkNativeForms(registry), storage)
    t.strictSame(unknownForms(registry), [{ plugin: 'pace', operator: 'gaps', storage, known: storages }])
  }
  for (const storage of storages) t.strictSame(unknownForms(load(storage)), [], storage)
  t.strictSame(unknownForms(loadPlugins([formFor('postgers')])), [], 'a registry without storages')
  t.end()
})
