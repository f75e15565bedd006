import t from 'tap'
import {
  anyUser,
  globally,
  inWorkspace,
  open,
  pageIcons,
  peopleIn,
  type PageDefinition,
} from '../../contract/index.js'
import { loadPlugins } from './load-plugins.js'
import { plugin } from '../../test/support/make-plugin.js'

const file = (path: string): URL => new URL(`file:///plugins/acme/${path}`)

const page = (change: object = {}): PageDefinition => ({
  key: 'acme-comments',
  title: 'Comments',
  summary: 'What people say',
  path: '/comments',
  access: inWorkspace('viewer'),
  module: file('page.js'),
  ...change,
})

t.test('a page is registered as it is declared', (t) => {
  const more = { group: 'Manage', icon: 'clock', path: '/comments/:id/replies', styles: [file('web/a.css')] }
  const given = page({ ...more, module: file('web/page.mjs'), folder: file('web/') })
  const { pluginPages } = loadPlugins([plugin('acme', (host) => host.page(given))])
  t.strictSame([...pluginPages.values()], [{ plugin: 'acme', definition: given }])
  const access = globally('platform')
  t.equal(loadPlugins([plugin('acme', (host) => host.page(page({ access })))]).pluginPages.size, 1)
  t.end()
})

t.test('a page that contradicts itself names its plugin', (t) => {
  const rejected: readonly (readonly [object, string])[] = [
    [{ key: 'Acme Comments' }, 'page Acme Comments: its key must be kebab-case'],
    [{ title: undefined }, 'title is required'],
    [{ summary: '' }, 'summary is required'],
    [{ group: 'Analyse' }, 'unknown group "Analyse"; use one of Analyze, People, Systems, Manage'],
    [{ icon: 'clocks' }, `unknown icon "clocks"; use one of ${pageIcons.join(', ')}`],
    [{ path: 'comments' }, 'its path must start with /'],
    [{ path: '/' }, 'its path has an invalid segment ""'],
    [{ path: '/comments/' }, 'its path has an invalid segment ""'],
    [{ path: '/comments/../admin' }, 'its path has an invalid segment ".."'],
    [{ path: '/:comment' }, 'its path must not begin with a parameter'],
    ...[undefined, open, anyUser, peopleIn('viewer'), inWorkspace('viewer', 'query')].map(
      (access) =>
        [{ access }, 'its access must be inWorkspace(role), globally(role) or raisedBy(setting)'] as const,
    ),
    ...['./page.js', new URL('https://example.com/page.js'), file('page.ts'), undefined].map(
      (module) => [{ module }, 'module must be the file URL of a .js or .mjs file'] as const,
    ),
    [{ styles: file('a.css') }, 'styles must be file URLs of .css files'],
    [{ styles: [file('a.scss')] }, 'styles must be file URLs of .css files'],
    [{ folder: file('web') }, 'folder must be a file URL that ends with /'],
    [{ folder: file('web/') }, '/plugins/acme/page.js must be below its folder /plugins/acme/web/'],
    [
      { folder: file('web/'), module: file('web/../page.js') },
      '/plugins/acme/page.js must be below its folder /plugins/acme/web/',
    ],
  ]
  for (const [change, problem] of rejected) {
    const subject = `plugin acme: page ${page(change).key}: `
    t.throws(() => loadPlugins([plugin('acme', (host) => host.page(page(change)))]), {
      name: 'RegistrationError',
      message: problem.startsWith('page') ? `plugin acme: ${problem}` : subject + problem,
    })
  }
  const declares = (name: string) => plugin(name, (host) => host.page(page()))
  t.throws(() => loadPlugins([declares('acme'), declares('other')]), {
    message: 'plugin other: page acme-comments: is already registered by acme',
  })
  t.end()
})
