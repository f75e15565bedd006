import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notFound, type PageDefinition } from '../contract/index.js'
import { RegistrationError } from '../core/kernel/registration-error.js'
import type { Registered, Registry } from '../core/kernel/registries.js'
import type { Step } from './context.js'
import { fileTypes } from './file-types.js'
import type { ServedPage } from './served-page.js'

/** The first segment of the addresses of all files of pages. */
export const pageFilesSegment = 'page-files'

interface File {
  readonly content: Buffer
  readonly type: string
  readonly etag: string
}

export interface PageFiles {
  readonly pages: readonly ServedPage[]
  /** By address. */
  readonly files: ReadonlyMap<string, File>
}

/** Generous for a built page; a folder with more is likely a source tree. */
const mostFiles = 1000
const mostBytes = 32 * 1024 * 1024

/** HTML would be a page at the service's own address, so it is not served. */
const served = new Set(Object.keys(fileTypes).filter((extension) => extension !== '.html'))

/** Reads the files of all pages. Throws a RegistrationError that names the plugin if one cannot be read. */
export function readPageFiles(registry: Pick<Registry, 'pluginPages'>): PageFiles {
  const files = new Map<string, File>()
  const pages = [...registry.pluginPages.values()].map((page): ServedPage => {
    const { plugin, definition } = page
    const own = filesOf(page)
    const prefix = `/${pageFilesSegment}/${plugin}/${definition.key}/${hashOf(own)}/`
    const addressOf = (path: string): string => prefix + path.split('/').map(encodeURIComponent).join('/')
    for (const [path, content] of own)
      files.set(addressOf(path), {
        content,
        type: fileTypes[extname(path)] ?? 'application/octet-stream',
        etag: `"${createHash('sha256').update(content).digest('base64url')}"`,
      })
    const declared = (url: URL): string => addressOf(pathOf(definition, url))
    return { ...page, module: declared(definition.module), styles: (definition.styles ?? []).map(declared) }
  })
  return Object.freeze({ pages, files })
}

/**
 * Serves the files of pages to everyone, for ever: they hold no data. The document of a page has no origin, so its
 * requests come from another site. Only addresses of files that were read at the start exist.
 */
export function pageFiles({ files }: PageFiles): Step {
  return (ctx, next) => {
    if (!ctx.path.startsWith(`/${pageFilesSegment}/`)) return next()
    const file = files.get(ctx.path)
    if (file === undefined || !['GET', 'HEAD'].includes(ctx.method)) throw notFound('file')
    ctx.state.route = 'page'
    ctx.status = 200
    ctx.set({
      ETag: file.etag,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "sandbox;default-src 'none';frame-ancestors 'none'",
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    if (ctx.fresh) {
      ctx.status = 304
      return undefined
    }
    ctx.body = file.content
    ctx.type = file.type
    return undefined
  }
}

/** The path of a declared file: below the folder, or its name. */
const pathOf = ({ folder }: PageDefinition, url: URL): string =>
  folder === undefined
    ? basename(fileURLToPath(url))
    : fileURLToPath(url).slice(fileURLToPath(folder).length).replaceAll('\\', '/')

/** The content of a page's files by path. */
function filesOf({ plugin, definition }: Registered<PageDefinition>): ReadonlyMap<string, Buffer> {
  const { key, module, styles = [], folder } = definition
  const reject = (problem: string): never => {
    throw new RegistrationError(plugin, `page ${key}`, problem)
  }
  const files = new Map<string, Buffer>()
  let bytes = 0
  const add = (path: string, file: string): void => {
    const content = contentOf(file)
    if (content === null) return reject(`${file} cannot be read as a file; build it first`)
    bytes += content.length
    files.set(path, content)
    if (files.size > mostFiles || bytes > mostBytes)
      reject(`it has more than ${mostFiles} files or 32 MB; its folder must be one of built files`)
  }
  if (folder !== undefined)
    for (const path of pathsBelow(fileURLToPath(folder))) add(path, join(fileURLToPath(folder), path))
  for (const url of [module, ...styles]) {
    const path = pathOf(definition, url)
    if (folder === undefined && files.has(path)) reject(`it has two files ${path}; declare a folder`)
    if (!files.has(path)) add(path, fileURLToPath(url))
  }
  return files
}

/** Null for a symbolic link, a folder and a file that cannot be read. */
function contentOf(file: string): Buffer | null {
  try {
    return lstatSync(file).isFile() ? readFileSync(file) : null
  } catch {
    return null
  }
}

/** The paths of the files that a folder serves, sorted; empty if it cannot be read. */
function pathsBelow(root: string, below = ''): readonly string[] {
  try {
    return readdirSync(join(root, below), { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const path = below + entry.name
        if (entry.isDirectory()) return pathsBelow(root, `${path}/`)
        return entry.isFile() && served.has(extname(path)) ? [path] : []
      })
  } catch {
    return []
  }
}

/** A change of any file changes the addresses of all, so that modules which import each other always fit. */
function hashOf(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256')
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\0${content.length}\0`).update(content)
  return hash.digest('base64url').slice(0, 20)
}
