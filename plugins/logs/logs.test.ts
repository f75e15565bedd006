import t from 'tap'
import { testService } from '../../test/support/service.js'
import { openTopics, type TopicService, type Query } from '../../test/http/topic.js'

const topic = await openTopics(t, (t, store) => testService(t, { store }))
const now = '2024-05-10T12:00:00Z'
const range = '2024-05-08,2024-05-10'

const lines = [
  {
    timestamp: '2024-05-08T10:00:00.250Z',
    level: 'WARN',
    service: 'api',
    source: 'h1',
    message: 'slow',
    session_id: 's1',
    data: { code: '404' },
  },
  {
    timestamp: '2024-05-08T11:00:00Z',
    level: 'err',
    service: 'api',
    source: 'h2',
    message: 'boom',
    data: { code: 404 },
  },
  {
    timestamp: '2024-05-09T10:00:00Z',
    level: 'fatal',
    service: 'web',
    source: 'h1',
    message: 'dead',
    data: { code: '500', nested: { final: true } },
  },
  { timestamp: '2024-05-09T10:00:00Z', level: 'Crit', service: 'web', source: 'h1', message: 'again' },
  { timestamp: '2024-05-10T00:00:00Z', message: 'hello', data: { code: '' } },
  { timestamp: '2024-05-07T23:59:59.999Z', level: 'debug', service: 'api', source: 'h1', message: 'before' },
]

async function sendLogs({ service, id }: TopicService): Promise<void> {
  const key = await service.call('POST', '/api/v1/admin/workspace/keys', {
    body: { workspace_id: id, name: 'logs', kind: 'ingest' },
  })
  const body = lines.map((line) => JSON.stringify(line)).join('\n')
  const { status } = await service.call('POST', '/v1/logs', { body, token: String(key.body.data.key) })
  if (status !== 202) throw new Error(`logs were not stored: ${status}`)
}

const condition = (field: string, op: string, value: string): Query => ({
  range,
  'conditions[0][field]': field,
  'conditions[0][op]': op,
  'conditions[0][value]': value,
})

await topic('volume', now, async (t, fixture) => {
  const { values, total, points, ask } = fixture
  await sendLogs(fixture)
  t.strictSame(
    await values('logs', { range }),
    [2, 2, 1],
    'the first instant of a day is in, the last before is not',
  )
  t.equal(await total('logs', { range }), 5)
  for (const level of ['fatal', 'CRIT', 'critical', ' Fatal '])
    t.strictSame(await values('logs', { range, level }), [0, 2, 0], `level=${level}`)
  t.strictSame(await values('logs', { range, level: 'Warning' }), [1, 0, 0])
  t.strictSame(await values('logs', { range, level: 'err' }), [1, 0, 0])
  t.strictSame(await values('logs', { range, level: 'info' }), [0, 0, 1], 'the level of a line without one')
  t.strictSame(await values('logs', { range, service: 'api' }), [2, 0, 0])
  t.strictSame(await values('logs', { range, service: 'api', source: 'h2' }), [1, 0, 0], 'both must fit')
  t.strictSame(await values('logs', { range, service: 'api', level: 'fatal' }), [0, 0, 0])
  t.strictSame(
    await values('logs', condition('message.code', 'eq', '404')),
    [1, 0, 0],
    'the text, not the number',
  )
  t.strictSame(
    await values('logs', condition('message.code', 'gt', '400')),
    [1, 0, 0],
    'the number, not the text',
  )
  t.strictSame(
    await values('logs', condition('message.code', 'ne', '404')),
    [1, 2, 1],
    'true where it is missing',
  )
  t.equal(await total('logs', condition('message.nested.final', 'eq', 'true')), 0, 'a text is no boolean')
  t.equal(await total('logs', condition('message.nested.final', 'is_set', '')), 1)
  t.equal(await total('logs', condition('message.message', 'contains', 'oo')), 1)
  t.equal(await total('logs', condition('session_id', 'eq', 's1')), 1)
  t.strictSame(
    await values('logs', { range, timezone: 'Asia/Tokyo' }),
    [3, 2, 1],
    'the 8th begins nine hours earlier',
  )
  const { comparison } = (await ask('logs', { range, compare: 'previous' })).data
  t.strictSame([comparison.previous_total, comparison.percent_change], [1, 400])
  for (const granularity of ['minute', 'hourly', 'weekly', 'monthly', 'quarterly', 'yearly'])
    t.equal(await total('logs', { range, granularity }), 5, granularity)
  t.strictSame(
    await points('logs', { range: '2024-05-09,2024-05-10', breakdown: 'level', breakdown_limit: '1' }),
    [
      ['2024-05-09', 'critical', 2],
      ['2024-05-09', '(other)', 0],
      ['2024-05-10', 'critical', 0],
      ['2024-05-10', '(other)', 1],
    ],
  )
  t.strictSame(
    (await points('logs', { range, breakdown: 'message.code' })).filter(([, , value]) => value !== 0),
    [
      ['2024-05-08', '404', 2],
      ['2024-05-09', '(none)', 1],
      ['2024-05-09', '500', 1],
      ['2024-05-10', '(none)', 1],
    ],
    'a breakdown shows texts and numbers alike',
  )
})

await topic('top', now, async (t, fixture) => {
  await sendLogs(fixture)
  const top = async (query: Query, path = 'logs/top') => {
    const { data, total_labels } = await fixture.ask(path, { range, ...query })
    const shown = (data as { label: string; count: number }[]).map(({ label, count }) => `${label} ${count}`)
    return [...shown, total_labels]
  }
  t.strictSame(await top({}), ['critical 2', 'error 1', 'info 1', 'warning 1', 4])
  t.strictSame(await top({ limit: '1' }), ['critical 2', 4])
  t.strictSame(await top({ service: 'api' }), ['error 1', 'warning 1', 2])
  t.strictSame(await top({ level: 'FATAL' }), ['critical 2', 1])
  t.strictSame(await top({ source: 'h1', level: 'warn' }), ['warning 1', 1])
  t.strictSame(await top({ field: 'service' }), ['api 2', 'web 2', '(none) 1', 3])
  t.strictSame(
    await top({ field: 'message.code' }),
    ['(none) 2', '404 2', '500 1', 3],
    'empty and missing are one',
  )
  t.strictSame(await top({ metric: 'top_logs:source' }, 'query'), ['h1 3', '(none) 1', 'h2 1', 3])
  t.strictSame(await top({ metric: 'top_logs' }, 'query'), await top({}))
  t.strictSame(await top(condition('message.code', 'in', '404,500')), ['critical 1', 'warning 1', 2])
})

await topic('raw rows', now, async (t, fixture) => {
  await sendLogs(fixture)
  const page = await fixture.ask('logs/raw', { range, count_total: 'true' })
  const texts = (data: readonly { message: { message: string } }[]) =>
    data.map(({ message }) => message.message)
  t.strictSame(
    texts(page.data),
    ['hello', 'again', 'dead', 'boom', 'slow'],
    'of one instant the last stored first',
  )
  t.strictSame([page.total, page.has_more, page.limit, page.offset], [5, false, 100, 0])
  t.strictSame(page.data[4], {
    timestamp: '2024-05-08T10:00:00.250Z',
    level: 'warning',
    service: 'api',
    source: 'h1',
    message: { code: '404', message: 'slow' },
    session_id: 's1',
  })
  t.strictSame(page.data[0], {
    timestamp: '2024-05-10T00:00:00.000Z',
    level: 'info',
    service: null,
    source: null,
    message: { code: '', message: 'hello' },
    session_id: null,
  })
  const second = await fixture.ask('logs/raw', { range, limit: '2', offset: '1' })
  t.strictSame([texts(second.data), second.has_more], [['again', 'dead'], true])
  const some = await fixture.ask('logs/raw', { range, level: 'crit', service: 'web', source: 'h1' })
  t.strictSame(texts(some.data), ['again', 'dead'])
  t.strictSame(texts((await fixture.ask('logs/raw', condition('message.code', 'eq', '404'))).data), ['slow'])
})

await topic('rejected input', now, async (t, { service, id }) => {
  const bad: readonly (readonly [string, Query])[] = [
    ['logs', { level: 'loud' }],
    ['logs', { service: '' }],
    ['logs', { breakdown: 'country' }],
    ['logs', condition('event_name', 'eq', 'x')],
    ['logs/top', { level: 'loud' }],
    ['logs/top', { field: 'timestamp' }],
    ['logs/top', { field: 'country' }],
    ['logs/top', { limit: '1001' }],
    ['logs/raw', { level: 'loud' }],
    ['logs/raw', { limit: '10001' }],
  ]
  for (const [path, query] of bad) {
    const answer = await service.call('GET', `/api/v1/metrics/${path}`, { workspace: id, query })
    t.equal(answer.status, 422, `${path} ${JSON.stringify(query)}`)
  }
})
