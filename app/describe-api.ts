import { createApiDescription } from '../http/api-description.js'
import { routeTable } from '../http/route-table.js'
import { builtInPlugins } from '../plugins/index.js'
import { openApiDocument } from '../plugins/openapi/document.js'
import { loadRegistry } from './load-registry.js'

/** Returns the OpenAPI document of the built-in plugins, without a running service. */
export function describeApi(): object {
  const registry = loadRegistry(builtInPlugins)
  return openApiDocument(createApiDescription(registry, () => routeTable(registry)).routes())
}
