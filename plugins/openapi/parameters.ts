import type { TSchema } from 'typebox'
import { filterOperators, nameOfSchema, type DescribedRoute } from '../../contract/index.js'
import type { Components } from './components.js'

interface ObjectShape {
  readonly properties?: Readonly<Record<string, TSchema & { default?: unknown; description?: string }>>
  readonly required?: readonly string[]
}

/**
 * A route's parameters for its OpenAPI operation: path, query string and workspace header. Those with a named
 * schema are components, unless the operation's example has a value for them.
 */
export function parametersOf(
  { definition, example }: DescribedRoute,
  components: Components,
): readonly object[] {
  const { params, query, access, conditions } = definition
  const examples: Readonly<Record<string, string>> = { ...example.query, ...example.params }
  const fromWorkspace = access.kind === 'workspace' ? access.from : null
  const inQuery = parametersIn('query', query)
  const listed = fromWorkspace === 'query' && !inQuery.some(({ name }) => name === workspaceQuery.name)
  const own = (one: Parameter): object => describe(one, examples[one.name], components)
  return [
    ...parametersIn('path', params).map(own),
    ...(fromWorkspace === 'header' ? [components.add('parameters', 'WorkspaceHeader', workspaceHeader)] : []),
    ...(listed ? [components.add('parameters', 'WorkspaceQuery', workspaceQuery)] : []),
    ...inQuery.map(own),
    ...(conditions === true ? [components.add('parameters', 'Conditions', conditionsParameter)] : []),
  ]
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly property: TSchema & { readonly description?: string }
}

function parametersIn(place: 'path' | 'query', schema: TSchema | undefined): readonly Parameter[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectShape
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && property.default === undefined),
    property,
  }))
}

/** A component holds the schema itself: the name is the parameter's. */
function describe(
  { property, ...parameter }: Parameter,
  example: string | undefined,
  components: Components,
): object {
  const { description, ...schema } = Object.fromEntries(Object.entries(property)) as typeof property
  const whole = {
    ...parameter,
    ...(description === undefined ? {} : { description }),
    schema: components.open(schema),
  }
  const name = nameOfSchema(property)
  if (name === null || example !== undefined)
    return example === undefined ? whole : { ...whole, example: typed(schema, example) }
  return components.add('parameters', name, whole)
}

/** Converts the string of a query string or path to the type of its schema. */
function typed(schema: object, text: string): unknown {
  const { type } = schema as { readonly type?: unknown }
  return type === 'integer' || type === 'number' || type === 'boolean' ? (JSON.parse(text) as unknown) : text
}

const text = { type: 'string' }
const workspaceHeader = {
  name: 'X-Workspace-ID',
  in: 'header',
  required: true,
  description: 'The id of the workspace, as in GET /api/v1/user/workspaces',
  schema: text,
}
const workspaceQuery = {
  name: 'workspace_id',
  in: 'query',
  required: true,
  description: 'The id of the workspace',
  schema: text,
}

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
      properties: { field: text, op: { type: 'string', enum: filterOperators, default: 'eq' }, value: text },
    },
  },
}
