import type { TSchema } from 'typebox'
import { grains, unknownName } from '../../contract/index.js'
import { RegistrationError } from './registration-error.js'
import type { AnyMetric, AnyQuery, AnyRoute } from './definitions.js'

/** The common parameters of metric endpoints; a metric's own parameters must not shadow them. */
export const reservedParameters: ReadonlySet<string> = new Set([
  'range',
  'granularity',
  'timezone',
  'week_start',
  'breakdown',
  'breakdowns',
  'breakdown_bins',
  'breakdown_limit',
  'compare',
  'conditions',
  'filter',
  'audience',
  'audience_id',
  'metric',
  'token',
  'limit',
  'offset',
  'count_total',
  'date',
  'dimension',
  'dimensions',
])

const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
const segment = /^(?::[A-Za-z][A-Za-z0-9_]*|[A-Za-z0-9_.-]+)$/
const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

export const isKebabCase = (name: string): boolean => kebabCase.test(name)

/** Returns the names of a path's :parameters, in order. */
export const pathNames = (path: string): readonly string[] =>
  path
    .split('/')
    .filter((part) => part.startsWith(':'))
    .map((part) => part.slice(1))

export function checkMetric(plugin: string, metric: AnyMetric): void {
  const subject = `metric ${metric.key}`
  const reject = rejecter(plugin, subject)
  if (!snakeCase.test(metric.key)) reject('its key must be snake_case')
  checkPath(reject, metric.path ?? metric.key)
  // Plugins written in JavaScript have no compiler to report this.
  const { properties } = (metric as { readonly params?: AnyMetric['params'] }).params ?? {}
  if (properties === undefined) return reject('params is required; use Type.Object({}) for none')
  const own = Object.keys(properties)
  for (const name of own) {
    // GET /metrics/query uses the name `metric` for the metric's key. The metric's own parameter is then part
    // of the key: <key>:<argument>.
    const inKey = name === 'metric' && metric.argument === name
    if (reservedParameters.has(name) && !inKey)
      reject(`its parameter ${name} shadows a common parameter; rename it`)
  }
  if (metric.actors === true && own.includes('actor'))
    reject('its parameter actor shadows that of metrics with actors; rename it')
  for (const name of pathNames(metric.path ?? ''))
    if (!own.includes(name)) reject(`its path has :${name}, but params does not`)
  if (typeof metric.argument === 'string' && !own.includes(metric.argument))
    reject(`its argument ${metric.argument} is not one of its params`)
  if (metric.people !== undefined && !['series', 'top'].includes(metric.answer))
    reject('people requires the answer series or top')
  if (metric.answer !== 'series')
    for (const name of ['total', 'sparse', 'dimensions', 'additive'] as const)
      if (metric[name] !== undefined) reject(`${name} requires the answer series`)
  if (metric.grain !== undefined && !grains.includes(metric.grain))
    reject(unknownName('granularity', metric.grain, grains))
}

export function checkQuery(plugin: string, query: AnyQuery): void {
  const reject = rejecter(plugin, `query ${query.key}`)
  if (!snakeCase.test(query.key)) reject('its key must be snake_case')
  checkPath(reject, query.path)
  if (pathNames(query.path).length > 0) reject('its path must have no parameters; its input is the body')
}

export function checkRoute(plugin: string, route: AnyRoute): void {
  const reject = rejecter(plugin, `route ${route.method} ${route.path}`)
  if (!route.path.startsWith('/')) reject('its path must start with /')
  if (route.path !== '/') checkPath(reject, route.path.slice(1))
  const declared = Object.keys(schemaProperties(route.params))
  const named = pathNames(route.path)
  for (const name of named) if (!declared.includes(name)) reject(`:${name} is missing in its params schema`)
  for (const name of declared) if (!named.includes(name)) reject(`params.${name} is not in its path`)
  if (route.body !== undefined && route.raw !== undefined) reject('body and raw exclude each other')
  if (route.conditions === true && route.anyQuery === true)
    reject('conditions and anyQuery exclude each other')
  if (route.method === 'GET' && (route.body !== undefined || route.raw !== undefined))
    reject('a GET route must have no body')
  if (route.exports === true && !('format' in schemaProperties(route.body)))
    reject('exports requires a body with the field format')
  if (route.access.kind === 'workspace' && route.access.from === 'body' && route.body === undefined)
    reject('access from body requires a body schema')
}

function checkPath(reject: (problem: string) => never, path: string): void {
  for (const part of path.split('/'))
    if (!segment.test(part)) reject(`its path has an invalid segment ${JSON.stringify(part)}`)
}

const schemaProperties = (schema: TSchema | undefined): object =>
  schema !== undefined && 'properties' in schema ? (schema.properties as object) : {}

const rejecter =
  (plugin: string, subject: string) =>
  (problem: string): never => {
    throw new RegistrationError(plugin, subject, problem)
  }
