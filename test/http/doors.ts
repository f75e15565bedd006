import type { Test } from 'tap'
import { routeTable } from '../../http/route-table.js'
import type { Called } from '../support/request.js'
import { faultOf, hostileTexts, someOf } from './hostile.js'
import type { TestService } from '../support/service.js'
import { address, inParallel } from '../support/send.js'

/** Parameters with free values: any string is a valid name, and one that does not exist finds nothing. */
const freeTexts: ReadonlySet<string> = new Set([
  'event',
  'property',
  'name',
  'breakdown',
  'service',
  'source',
  'dimension',
  'email',
  'actor',
  'action',
  'search',
])
/** Whether any string is a valid value: the dictionary's lists go on after a name, all others after a cursor. */
export const isFree = (path: string, name: string): boolean =>
  freeTexts.has(name) ||
  (name === 'after' && path.includes('/dictionary/')) ||
  (['tag', 'owner', 'path'].includes(name) && path.endsWith('/questions'))
/** Values for required parameters. */
const given: Readonly<Record<string, string>> = {
  event: 'e',
  property: 'p',
  name: 'e',
  metric: 'dau',
  segment: 'new',
  call: 'track',
  source: 'events',
  field: 'device_id',
  version: '1',
}

export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly default?: unknown
}

/** One path with its query parameters; `base` is what the path itself requires. */
export interface Door {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly base: Readonly<Record<string, string>>
  readonly parameters: Readonly<Record<string, Schema>>
  readonly takesConditions: boolean
  /** Whether any query string is accepted. */
  readonly takesAnything: boolean
  readonly token: string | null
  readonly workspace: string | null
}

const queried = '/api/v1/metrics/query'
/** Takes the parameters of the metric that it explains. */
const explained = 'GET /api/v1/metrics/explain'

/** One list of persons gets all queries; the others only those that their metric's route does not get. */
const isTwin = (path: string): boolean =>
  path.endsWith('/people') && path.startsWith('/api/v1/metrics/') && path !== '/api/v1/metrics/dau/people'
const ofTwins: ReadonlySet<string> = new Set(['date', 'dimension', 'limit', 'offset', 'count_total'])

const parametersOf = (path: string, { properties = {} }: Schema): Readonly<Record<string, Schema>> =>
  isTwin(path)
    ? Object.fromEntries(Object.entries(properties).filter(([name]) => ofTwins.has(name)))
    : properties

/** A saved question: its route checks a request against what is saved. */
async function questionIn(
  service: TestService,
  workspace: string,
): Promise<Readonly<Record<string, string>>> {
  const body = { name: 'q', question: { path: '/api/v1/metrics/dau' } }
  const made = await service.call('POST', '/api/v1/questions', { workspace, body })
  return { id: String(made.body.data.id) }
}

/** The values for paths of boards: an existing one, with a tile and a link. */
async function boardIn(service: TestService, workspace: string): Promise<Readonly<Record<string, string>>> {
  const make = async (path: string, body: object): Promise<Readonly<Record<string, string>>> =>
    (await service.call('POST', `/api/v1/boards${path}`, { workspace, body })).body.data
  const { id = '' } = await make('', { name: 'x' })
  const question = { path: '/api/v1/metrics/dau' }
  const { id: tile = '' } = await make(`/${id}/tiles`, { title: 'x', chart: 'line', question })
  const { token = '' } = await make(`/${id}/links`, {})
  return { id, tile, token }
}

/** Every route, and GET /metrics/query once per metric. */
export async function doorsOf(
  service: TestService,
  workspace: string,
  ingestKey: string,
): Promise<readonly Door[]> {
  const board = await boardIn(service, workspace)
  const question = await questionIn(service, workspace)
  return routeTable(service.service.registry).flatMap(({ definition }) => {
    const { method, path, access, conditions } = definition
    const schema = (definition.query ?? {}) as Schema
    const names = path.includes('/boards/') ? board : path.includes('/questions/') ? question : given
    const required = (of: Schema): Record<string, string> =>
      Object.fromEntries((of.required ?? []).map((name) => [name, given[name] ?? 'x']))
    const door: Door = {
      name: `${method} ${path}`,
      method,
      path: path.replaceAll(/:(\w+)/g, (_, name: string) => names[name] ?? (name === 'version' ? '1' : 'x')),
      base: {
        ...required(schema),
        ...(access.kind === 'workspace' && access.from === 'query' ? { workspace_id: workspace } : {}),
      },
      parameters: parametersOf(path, schema),
      takesConditions: conditions === true && !isTwin(path),
      takesAnything: definition.anyQuery === true,
      token: access.kind === 'ingest' ? ingestKey : service.token,
      workspace: access.kind === 'workspace' && access.from === 'header' ? workspace : null,
    }
    if (door.name === explained) return [{ ...door, parameters: {} }]
    if (path !== queried && path !== `${queried}/people`) return [door]
    const metrics = [...service.service.registry.metrics.values()]
    const answering = metrics.filter(({ definition }) => path === queried || definition.people !== undefined)
    return answering.map(({ definition: metric }) => {
      const own = metric.params as Schema
      const key = metric.key
      const base = { ...required(own), metric: metric.argument === 'metric' ? `${key}:sum` : key }
      return { ...door, name: `${door.name} ${key}`, base, parameters: own.properties ?? {} }
    })
  })
}

/** Calls the door with `more` appended, unencoded, to its required parameters, without `less`. */
export function knock(service: TestService, door: Door, more: string, less?: string): Promise<Called> {
  const { method, path, base, token, workspace } = door
  const kept = Object.entries(base).filter(([name]) => name !== less)
  const pairs = kept.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return service.call(method, path, {
    query: [...pairs, ...(more === '' ? [] : [more])].join('&'),
    token,
    headers: { 'x-forwarded-for': address() },
    ...(workspace === null ? {} : { workspace }),
  })
}

export interface Knock {
  readonly door: Door
  readonly more: string
  readonly less?: string
  /** An additional check of the response; the shape of every error is checked anyway. */
  readonly wrong?: (answer: Called) => string | null
}

export async function knockAll(
  t: Test,
  service: TestService,
  knocks: readonly Knock[],
  what: string,
): Promise<void> {
  const faults: string[] = []
  await inParallel(knocks, async ({ door, more, less, wrong }) => {
    const answer = await knock(service, door, more, less)
    const fault = faultOf(answer) ?? wrong?.(answer) ?? null
    if (fault !== null) faults.push(`${door.name} ? ${more.slice(0, 100)}: ${fault}`)
  })
  t.ok(knocks.length > 0)
  t.strictSame(faults, [], `${what}: ${knocks.length} requests`)
}

export const refused = (answer: Called): string | null =>
  answer.status === 422 ? null : `${answer.status}, not 422: ${JSON.stringify(answer.body).slice(0, 200)}`

/** Checks the error for an unknown parameter. */
export const refusedAt = (door: Door): ((answer: Called) => string | null) =>
  door.takesAnything ? () => null : refused

/** A workspace that does not exist. */
const shutOut = (answer: Called): string | null => (answer.status === 403 ? null : refused(answer))

/** Names that may be unknown resources: the metric's own route has them in the path. */
const notThere = (answer: Called): string | null => (answer.status === 404 ? null : refused(answer))

/** Checks the error for a parameter's invalid value. */
export const refusalOf = (name: string): ((answer: Called) => string | null) =>
  name === 'workspace_id' ? shutOut : name === 'segment' ? notThere : refused

interface Row {
  readonly count?: number
  /** For the bare list of segments, each of whose two categories has every person. */
  readonly users?: number
  readonly category?: string
}

const rowsOf = (rows: readonly Row[]): number =>
  rows.reduce(
    (sum, { count, users, category }) => sum + (category === 'engagement' ? 0 : (count ?? users ?? 1)),
    0,
  )

/**
 * The same as without the parameter, or nothing, but no other number; `mean` is that of a metric of shares.
 */
export const nothingNew =
  (events: number, mean = events) =>
  (answer: Called): string | null => {
    if (answer.status === 422) return null
    if (answer.status !== 200) return `status ${answer.status}`
    const { body } = answer as { body: unknown }
    const data = Array.isArray(body) ? (body as unknown) : (body as { data: unknown }).data
    // A selection of the columns; plugins/explore/sources.test checks which.
    if ('fields' in (data as object)) return null
    const { values, total } = data as { readonly values?: readonly string[]; readonly total?: number }
    const list = Object.values(data as object).find((one): one is readonly unknown[] => Array.isArray(one))
    const count = Array.isArray(data) ? rowsOf(data as Row[]) : (values?.length ?? total ?? list?.length ?? 0)
    return count === 0 || count === events || Math.abs(count - mean) < 1e-9
      ? null
      : `an answer of ${count}: ${JSON.stringify(data).slice(0, 200)}`
  }

export function badValues(name: string, schema: Schema, turn: number): readonly string[] {
  const texts = someOf(hostileTexts, turn)
  const numbers = ['1.5', '1e400', '-1', '9'.repeat(400), '0x10', '1e1', ' 1', '1 ', '+1', '٣', '']
  const over = schema.maximum === undefined ? [] : [String(schema.maximum + 1), String(schema.maximum * 10)]
  const under = schema.minimum === undefined ? [] : [String(schema.minimum - 1)]
  const long = 'a'.repeat((schema.maxLength ?? 4_000) + 1)
  switch (schema.type) {
    case 'integer':
    case 'number':
      return [...numbers, 'true', ...over, ...under, ...texts]
    case 'boolean':
      return ['', '2', '-1', 'TRUE', 'yes', ...texts]
    default:
      return [...texts, long, ...(freeTexts.has(name) ? [] : ['', '1', 'true'])]
  }
}

export const encoded = (name: string, value: string): string => `${name}=${encodeURIComponent(value)}`
