import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { routeTable } from '../../http/route-table.js'
import { loadPlugins } from '../../core/kernel/load-plugins.js'
import { builtInPlugins } from '../../plugins/index.js'
import { readText, root } from './source-files.js'
import { tables, withTable } from './tables.js'

const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))
const docs = pagesIn('docs')
const pages = [
  ...['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['docs', 'docs/guide', 'docs/adr', 'docs/internals', 'bench/results'].flatMap((folder) =>
    pagesIn(folder).map((name) => `${folder}/${name}`),
  ),
]
/** The README should be readable within a minute. */
const longestReadme = 120

t.test('tables that are written from the code are up to date', async (t) => {
  for (const table of tables()) {
    const page = readText(table.page)
    t.ok(table.rows.length > 2, `${table.page}: ${table.name} has rows`)
    t.equal(page, withTable(page, table), `${table.page}: ${table.name} (npm run docs writes it)`)
    const outdated = withTable(page, { ...table, rows: table.rows.slice(0, -1) })
    t.not(outdated, withTable(page, table), `${table.page}: a missing row of ${table.name} is seen`)
  }
  t.equal(
    withTable('no marks here', { page: '', name: 'metrics', rows: [] }),
    null,
    'a page without marks is seen',
  )
})

/** A record is a page. */
const longestRecord = 40

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')

/** Decision records that are not numbered without a gap, named by their title, in three parts, and a page long. */
function misnumbered(
  records: readonly { readonly name: string; readonly text: string }[],
): readonly string[] {
  return records.flatMap(({ name, text }, index) => {
    const number = String(index + 1)
    const [first = ''] = text.split('\n')
    const [, title = ''] = first.split(`# ${number}. `)
    const named = title !== '' && name === `${number.padStart(4, '0')}-${slug(title)}.md`
    const whole = ['## Context', '## Decision', '## Consequences'].every((part) =>
      text.includes(`\n${part}\n`),
    )
    const short = text.split('\n').length - 1 <= longestRecord
    return named && whole && short
      ? []
      : [`${name} is not record ${number} with its title, three parts and at most ${longestRecord} lines`]
  })
}

t.test('decision records', async (t) => {
  const names = readdirSync(join(root, 'docs/adr')).sort()
  const records = names.map((name) => ({ name, text: readText(`docs/adr/${name}`) }))
  t.ok(records.length >= 10, `${records.length} records`)
  t.strictSame(misnumbered(records), [])
  const [first, ...rest] = records
  t.equal(misnumbered(rest).length, rest.length, 'a gap in the numbers is seen')
  const { name, text } = first ?? { name: '', text: '' }
  t.equal(misnumbered([{ name, text: text.replace('plans', 'plants') }]).length, 1, 'a wrong title is seen')
  t.equal(misnumbered([{ name, text: text + '\n'.repeat(longestRecord) }]).length, 1, 'a long record is seen')
})

t.test('every route has a summary', async (t) => {
  const routes = routeTable(loadPlugins(builtInPlugins))
  t.ok(routes.length > 20, `${routes.length} routes`)
  const silent = routes.filter(({ definition }) => definition.summary.trim() === '')
  t.strictSame(
    silent.map(({ definition: { method, path } }) => `${method} ${path}`),
    [],
  )
})

/** Returns names after `npm run` that package.json does not have. */
function unknownScripts(text: string, scripts: object): readonly string[] {
  const named = [...text.matchAll(/npm run ([a-z:-]+)/g)].map(([, name = '']) => name)
  return named.filter((name) => !(name in scripts))
}

t.test('commands in the pages exist', async (t) => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: object }
  for (const page of pages) t.strictSame(unknownScripts(readText(page), scripts), [], page)
  t.strictSame(unknownScripts('npm run nothing', scripts), ['nothing'], 'one that does not is seen')
})

/** Returns a page's links to missing files. */
function deadLinks(page: string, text: string): readonly string[] {
  const folder = page.includes('/') ? page.slice(0, page.lastIndexOf('/')) : '.'
  return [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !exists(join(folder, target)))
}

const exists = (path: string): boolean => {
  try {
    readdirSync(join(root, path))
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR'
  }
}

t.test('links between the pages lead somewhere', async (t) => {
  for (const page of pages) t.strictSame(deadLinks(page, readText(page)), [], page)
  t.strictSame(deadLinks('README.md', '[gone](docs/gone.md)'), ['docs/gone.md'], 'one that does not is seen')
})

/** Files and folders that a page names in code marks, from the root, and that do not exist. */
function missingFiles(text: string): readonly string[] {
  const named =
    /`((?:app|bench|client|config|contract|core|docs|http|plugins|storage-adapters|test|tools)\/[\w./-]*)`/g
  return [...text.matchAll(named)].map(([, path = '']) => path).filter((path) => !exists(path))
}

t.test('files that the tour and the architecture name exist', async (t) => {
  for (const page of ['docs/tour.md', 'ARCHITECTURE.md']) t.strictSame(missingFiles(readText(page)), [], page)
  t.strictSame(missingFiles('`http/gone.ts` and `http/app.ts`'), ['http/gone.ts'], 'a missing one is seen')
})

t.test('the README is a page, and the index of docs names every page', async (t) => {
  t.ok(readText('README.md').split('\n').length - 1 <= longestReadme, `at most ${longestReadme} lines`)
  const index = readText('docs/README.md')
  const named = (text: string): readonly string[] =>
    docs.filter((name) => name !== 'README.md' && !text.includes(`](${name})`))
  t.strictSame(named(index), [])
  t.ok(named('').length > 10, 'missing pages are seen')
})
