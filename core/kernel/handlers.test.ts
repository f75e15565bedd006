import t from 'tap'
import { defineEvent } from '../../contract/index.js'
import { loadPlugins } from './load-plugins.js'
import { plugin } from '../../test/support/make-plugin.js'

const posted = defineEvent<{ readonly id: number }>('comments.posted')

t.test('a handler that cannot be is rejected by name', (t) => {
  const wrong = (expected: RegExp, ...given: readonly unknown[]): void =>
    void t.throws(
      () => loadPlugins([plugin('p', (host) => (host.on as (...all: readonly unknown[]) => void)(...given))]),
      { name: 'RegistrationError', message: expected },
    )
  const nothing = (): void => undefined
  wrong(/plugin p: handler of undefined: an event must be made by defineEvent\(\)/, undefined, nothing)
  wrong(/plugin p: handler of Posted: an event must be made by/, { name: 'Posted' }, nothing)
  wrong(
    /plugin p: handler of workspace.gone: unknown event "workspace.gone"; use one of workspace.created, /,
    defineEvent('workspace.gone'),
    nothing,
  )
  wrong(/plugin p: handler of comments.posted: the handler must be a function/, posted, { handle: nothing })
  wrong(/timeout must be a number of seconds up to 3600/, posted, nothing, { timeout: 0 })
  wrong(/timeout must be/, posted, nothing, { timeout: '5' })
  let late = (): void => undefined
  loadPlugins([plugin('p', (host) => void (late = () => host.on(posted, nothing)))])
  t.throws(late, /plugin p: handler of comments.posted: is declared after the start/)
  t.end()
})
