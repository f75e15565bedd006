import type { TSchema } from 'typebox'
import { grains } from '../contract/index.js'
import { RegistrationError } from './registration-error.js'
import type { AnyMetric, AnyQuery, AnyRoute } from './definitions.js'

/** Parameters that metric endpoints have of themselves; a metric's own may not shadow them. */
export const reservedParameters: ReadonlySet<string> = new Set([
  'range',
  'granularity',
  'timezone',
  'breakdown',
  'breakdown_limit',
  'compare',
  'conditions',
  'audience',
  'audience_id',
  'metric',
  'token',
  'limit',
  'offset',
  'count_total',
  'date',
  'dimension',
])

const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
const segment = /^(?::[A-Za-z][A-Za-z0-9_]*|[A-Za-z0-9_.-]+)$/
const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

export const isPluginName = (name: string): boolean => kebabCase.test(name)

/** The names of a path's :parameters, in order. */
export const pathNames = (path: string): readonly string[] =>
  path
    .split('/')
    .filter((part) => part.startsWith(':'))
    .map((part) => part.slice(1))

export function checkMetric(plugin: string, metric: AnyMetric): void {
  const subject = `metric ${metric.key}`
  const refuse = refuser(plugin, subject)
  if (!snakeCase.test(metric.key)) refuse('a key is snake_case')
  checkPath(refuse, metric.path ?? metric.key)
  // Plugins in JavaScript have no compiler to say so.
  const { properties } = (metric as { readonly params?: AnyMetric['params'] }).params ?? {}
  if (properties === undefined) return refuse('params is required; without parameters it is Type.Object({})')
  const own = Object.keys(properties)
  for (const name of own) {
    // GET /metrics/query takes the metric's key under this name; its own then stands in the key: <key>:<argument>.
    const inKey = name === 'metric' && metric.argument === name
    if (reservedParameters.has(name) && !inKey) refuse(`its parameter ${name} shadows a common one`)
  }
  for (const name of pathNames(metric.path ?? ''))
    if (!own.includes(name)) refuse(`its path has :${name}, which is none of its parameters`)
  if (typeof metric.argument === 'string' && !own.includes(metric.argument))
    refuse(`its argument ${metric.argument} is none of its parameters`)
  if (metric.people !== undefined && !['series', 'top'].includes(metric.answer))
    refuse('persons stand behind the points of a series and the labels of a top list only')
  if (metric.answer !== 'series')
    for (const name of ['total', 'sparse', 'dimensions'] as const)
      if (metric[name] !== undefined) refuse(`${name} is for the answer kind series`)
  if (metric.grain !== undefined && !grains.includes(metric.grain))
    refuse(`unknown granularity ${metric.grain}`)
}

export function checkQuery(plugin: string, query: AnyQuery): void {
  const refuse = refuser(plugin, `query ${query.key}`)
  if (!snakeCase.test(query.key)) refuse('a key is snake_case')
  checkPath(refuse, query.path)
  if (pathNames(query.path).length > 0) refuse('its path has parameters; its input comes in the body')
}

export function checkRoute(plugin: string, route: AnyRoute): void {
  const refuse = refuser(plugin, `route ${route.method} ${route.path}`)
  if (!route.path.startsWith('/')) refuse('a path starts with /')
  if (route.path !== '/') checkPath(refuse, route.path.slice(1))
  const declared = Object.keys(schemaProperties(route.params))
  const named = pathNames(route.path)
  for (const name of named) if (!declared.includes(name)) refuse(`:${name} is missing in its params schema`)
  for (const name of declared) if (!named.includes(name)) refuse(`params.${name} is not in its path`)
  if (route.body !== undefined && route.raw !== undefined) refuse('a body is either JSON or raw')
  if (route.method === 'GET' && (route.body !== undefined || route.raw !== undefined))
    refuse('GET has no body')
  if (route.access.kind === 'workspace' && route.access.from === 'body' && route.body === undefined)
    refuse('the workspace comes from the body, but there is no body schema')
}

function checkPath(refuse: (problem: string) => never, path: string): void {
  for (const part of path.split('/'))
    if (!segment.test(part)) refuse(`its path has an illegal part ${JSON.stringify(part)}`)
}

const schemaProperties = (schema: TSchema | undefined): object =>
  schema !== undefined && 'properties' in schema ? (schema.properties as object) : {}

const refuser =
  (plugin: string, subject: string) =>
  (problem: string): never => {
    throw new RegistrationError(plugin, subject, problem)
  }
