import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RegistrationError } from '../core/kernel/registration-error.js'
import type { FolderEntry, Registry } from '../core/kernel/registries.js'
import type { HttpContext, Step } from './context.js'
import { fileTypes } from './file-types.js'
import { routeTable } from './route-table.js'
import { framePolicy, pagePolicy } from './security-headers.js'
import { methodsOf } from './unmatched.js'

interface File {
  readonly content: Buffer
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
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

/** The document in which pages of other plugins run. */
const frameDocument = '/frame.html'

/** A browser that opens a page accepts text/html; other programs get a JSON error that they can read. */
const asksForPage = (ctx: HttpContext, taken: ReadonlySet<string>): boolean =>
  ctx.get('Accept').includes('text/html') && !taken.has(firstPart(ctx.path))

const firstPart = (path: string): string => path.split('/')[1] ?? ''

function send(ctx: HttpContext, { content, type, headers }: File): void {
  ctx.state.route = 'page'
  ctx.body = content
  ctx.type = type
  ctx.set(headers)
  // The document has no origin that a process could be kept for; browsers warn of the request.
  if (ctx.path === frameDocument) ctx.remove('Origin-Agent-Cluster')
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
  type: fileTypes[extname(path)] ?? 'application/octet-stream',
  headers: {
    'Content-Security-Policy': `/${path}` === frameDocument ? framePolicy : pagePolicy,
    ...(path.startsWith('assets/') ? assetHeaders : { 'Cache-Control': 'no-cache' }),
  },
})

/** frame.html has no origin, so what it loads is loaded by another site. The files hold no data. */
const assetHeaders = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

function pathsBelow(plugin: string, root: string): readonly string[] {
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length).replaceAll('\\', '/'))
  } catch (error) {
    throw new RegistrationError(plugin, `pages ${root}`, `cannot be read; build them first: ${String(error)}`)
  }
}
