import type { TSchema } from 'typebox'
import { tagName, type Access, type DescribedRoute } from '../../contract/index.js'
import { createComponents, type Components } from './components.js'
import { parametersOf } from './parameters.js'
import { responsesOf } from './responses.js'
import { tagsOf } from './tags.js'

type Definition = DescribedRoute['definition']

/**
 * The service's API as an OpenAPI 3.1 document, built from the schemas that validate requests. Throws an
 * Error that names the plugin and the route if a schema cannot be described.
 */
export function openApiDocument(routes: readonly DescribedRoute[]): object {
  const paths: Record<string, Record<string, object>> = {}
  const components = createComponents(routes.flatMap(({ definition }) => bodiesOf(definition)))
  for (const route of routes) {
    const { method, path } = route.definition
    const item = (paths[path.replaceAll(/:([^/]+)/g, '{$1}')] ??= {})
    try {
      item[method.toLowerCase()] = operation(route, components)
    } catch (cause) {
      throw new Error(`plugin ${route.plugin}: route ${method} ${path} cannot be described`, { cause })
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sextant',
      version: '1',
      description: 'Exact answers over events, sessions, logs and metrics.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: tagsOf(routes),
    paths,
    components: { securitySchemes, ...components.all() },
  }
}

function operation(route: DescribedRoute, components: Components): object {
  const { definition, example } = route
  return {
    operationId: operationId(definition),
    summary: definition.summary,
    tags: [tagName(definition.tag)],
    security: securityOf(definition.access),
    parameters: parametersOf(route, components),
    ...requestBodyOf(definition, example.body, components),
    responses: responsesOf(route, components),
  }
}

/** `get_metrics_events_top_by_name_raw`: as unique as method and path. */
function operationId({ method, path }: Definition): string {
  const words = path
    .replace(/^\/api\/v1(?=\/)/, '')
    .replaceAll(/:/g, 'by_')
    .split(/[^A-Za-z0-9_]+/)
    .filter((word) => word !== '')
  const prefix = path.startsWith('/api/v1/') || words.length === 0 ? [] : ['service']
  return [method.toLowerCase(), ...prefix, ...words].join('_')
}

const bodiesOf = ({ body, raw }: Definition): readonly TSchema[] => [
  ...(body === undefined ? [] : [body]),
  ...Object.values(raw?.media ?? {}),
]

function requestBodyOf({ body, raw }: Definition, example: unknown, components: Components): object {
  const examples = example === undefined ? {} : { example }
  if (raw !== undefined) {
    const media = Object.entries(raw.media ?? {}).map(([type, schema]) => [
      type,
      { schema: components.closed(schema), ...(type === 'application/json' ? examples : {}) },
    ])
    const text = typeof example === 'string' ? example : JSON.stringify(example)
    const any = {
      schema: { type: 'string', format: 'binary' },
      ...(example === undefined ? {} : { example: text }),
    }
    return {
      requestBody: {
        required: true,
        content: media.length === 0 ? { '*/*': any } : (Object.fromEntries(media) as object),
      },
    }
  }
  if (body === undefined) return {}
  const required = ((body as { required?: readonly string[] }).required ?? []).length > 0
  const content = { 'application/json': { schema: components.closed(body), ...examples } }
  return { requestBody: { required, content } }
}

function securityOf(access: Access): readonly object[] {
  switch (access.kind) {
    case 'public':
    case 'link':
      return []
    case 'user':
    case 'global':
      return [{ token: [] }]
    case 'workspace':
      return access.people === true ? [{ token: [] }] : [{ token: [] }, { queryKey: [] }]
    case 'ingest':
      return [{ ingestKey: [] }, { ingestKeyAsUser: [] }, { ingestKeyHeader: [] }, { ingestKeyQuery: [] }]
  }
}

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'From POST /api/v1/auth/login' },
  queryKey: { type: 'http', scheme: 'bearer', description: 'A query key of the workspace' },
  ingestKey: { type: 'http', scheme: 'bearer', description: 'An ingest key of the workspace' },
  ingestKeyAsUser: { type: 'http', scheme: 'basic', description: 'An ingest key as the user name' },
  ingestKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  ingestKeyQuery: { type: 'apiKey', in: 'query', name: 'token' },
}
