import type { TSchema } from 'typebox'
import type { CoreRoute } from './route.js'

interface ObjectShape {
  readonly properties?: Readonly<Record<string, TSchema & { default?: unknown; description?: string }>>
  readonly required?: readonly string[]
}

/** A route's parameters for its OpenAPI operation: path, query string and workspace header. */
export function parametersOf({ definition, conditions }: CoreRoute): readonly object[] {
  const { params, query, access } = definition
  const fromWorkspace = access.kind === 'workspace' ? access.from : null
  const inQuery = parametersIn('query', query)
  const listed = fromWorkspace === 'query' && !inQuery.some(({ name }) => name === workspaceQuery.name)
  return [
    ...parametersIn('path', params),
    ...(fromWorkspace === 'header' ? [workspaceHeader] : []),
    ...(listed ? [workspaceQuery] : []),
    ...inQuery,
    ...(conditions === true ? [conditionsParameter] : []),
  ]
}

interface Parameter {
  readonly name: string
  readonly in: string
}

function parametersIn(place: 'path' | 'query', schema: TSchema | undefined): readonly Parameter[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectShape
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && property.default === undefined),
    ...(property.description === undefined ? {} : { description: property.description }),
    schema: property,
  }))
}

const text = { type: 'string' }
const workspaceHeader = { name: 'X-Workspace-ID', in: 'header', required: true, schema: text }
const workspaceQuery = { name: 'workspace_id', in: 'query', required: true, schema: text }

const conditionsParameter = {
  name: 'conditions',
  in: 'query',
  required: false,
  description: 'Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value]',
  style: 'deepObject',
  explode: true,
  schema: {
    type: 'object',
    additionalProperties: {
      type: 'object',
      required: ['field'],
      properties: { field: text, op: { type: 'string', default: 'eq' }, value: text },
    },
  },
}
