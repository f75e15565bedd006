import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RegistrationError } from '../kernel/registration-error.js'
import type { FolderEntry, Registry } from '../kernel/registries.js'
import type { HttpContext, Step } from './context.js'
import { routeTable } from './route-table.js'
import { pagePolicy } from './security-headers.js'
import { methodsOf } from './unmatched.js'

interface File {
  readonly content: Buffer
  readonly type: string
  readonly caching: string
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/**
 * Serves the files of the plugin with pages, for requests that no route matched. They are read once, at the
 * start. Only their own paths are served, so no path can lead anywhere else.
 */
export function pages(registry: Registry): Step {
  if (registry.pages === null) return (_, next) => next()
  const files = filesOf(registry.pages)
  const taken = new Set(routeTable(registry).map(({ definition }) => firstPart(definition.path)))
  return (ctx, next) => {
    const reads = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (!reads || methodsOf(ctx).length > 0) return next()
    const file = files.get(ctx.path) ?? (asksForPage(ctx, taken) ? files.get('/') : undefined)
    if (file === undefined) return next()
    send(ctx, file)
    return undefined
  }
}

/** A browser that opens a page accepts text/html; other programs get a JSON error that they can read. */
const asksForPage = (ctx: HttpContext, taken: ReadonlySet<string>): boolean =>
  ctx.get('Accept').includes('text/html') && !taken.has(firstPart(ctx.path))

const firstPart = (path: string): string => path.split('/')[1] ?? ''

function send(ctx: HttpContext, { content, type, caching }: File): void {
  ctx.state.route = 'page'
  ctx.body = content
  ctx.type = type
  ctx.set('Cache-Control', caching)
  ctx.set('Content-Security-Policy', pagePolicy)
}

function filesOf({ plugin, directory }: FolderEntry): ReadonlyMap<string, File> {
  const root = fileURLToPath(directory)
  const files = new Map(pathsBelow(plugin, root).map((path) => [`/${path}`, fileOf(root, path)]))
  const index = files.get('/index.html')
  if (index === undefined)
    throw new RegistrationError(plugin, `pages ${root}`, 'have no index.html; build them first')
  return files.set('/', index)
}

const fileOf = (root: string, path: string): File => ({
  content: readFileSync(join(root, path)),
  type: types[extname(path)] ?? 'application/octet-stream',
  caching: path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
})

function pathsBelow(plugin: string, root: string): readonly string[] {
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length).replaceAll('\\', '/'))
  } catch (error) {
    throw new RegistrationError(plugin, `pages ${root}`, `cannot be read; build them first: ${String(error)}`)
  }
}
