import { examplesOf } from '../core/http/openapi-examples.js'
import { openApiDocument } from '../core/http/openapi.js'
import { routeTable } from '../core/http/route-table.js'
import { builtInPlugins } from '../plugins/index.js'
import { loadRegistry } from './load-registry.js'

/** Returns the OpenAPI document of the built-in plugins, without a running service. */
export function describeApi(): object {
  const registry = loadRegistry(builtInPlugins)
  return openApiDocument(routeTable(registry), examplesOf(registry))
}
