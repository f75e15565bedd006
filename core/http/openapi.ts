import { errorCatalogue, type Access } from '../contract/index.js'
import { asOfDescription } from './as-of.js'
import { closeSchema } from './close-schema.js'
import { parametersOf } from './openapi-parameters.js'
import { responsesOf } from './openapi-responses.js'
import type { CoreRoute } from './route.js'

type Definition = CoreRoute['definition']

/** The service's API as an OpenAPI 3.1 document, built from the schemas that validate requests. */
export function openApiDocument(routes: readonly CoreRoute[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const { method, path } = route.definition
    const item = (paths[path.replaceAll(/:([^/]+)/g, '{$1}')] ??= {})
    item[method.toLowerCase()] = operation(route)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sextant',
      version: '1',
      description: 'Exact answers over events, sessions, logs and metrics.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(({ definition }) => definition.tag))].sort().map((name) => ({ name })),
    paths,
    components: { securitySchemes, headers: { AsOf: asOfDescription }, schemas: { Error: errorSchema } },
  }
}

function operation(route: CoreRoute): object {
  const { definition } = route
  return {
    operationId: operationId(definition),
    summary: definition.summary,
    tags: [definition.tag],
    security: securityOf(definition.access),
    parameters: parametersOf(route),
    ...requestBodyOf(definition),
    responses: responsesOf(definition),
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

function requestBodyOf({ body, raw }: Definition): object {
  if (raw !== undefined)
    return {
      requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    }
  if (body === undefined) return {}
  const required = ((body as { required?: readonly string[] }).required ?? []).length > 0
  return { requestBody: { required, content: { 'application/json': { schema: closeSchema(body) } } } }
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

const errorSchema = {
  type: 'object',
  required: ['error', 'message'],
  properties: {
    error: { type: 'string', enum: Object.keys(errorCatalogue) },
    message: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    request_id: { type: 'string' },
  },
}
