import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import ts from 'typescript'
import type { Plugin } from 'vite'
import { viteBuild } from './vite-build.js'

const project = fileURLToPath(new URL('../../../', import.meta.url))
/** Files of text/ that hold no texts. */
const machinery = /\/text\/(format|plural)\.ts$/
const letters = 'áƀćđéƒǵħíĵķĺɱńóƥʠŕśťúṽŵẋýź'

/** `Save` as `Śáṽé éé`: no letter of English is left, and it is 40 % longer. Elements and code stay. */
function accented(text: string): string {
  const parts = text.split(/(<code>.*?<\/code>|<\/?\w+>)/)
  const long = text.length < 2 ? 0 : Math.ceil(text.replaceAll(/<.*?>|[^A-Za-z]/g, '').length * 0.4)
  const more = Array.from({ length: long }, (_, index) => (index % 6 === 0 ? ' ' : 'é')).join('')
  const changed = parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[A-Za-z]/g, accent)))
  return long === 0 ? changed.join('') : `${changed.join('').trimEnd()}${more}${/\s*$/.exec(text)?.[0] ?? ''}`
}

function accent(letter: string): string {
  const found = letters.charAt(letter.toLowerCase().charCodeAt(0) - 97)
  return letter === letter.toLowerCase() ? found : found.toUpperCase()
}

/** The texts of the pages in a made-up language, with the numbers and dates of Greek. */
const pseudoLanguage: Plugin = {
  name: 'pseudo-language',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/web\/text\/[\w-]+\.ts$/.test(id) || machinery.test(id)) return null
    if (id.endsWith('/language.ts')) return code.replaceAll(/'en(-GB)?'/g, "'el'")
    return accentedSource(code)
  },
}

/** The source of a file of texts with every string accented; keys, imports and types stay. */
function accentedSource(code: string): string {
  const source = ts.createSourceFile('texts.ts', code, ts.ScriptTarget.Latest, true)
  const changes: { readonly from: number; readonly to: number; readonly text: string }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
      changes.push({ from: node.getStart(), to: node.end, text: JSON.stringify(accented(node.text)) })
    if (ts.isTemplateExpression(node))
      for (const part of [node.head, ...node.templateSpans.map(({ literal }) => literal)]) {
        const raw = part.getText()
        const close = raw.endsWith('${') ? 2 : 1
        const text = raw.slice(1, -close)
        changes.push({ from: part.getStart() + 1, to: part.end - close, text: accented(text) })
      }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return changes
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, text: next }) => text.slice(0, from) + next + text.slice(to), code)
}

/** Builds the pages in that language; a page then gets them in place of those of the service. */
export async function pseudoPages(t: Test): Promise<(page: Page) => Promise<void>> {
  const folder = mkdtempSync(`${tmpdir()}/pseudo-`)
  t.teardown(() => rmSync(folder, { recursive: true }))
  await viteBuild({
    configFile: `${project}vite.config.js`,
    logLevel: 'error',
    plugins: [pseudoLanguage],
    build: { outDir: folder, emptyOutDir: true, minify: false },
  })
  return async (page) => {
    await page.route(
      (url) => !url.pathname.startsWith('/api/'),
      async (route) => {
        const { pathname } = new URL(route.request().url())
        const path = `${folder}${/\.\w+$/.test(pathname) ? pathname : '/index.html'}`
        if (existsSync(path)) await route.fulfill({ body: readFileSync(path), contentType: typeOf(path) })
        else await route.continue()
      },
    )
  }
}

const typeOf = (path: string): string =>
  path.endsWith('.js')
    ? 'text/javascript'
    : path.endsWith('.css')
      ? 'text/css'
      : path.endsWith('.svg')
        ? 'image/svg+xml'
        : 'text/html; charset=utf-8'
