import type { Test } from 'tap'
import type { Called } from '../support/request.js'
import { hostileTexts } from './hostile.js'
import type { TestService } from '../support/service.js'
import { inParallel, store } from '../support/send.js'

/** Property names chosen by an attacker, or in other languages. */
const names: readonly string[] = [
  ...hostileTexts.filter((text) => !text.includes('.') && text.length < 500),
  'plan',
  '`{a:String}`',
  'a%2Eb',
  'Größe',
  '数量',
  'ключ',
  'with space',
  'e\u0301',
  '\u00e9',
  'x'.repeat(500),
  'timestamp ',
  'properties',
  '0',
  '-1',
  'valueOf',
]

export async function propertyNames(t: Test, service: TestService): Promise<void> {
  const { id, ingestKey } = await service.workspace()
  // As JSON text: an object literal's __proto__ would not be a member.
  const lines = names.flatMap((name, index) =>
    [1, 2].map((n) => {
      const member = JSON.stringify(name)
      const properties = `{${member}:${index * 10 + n},"t":{${member}:"v${n}"}}`
      return `{"event":"e","device_id":"d${n}","properties":${properties}}`
    }),
  )
  const sent = await service.call('POST', '/v1/events', { body: lines.join('\n'), token: ingestKey })
  t.equal(sent.status, 202)
  await store(service, ingestKey, [
    { event: 'dots', device_id: 'd', properties: { a: { b: { c: 7 } } } },
    { event: 'dots', device_id: 'd', properties: { 'c%2Ed': 'not nested' } },
  ])
  const total = names.length * 2 + 2
  const wrong: string[] = []
  const get = async (path: string, query: Readonly<Record<string, string>>): Promise<Called['body']> => {
    const answer = await service.call('GET', `/api/v1/metrics/${path}`, {
      query: { range: 'today', ...query },
      workspace: id,
    })
    if (answer.status !== 200) wrong.push(`${path} ${JSON.stringify(query)}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const same = (name: string, what: string, found: unknown, wanted: unknown): void => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      wrong.push(`${JSON.stringify(name)} ${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`)
  }
  const condition = (field: string, op: string, value?: string): Readonly<Record<string, string>> => ({
    'conditions[0][field]': field,
    'conditions[0][op]': op,
    ...(value === undefined ? {} : { 'conditions[0][value]': value }),
  })

  await inParallel([...names.entries()], async ([index, name]) => {
    const field = `properties.${name}`
    const [low, high] = [index * 10 + 1, index * 10 + 2]
    const count = async (query: Readonly<Record<string, string>>): Promise<unknown> =>
      (await get('events', query))?.data?.total
    same(name, 'is_set', await count(condition(field, 'is_set')), 2)
    same(name, 'is_not_set', await count(condition(field, 'is_not_set')), total - 2)
    same(name, 'eq', await count(condition(field, 'eq', String(low))), 1)
    same(name, 'gt', await count(condition(field, 'gt', String(low))), 1)
    same(name, 'nested', await count(condition(`properties.t.${name}`, 'eq', 'v2')), 1)
    same(name, 'ne', await count(condition(`properties.t.${name}`, 'ne', 'v2')), total - 1)
    const broken = await get('events', { breakdown: field })
    const points = broken?.data?.points as { dimension: string; value: number }[] | undefined
    const byDimension = points?.map(({ dimension, value }) => [dimension, value])
    same(name, 'breakdown', byDimension, [
      ['(none)', total - 2],
      [String(low), 1],
      [String(high), 1],
    ])
    const sum = await get('events/custom', { property: field, metric: 'sum' })
    same(name, 'custom', sum?.data?.total, low + high)
    const listed = await get('events/properties', { event: 'e', property: field, breakdown_limit: '1' })
    same(name, 'properties', listed?.data?.total, total - 2)
    const raw = await get('events/raw', condition(field, 'eq', String(high)))
    const shown = JSON.stringify(raw?.data?.[0]?.properties)
    const member = JSON.stringify(name)
    // After parsing and serializing, members may have another order; integer-like names always come first.
    const forms = [`{${member}:${high},"t":{${member}:"v2"}}`, `{"t":{${member}:"v2"},${member}:${high}}`]
    if (!forms.includes(shown)) wrong.push(`${member} raw: ${shown}`)
  })
  const dots = async (field: string): Promise<unknown> =>
    (await get('events', { event: 'dots', ...condition(field, 'is_set') }))?.data?.total
  same('a.b.c', 'dots nest', await dots('properties.a.b.c'), 1)
  same('c%2Ed', '%2E is no dot', await dots('properties.c%2Ed'), 1)
  same('c.d', 'and a dot is no %2E', await dots('properties.c.d'), 0)
  same('a.b', 'an object is not a value of its parts', await dots('properties.a.c'), 0)
  t.strictSame(wrong, [])
  t.equal(({} as { v1?: unknown }).v1, undefined)
}

export async function eventNames(t: Test, service: TestService): Promise<void> {
  const { id, ingestKey } = await service.workspace()
  const given = [
    ...names,
    ...hostileTexts.filter((text) => text.includes('.') && text !== '.'),
    'a/b',
    'a%2Fb',
    'a?b#c',
    'a:b',
  ]
  const events = [...new Set(given)].filter((name) => name.trim() !== '' && name.length <= 500)
  const lines = events.flatMap((event, index) =>
    Array.from({ length: 1 + (index % 3) }, () => ({ event, device_id: 'd' })),
  )
  await store(service, ingestKey, lines)
  const wrong: string[] = []
  await inParallel([...events.entries()], async ([index, event]) => {
    const wanted = 1 + (index % 3)
    const segment = encodeURIComponent(event)
    const count = async (path: string, query: Readonly<Record<string, string>>): Promise<void> => {
      const { body } = await service.call('GET', `/api/v1/metrics/${path}`, { workspace: id, query })
      const found = Array.isArray(body.data) ? (body.total as number) : (body.data?.total as number)
      if (found !== wanted)
        wrong.push(
          `${path} ${JSON.stringify(query)}: ${found}, not ${wanted}: ${JSON.stringify(body).slice(0, 200)}`,
        )
    }
    await count('events', { event })
    await count(`event/${segment}`, {})
    await count(`events/top/${segment}/raw`, { count_total: 'true' })
    await count('query', { metric: `event:${event}` })
    await count('query', { metric: 'event_raw', name: event, count_total: 'true' })
    await count('events', { 'conditions[0][field]': 'event_name', 'conditions[0][value]': event })
  })
  t.strictSame(wrong, [])
  const { body } = await service.call('GET', '/api/v1/metrics/events/top', {
    workspace: id,
    query: { limit: '1000' },
  })
  const top = body as { data: { label: string; count: number }[]; total_labels: number }
  t.equal(top.total_labels, events.length)
  t.strictSame(
    new Map(top.data.map(({ label, count }) => [label, count])),
    new Map(events.map((event, index) => [event, 1 + (index % 3)])),
  )
}
