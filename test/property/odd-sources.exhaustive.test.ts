import t, { type Test } from 'tap'
import { at, openIngestion, type Ingestion } from '../http/ingestion.js'
import { testService } from '../support/service.js'
import { everyStore as stores } from '../support/every-store.js'
import type { Called } from '../support/request.js'
import { alike, call, objectOf, today, type Ingestions } from './alike.js'
import { long, names, numbers } from './odd-names.js'

/**
 * Odd names and values of traits, log fields and labels, alike on every storage. For those of events see
 * odd-values.
 */
const services = await Promise.all(stores.map((store) => testService(t, { store })))
const benches = (): Promise<Ingestions> => Promise.all(services.map(openIngestion))

type Ask = (fixture: Ingestion) => Promise<Called>

interface Source {
  readonly id: 'user_traits' | 'logs' | 'metrics'
  readonly door: string
  /** One item as JSON text, with this object. */
  readonly line: (n: number, object: string) => string
  /** The prefix of names in /data/sources and in queries. */
  readonly prefix: string
  readonly asked: string
  readonly question: string
  readonly more: Readonly<Record<string, string>>
  /** The stored rows, complete. */
  readonly rows: (count: number) => Ask
}

const sources: readonly Source[] = [
  {
    id: 'user_traits',
    door: '/v1/events',
    line: (n, object) =>
      [
        `{"type":"identify","device_id":"d${n}","user_id":"u${n}","timestamp":"${at(1_000 * n)}","traits":${object}}`,
        `{"event":"seen","device_id":"d${n}","timestamp":"${at(1_000 * n)}"}`,
      ].join('\n'),
    prefix: 'traits.',
    asked: 'trait:',
    question: 'metrics/dau',
    more: {},
    rows:
      (count) =>
      ({ service, id }) =>
        service.call('POST', '/api/v1/people/profiles', {
          workspace: id,
          body: {
            people: Array.from({ length: count }, (_, n) => ({ device_id: `d${n}`, user_id: `u${n}` })),
          },
        }),
  },
  {
    id: 'logs',
    door: '/v1/logs',
    line: (n, object) => `{"message":"m","timestamp":"${at(1_000 * n)}","data":${object}}`,
    prefix: 'message.',
    asked: 'message.',
    question: 'metrics/logs',
    more: {},
    rows: () => call('metrics/logs/raw', { ...today, limit: '100' }),
  },
  {
    id: 'metrics',
    door: '/v1/metrics',
    line: (n, object) => `{"name":"up","value":1,"timestamp":"${at(1_000 * n)}","labels":${object}}`,
    prefix: 'labels.',
    asked: 'labels.',
    question: 'metrics/query',
    more: { metric: 'metric:up:count' },
    rows: () => call('data/sources/metrics/values/name', {}),
  },
]

const asksOf = ({ id, prefix, asked, question, more }: Source) => ({
  fields: call(`data/sources/${id}/fields`, {}),
  values: (name: string) => call(`data/sources/${id}/values/${encodeURIComponent(prefix + name)}`, {}),
  breakdown: (name: string) => call(question, { ...today, ...more, breakdown: asked + name }),
  filter: (name: string, op: string, value?: string) =>
    call(question, {
      ...today,
      ...more,
      'conditions[0][field]': asked + name,
      'conditions[0][op]': op,
      ...(value === undefined ? {} : { 'conditions[0][value]': value }),
    }),
})

async function store(
  t: Test,
  all: Ingestions,
  { door, line }: Source,
  objects: readonly string[],
): Promise<Called> {
  const body = objects.map((object, n) => line(n, object)).join('\n')
  return alike(t, all, 'storing', ({ service, key }) => service.call('POST', door, { token: key, body }))
}

for (const source of sources) {
  const { fields, values, breakdown, filter } = asksOf(source)

  await t.test(`${source.id}: names`, async (t) => {
    const all = await benches()
    const objects = names.map((name, n) =>
      objectOf([[name, n % 3 === 0 ? '7' : n % 3 === 1 ? '"seven"' : 'true']]),
    )
    t.equal((await store(t, all, source, objects)).status, 202)
    const rows = await alike(t, all, 'rows', source.rows(names.length))
    t.equal(rows.status, 200)
    const { body: listed } = await alike(t, all, 'fields', fields)
    const offered = (listed.data.fields as { name: string }[]).map(({ name }) => name)
    for (const name of ['plain', '😀', 'constructor', '__proto__', long])
      t.ok(offered.includes(source.prefix + name), `${name.slice(0, 20)} is listed`)
    for (const [n, name] of names.entries()) {
      const value = n % 3 === 0 ? '7' : n % 3 === 1 ? 'seven' : 'true'
      await alike(t, all, `values of ${JSON.stringify(name)}`, values(name))
      await alike(t, all, `breakdown by ${JSON.stringify(name)}`, breakdown(name))
      const asked = await alike(t, all, `filter by ${JSON.stringify(name)}`, filter(name, 'eq', value))
      if (/^[\p{L}\p{Emoji}_]+$/u.test(name))
        // In log fields a query string's value matches only strings; elsewhere also numbers and booleans
        // written like it.
        t.strictSame(
          [asked.status, asked.body.data?.total],
          [200, source.id === 'logs' && n % 3 !== 1 ? 0 : 1],
          JSON.stringify(name),
        )
      await alike(t, all, `existence of ${JSON.stringify(name)}`, filter(name, 'exists'))
    }
  })

  await t.test(`${source.id}: numbers`, async (t) => {
    const all = await benches()
    t.equal(
      (
        await store(
          t,
          all,
          source,
          numbers.map((number) => `{"n":${number}}`),
        )
      ).status,
      202,
    )
    await alike(t, all, 'rows', source.rows(numbers.length))
    await alike(t, all, 'fields', fields)
    await alike(t, all, 'values', values('n'))
    await alike(t, all, 'breakdown', breakdown('n'))
    for (const number of numbers)
      for (const op of ['eq', 'neq', 'gt', 'lte'])
        await alike(t, all, `${op} ${number}`, filter('n', op, String(Number(number))))
  })

  await t.test(`${source.id}: long values`, async (t) => {
    const all = await benches()
    const nested = (depth: number): string =>
      depth === 0 ? '"leaf"' : `{"n${depth % 3}":${nested(depth - 1)}}`
    const wide = (count: number): string =>
      objectOf(Array.from({ length: count }, (_, n) => [`p${n}`, n % 2 === 0 ? String(n) : `"v${n}"`]))
    const objects = [
      wide(100),
      ...(source.id === 'metrics' ? [] : [wide(200), `{"text":"${'é'.repeat(5_000)}"}`]),
      ...(source.id === 'metrics'
        ? []
        : [
            `{"list":[${Array.from({ length: 1_000 }, (_, n) => (n % 3 === 0 ? `"t${n}"` : n % 3 === 1 ? '[1.5,true]' : '{}')).join()}]}`,
            `{"deep":${nested(20)}}`,
            '{"list":[],"none":null,"empty":{},"blank":"","nest":[[[[]]]]}',
          ]),
      `{"text":"${'😀'.repeat(100)}","blank":""}`,
    ]
    t.equal((await store(t, all, source, objects)).status, 202)
    await alike(t, all, 'rows', source.rows(objects.length))
    await alike(t, all, 'fields', fields)
    const path = Array.from({ length: 20 }, (_, n) => `n${(20 - n) % 3}`).join('.')
    for (const name of ['text', 'list', 'blank', 'nest', 'p0', 'p99', `deep.${path}`, 'none', 'empty']) {
      await alike(t, all, `values of ${name}`, values(name))
      await alike(t, all, `breakdown by ${name}`, breakdown(name))
      await alike(t, all, `existence of ${name}`, filter(name, 'exists'))
    }
  })

  await t.test(`${source.id}: what cannot be stored is rejected alone, with its reason`, async (t) => {
    const all = await benches()
    const nested = (depth: number): string => (depth === 0 ? '1' : `{"a":${nested(depth - 1)}}`)
    for (const bad of ['{"":1}', '{"n":1e400}', `{"a":${nested(40)}}`, '"text"', '[1]']) {
      const lines = [source.line(0, '{"good":1}'), source.line(1, bad)]
      const { status, body } = await alike(t, all, bad.slice(0, 40), ({ service, key }) =>
        service.call('POST', source.door, { token: key, body: lines.join('\n') }),
      )
      t.equal(status, 207, bad.slice(0, 40))
      t.match(body, { rejected: 1, errors: [{ error: /\w+/ }] })
    }
  })
}
