import { alreadyRegistered, RegistrationError } from '../core/kernel/registration-error.js'
import type { Registry } from '../core/kernel/registries.js'
import { pageFilesSegment } from './page-files.js'
import { routeTable } from './route-table.js'

const shapeOf = (path: string): string => path.replaceAll(/:[^/]+/g, ':')
const firstSegment = (path: string): string => path.split('/')[1] ?? ''

/** The first segments of files: those of the explorer, and those of pages. */
const reserved = ['assets', pageFilesSegment]

/**
 * Stops the start if the path of a page is that of another page or of a view of the explorer, or begins like the path
 * of a route or a file: a browser that opens it would never get the page.
 */
export function checkPages(registry: Registry): void {
  const { pages, pluginPages } = registry
  const shapes = new Map((pages?.paths ?? []).map((path) => [shapeOf(path), pages?.plugin ?? '']))
  const routes = new Map(
    routeTable(registry).map(({ definition: { method, path } }) => [
      firstSegment(path),
      `the route ${method} ${path}`,
    ]),
  )
  for (const { plugin, definition } of pluginPages.values()) {
    const { key, path } = definition
    const owner = shapes.get(shapeOf(path))
    if (owner !== undefined) throw alreadyRegistered(plugin, `page ${key}: its path ${path}`, owner)
    const first = firstSegment(path)
    const taken = routes.get(first) ?? (reserved.includes(first) ? `files of the service` : undefined)
    if (taken !== undefined)
      throw new RegistrationError(
        plugin,
        `page ${key}`,
        `its path ${path} begins like ${taken}; choose another first segment`,
      )
    shapes.set(shapeOf(path), plugin)
  }
}
