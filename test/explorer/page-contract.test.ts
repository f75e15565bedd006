import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import { contractNumber, pageIcons } from '../../contract/index.js'
import { viewPaths } from '../../plugins/explorer/view-paths.js'
import { readText, root } from '../arch/source-files.js'

/** What the service and the explorer's pages for browsers must agree on, and the types of sextant/page. */
const ts = createRequire(import.meta.url)('typescript') as typeof import('typescript')
const web = 'plugins/explorer/web'

t.test('the paths of the explorer’s views are those that no page may have', async (t) => {
  const declared = readdirSync(join(root, web, 'views'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[\w-]+\/index\.ts$/.test(name))
    .flatMap((name) => [...readText(`${web}/views/${name}`).matchAll(/^ {2}path: '([^']+)'/gm)])
    .map(([, path]) => path ?? '')
  t.ok(declared.length > 20, `${declared.length} views`)
  t.strictSame([...viewPaths].sort(), declared.sort())
})

t.test('every icon of a page exists, and the contract’s number is the service’s', async (t) => {
  const icons = new Set([...readText(`${web}/ui/icon.tsx`).matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name))
  t.strictSame(
    pageIcons.filter((name) => !icons.has(name)),
    [],
  )
  const [, number] = /^const contract = (\d+)$/m.exec(readText(`${web}/frame/run-page.ts`)) ?? []
  t.equal(Number(number), contractNumber)
})

/** The errors of a module that is compiled with the strictest settings, against the packed types. */
function errorsOf(source: string): readonly string[] {
  const name = join(root, 'page.ts')
  const { compilerOptions } = {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      paths: { 'sextant/page': [join(root, 'build/contract/entries/page.d.ts')] },
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipDefaultLibCheck: true,
      noEmit: true,
    },
  }
  const host = ts.createCompilerHost(compilerOptions)
  const { getSourceFile } = host
  host.getSourceFile = (file, ...rest) =>
    file === name
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2023)
      : getSourceFile.call(host, file, ...rest)
  const program = ts.createProgram([name], compilerOptions, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

t.test('the page of the guide compiles against sextant/page, and mistakes do not', async (t) => {
  const { exports } = JSON.parse(readText('package.json')) as {
    readonly exports: Readonly<Record<string, unknown>>
  }
  t.strictSame(exports['./page'], { types: './build/contract/entries/page.d.ts' })
  t.equal(
    readFileSync(join(root, 'build/contract/entries/page.d.ts'), 'utf8'),
    readText(`${web}/page/contract.ts`),
  )

  const [, guide = ''] =
    /^## A page$[^]*?```ts\n(import type[^]*?)```/m.exec(readText('docs/write-a-plugin.md')) ?? []
  t.match(guide, /export const mount/)
  t.strictSame(errorsOf(guide), [])
  const mount = (body: string): string =>
    `import type { Mount } from 'sextant/page'\nexport const mount: Mount = ({ element, api, ui }) => { ${body} }`
  t.strictSame(errorsOf(mount(`ui.render(ui.h(ui.Button, { look: 'primary' }, 'Go'), element)`)), [])
  t.match(errorsOf(mount(`ui.h(ui.Button, { look: 'loud' })`)), [/'"loud"' is not assignable/])
  t.match(errorsOf(mount(`ui.h(ui.EmptyState, {})`)), [/'title' is missing/])
  t.match(errorsOf(mount(`api.patch('/api/v1/marks')`)), [/'patch' does not exist/])
})
