import { randomInt } from 'node:crypto'
import t, { type Test } from 'tap'
import { routeTable } from '../../core/http/route-table.js'
import type { Called } from '../support/service.js'
import { brokenEscapes, faultOf, hostileTexts, someOf } from './hostile.js'
import { inParallel, overEachStore, store, type StoreService } from './stores.js'

/** The texts a caller may choose freely: anything is a name, and a name that nobody has finds nothing. */
const freeTexts: ReadonlySet<string> = new Set(['event', 'property', 'name', 'breakdown'])
/** Values that get past what is required. */
const given: Readonly<Record<string, string>> = { event: 'e', property: 'p', name: 'e', metric: 'dau' }

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly default?: unknown
}

/** One address with its query parameters; `base` is what the address itself needs. */
interface Door {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly base: Readonly<Record<string, string>>
  readonly parameters: Readonly<Record<string, Schema>>
  readonly takesConditions: boolean
  readonly token: string | null
  readonly workspace: string | null
}

/** Every route, and GET /metrics/query as every metric. */
function doorsOf(service: StoreService, workspace: string, ingestKey: string): readonly Door[] {
  return routeTable(service.service.registry).flatMap(({ definition, conditions }) => {
    const { method, path, access } = definition
    const schema = (definition.query ?? {}) as Schema
    const required = (of: Schema): Record<string, string> =>
      Object.fromEntries((of.required ?? []).map((name) => [name, given[name] ?? 'x']))
    const door: Door = {
      name: `${method} ${path}`,
      method,
      path: path.replaceAll(/:(\w+)/g, (_, name: string) => given[name] ?? 'x'),
      base: {
        ...required(schema),
        ...(access.kind === 'workspace' && access.from === 'query' ? { workspace_id: workspace } : {}),
      },
      parameters: schema.properties ?? {},
      takesConditions: conditions === true,
      token: access.kind === 'ingest' ? ingestKey : service.token,
      workspace: access.kind === 'workspace' && access.from === 'header' ? workspace : null,
    }
    if (path !== '/api/v1/metrics/query') return [door]
    return [...service.service.registry.metrics.values()].map(({ definition: metric }) => {
      const own = metric.params as Schema
      const key = metric.key
      const base = { ...required(own), metric: metric.argument === 'metric' ? `${key}:sum` : key }
      return { ...door, name: `${door.name} ${key}`, base, parameters: own.properties ?? {} }
    })
  })
}

const address = (): string => Array.from({ length: 4 }, () => randomInt(256)).join('.')

/** With `more` behind what the address needs, as it stands; `less` is left out. */
function knock(service: StoreService, door: Door, more: string, less?: string): Promise<Called> {
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

interface Knock {
  readonly door: Door
  readonly more: string
  readonly less?: string
  /** What else must be true of the answer; the shape of every refusal is looked at anyway. */
  readonly wrong?: (answer: Called) => string | null
}

async function knockAll(t: Test, service: StoreService, knocks: readonly Knock[], what: string): Promise<void> {
  const faults: string[] = []
  await inParallel(knocks, async ({ door, more, less, wrong }) => {
    const answer = await knock(service, door, more, less)
    const fault = faultOf(answer) ?? wrong?.(answer) ?? null
    if (fault !== null) faults.push(`${door.name} ? ${more.slice(0, 100)}: ${fault}`)
  })
  t.ok(knocks.length > 0)
  t.strictSame(faults, [], `${what}: ${knocks.length} requests`)
}

const refused = (answer: Called): string | null =>
  answer.status === 422 ? null : `${answer.status}, not 422: ${JSON.stringify(answer.body).slice(0, 200)}`

/** A workspace that nobody has. */
const shutOut = (answer: Called): string | null => (answer.status === 403 ? null : refused(answer))

interface Row {
  readonly count?: number
}

const rowsOf = (rows: readonly Row[]): number => rows.reduce((sum, { count = 1 }) => sum + count, 0)

/** The same as without the parameter, or nothing at all, but no other number. */
const nothingNew =
  (events: number) =>
  (answer: Called): string | null => {
    if (answer.status === 422) return null
    if (answer.status !== 200) return `status ${answer.status}`
    const { data } = answer.body as { data: unknown }
    const count = Array.isArray(data) ? rowsOf(data as Row[]) : (data as { total: number }).total
    return count === 0 || count === events ? null : `an answer of ${count}: ${JSON.stringify(data).slice(0, 200)}`
  }

function badValues(name: string, schema: Schema, turn: number): readonly string[] {
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

const encoded = (name: string, value: string): string => `${name}=${encodeURIComponent(value)}`

const badConditions: readonly string[] = [
  'conditions',
  'conditions=1',
  'conditions[]=1',
  'conditions[0]=x',
  'conditions[0][field]=',
  'conditions[0][value]=1',
  'conditions[0][op]=eq',
  'conditions[-1][field]=a&conditions[-1][value]=1',
  'conditions[x][field]=a',
  'conditions[01][field]=a',
  'conditions[99999999999][field]=a',
  'conditions[0][field][0]=a',
  'conditions[0][field]=a&conditions[0][fields]=b',
  'conditions[0][__proto__]=a',
  'conditions[__proto__][field]=a',
  'conditions[0][field]=a&conditions[0][field]=b&conditions[0][value]=1',
  'conditions[0][field]=a&conditions[0][op]=eq&conditions[0][operator]=eq&conditions[0][value]=1',
  'conditions[0][field]=a&conditions[0][value]=1&conditions[0][value][]=2',
  'conditions[0][field]=a&conditions[0][value][0]=1&conditions[0][value][]=2',
  'conditions[0][field]=a&conditions[0][value][0]=1&conditions[0][value][0]=2',
  'conditions[0][field]=a',
  'conditions[0][field]=a&conditions[0][op]=nope&conditions[0][value]=1',
  'conditions[0][field]=a&conditions[0][op]=&conditions[0][value]=1',
  'conditions[0][field]=a&conditions[0][op]=__proto__&conditions[0][value]=1',
  'conditions[0][field]=a&conditions[0][op]=constructor&conditions[0][value]=1',
  'conditions[0][field]=a&conditions[0][op]=contains',
  'conditions[0][field]=a&conditions[0][op]=contains&conditions[0][value][]=x',
  'conditions[0][field]=a&conditions[0][op]=in',
  'conditions[0][field]=a&conditions[0][op]=in&conditions[0][value]=',
  'conditions[0][field]=a&conditions[0][op]=gt&conditions[0][value]=abc',
  'conditions[0][field]=a&conditions[0][op]=gt&conditions[0][value]=1e999',
  'conditions[0][field]=a&conditions[0][op]=lt&conditions[0][value]=2020-02-30',
  'conditions[0][field]=a&conditions[0][op]=is_set&conditions[0][value]=1',
  'conditions[0][field]=timestamp&conditions[0][value]=yesterday',
  'conditions[0][field]=timestamp&conditions[0][op]=contains&conditions[0][value]=2020',
  ...['(', ')', '*', '[z-a]', 'a{2,1}', 'a{1001}', '(?=a)', '(?<!a)', '\\1', '\\', '(?P<n', '\\p{Nope}', '[[:nope:]]'].map(
    (pattern) => `conditions[0][field]=a&conditions[0][op]=regex&${encoded('conditions[0][value]', pattern)}`,
  ),
  'conditions[0][field]=trait:&conditions[0][value]=1',
  'conditions[0][field]=properties.&conditions[0][value]=1',
  `conditions[0][field]=${'f'.repeat(1_001)}&conditions[0][value]=1`,
  `conditions[0][field]=a&conditions[0][op]=${'o'.repeat(5_000)}&conditions[0][value]=1`,
  `conditions[0][${'p'.repeat(5_000)}]=1`,
  Array.from({ length: 101 }, (_, n) => `conditions[${n}][field]=a&conditions[${n}][value]=1`).join('&'),
  `conditions[0][field]=a&conditions[0][op]=in&conditions[0][value]=${Array.from({ length: 1_001 }, (_, n) => n).join(',')}`,
]

const unknownNames = ['__proto__', 'constructor', 'prototype', 'toString', '__proto__[x]', 'a[b]', '', '%20', "'--", '😀']

t.setTimeout(120_000)
await overEachStore(t, async (t, service) => {
  const { id, ingestKey } = await service.workspace()
  await store(service, ingestKey, [
    { event: 'e', device_id: 'd', properties: { p: 5, q: 'text' } },
    { event: 'e', device_id: 'd2', properties: { p: 'x' } },
  ])
  const doors = doorsOf(service, id, ingestKey)
  const baseline = async (): Promise<unknown> =>
    Promise.all(
      doors
        .filter(({ takesConditions }) => takesConditions)
        .map(async (door) => (await knock(service, door, '')).body as unknown),
    )
  const before = await baseline()
  const named = doors.flatMap((door) =>
    Object.entries(door.parameters).map(([name, schema]) => ({ door, name, schema })),
  )

  await t.test('values that are not of the parameter', async (t) => {
    const knocks = named.flatMap(({ door, name, schema }, turn) =>
      badValues(name, schema, turn).map((value) => {
        const free = freeTexts.has(name) && (schema.maxLength ?? Infinity) >= value.length
        const wrong = name === 'workspace_id' ? shutOut : free ? nothingNew(2) : refused
        return { door, more: encoded(name, value), less: name, wrong }
      }),
    )
    // A key is checked by who reads it: a wrong one does not get in at all.
    const checked = knocks.filter(({ less }) => less !== 'token')
    await knockAll(t, service, checked, 'bad values')
  })

  await t.test('escapes, repetitions and lists', async (t) => {
    const wrongOf = (name: string) => (name === 'workspace_id' ? shutOut : refused)
    const knocks = named.flatMap(({ door, name }) => [
      ...brokenEscapes.map((escape) => ({ door, more: `${name}=${escape}`, less: name, wrong: wrongOf(name) })),
      ...[`${name}=1&${name}=2`, `${name}[]=1`, `${name}[0]=1`, `${name}[a]=1`, `${name}.a=1`].map((more) => ({
        door,
        more,
        less: name,
        wrong: wrongOf(name),
      })),
    ])
    await knockAll(t, service, knocks.filter(({ less }) => less !== 'token'), 'escapes')
  })

  await t.test('names that nobody knows', async (t) => {
    const nearly = named.map(({ door, name }) => ({
      door,
      more: `${name}x=1`,
      wrong: (answer: Called) =>
        refused(answer) ??
        (String(answer.body.message).includes(`unknown parameter "${name}x"; did you mean ${name}?`)
          ? null
          : String(answer.body.message)),
    }))
    const strange = doors.flatMap((door) =>
      [...unknownNames, 'n'.repeat(5_000)].map((name) => ({
        door,
        more: `${name.includes('%') ? name : encodeURIComponent(name)}=1`,
        wrong: refused,
      })),
    )
    await knockAll(t, service, [...nearly, ...strange], 'unknown names')
  })

  await t.test('conditions that make no sense', async (t) => {
    const knocks = doors.flatMap((door, turn) => {
      const all = door.takesConditions && turn % 3 === 0
      return (all ? badConditions : someOf(badConditions, turn)).map((more) => ({ door, more, wrong: refused }))
    })
    await knockAll(t, service, knocks, 'malformed conditions')
    const fields = ['.', '..', 'a.', '.a', 'a..b', 'properties..', 'trait:a.b', ':', 'a:b', '(none)', ...hostileTexts]
    const hostile = doors
      .filter(({ takesConditions, path }) => takesConditions && /\/(dau|query|events\/raw)$/.test(path))
      .flatMap((door, turn) =>
        someOf(fields, turn, 25).flatMap((text) => [
          { door, more: `${encoded('conditions[0][field]', text)}&conditions[0][value]=x`, wrong: nothingNew(2) },
          { door, more: `conditions[0][field]=q&${encoded('conditions[0][value]', text)}`, wrong: nothingNew(2) },
          {
            door,
            more: `conditions[0][field]=q&conditions[0][op]=contains&${encoded('conditions[0][value]', text)}`,
            wrong: nothingNew(2),
          },
        ]),
      )
    await knockAll(t, service, hostile, 'hostile conditions')
  })

  await t.test('workspaces, keys and paths that are none', async (t) => {
    const faults: string[] = []
    const look = (what: string, answer: Called, statuses: readonly number[]): void => {
      const fault = statuses.includes(answer.status) ? faultOf(answer) : `status ${answer.status}`
      if (fault !== null) faults.push(`${what.slice(0, 100)}: ${fault}`)
    }
    const headers = hostileTexts.filter((text) => /^[\x20-\x7e\t]+$/.test(text))
    for (const text of [...headers, `${id} `, `${id}x`, id.toUpperCase(), `${id}, ${id}`, 'é']) {
      const same = text.trim() === id
      const statuses = same ? [200] : text.trim() === '' ? [422] : [403]
      look(`workspace ${text}`, await service.call('GET', '/api/v1/metrics/dau', { workspace: text }), statuses)
      const authorization = { headers: { authorization: `Bearer ${text}` }, token: null, workspace: id }
      look(`bearer ${text}`, await service.call('GET', '/api/v1/metrics/dau', authorization), [401])
      const key = { headers: { 'x-api-key': text }, token: null, body: '{}' }
      look(`key ${text}`, await service.call('POST', '/v1/events', key), [401])
    }
    const paths = ['', '/x', '/%00', '/%E0%A4%A', '/%', '/..%2f..%2fetc%2fpasswd', `/${'a/'.repeat(2_000)}`, '/%5c']
    for (const path of paths) {
      look(`path ${path}`, await service.call('GET', `/api/v1/metrics/dau${path}`, {}), path === '' ? [422] : [404, 422])
      look(`asset ${path}`, await service.call('GET', `/docs/assets${path}x`, {}), [404, 422])
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST'])
      look(method, await service.call(method, '/api/v1/metrics/dau', { workspace: id }), [405])
    t.strictSame(faults, [])
  })

  await t.test('requests that are longer than any', async (t) => {
    for (const length of [20_000, 100_000, 400_000]) {
      const query = `timezone=${'a'.repeat(length)}`
      const answer = await service.call('GET', '/api/v1/metrics/dau', { query, workspace: id })
      t.equal(answer.status, 431, `${length} characters`)
      t.equal(answer.body.error, 'VALIDATION_ERROR')
      t.notMatch(JSON.stringify(answer.body), /HPE|parse|node/i)
    }
  })

  t.strictSame(await baseline(), before, 'nothing has changed')
})
