import Type from 'typebox'
import t from 'tap'
import { loadPlugins } from './load-plugins.js'
import { plugin } from '../../test/support/make-plugin.js'

t.test('a channel that cannot be is rejected by name', (t) => {
  const channel = (change: object = {}) => ({
    name: 'pager',
    summary: 'Pages',
    settings: Type.Object({}),
    send: () => Promise.resolve(),
    ...change,
  })
  const wrong = (expected: RegExp, change: object): void =>
    void t.throws(() => loadPlugins([plugin('p', (host) => host.channel(channel(change)))]), {
      name: 'RegistrationError',
      message: expected,
    })
  wrong(/plugin p: channel Pager_x: its name must be kebab-case/, { name: 'Pager_x' })
  wrong(/plugin p: channel undefined: its name must be/, { name: undefined })
  wrong(/summary is required/, { summary: '' })
  wrong(/settings must be a Type.Object/, { settings: Type.String() })
  wrong(/settings must be a Type.Object/, { settings: undefined })
  wrong(/timeout must be a number of seconds up to 60/, { timeout: 61 })
  wrong(/check must be a function/, { check: 'url' })
  wrong(/send must be a function/, { send: undefined })
  t.throws(
    () =>
      loadPlugins([
        plugin('first', (host) => host.channel(channel())),
        plugin('second', (host) => host.channel(channel())),
      ]),
    { message: /plugin second: channel pager: is already registered by first/ },
  )
  t.end()
})
