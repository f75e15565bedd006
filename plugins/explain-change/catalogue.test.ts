import t from 'tap'
import { openTopics } from '../../test/http/topic.js'
import { testService } from '../../test/support/service.js'
import { at, changing, shown, times, type Field } from './test-changes.js'

const topic = await openTopics(t, (t, store) => testService(t, { store }))
const now = '2024-05-10T12:00:00Z'
const ids = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, index) => `id ${from + index}`)

await topic('fields of the catalogue', now, async (t, fixture) => {
  await fixture.send([
    ...times(2, at('06', 'buy', { plan: 'free', constant: 1 })),
    ...ids(0, 1001).map((id) => at('01', 'old', { long: id })),
    at('07', 'buy', { plan: 'pro', long: 'id 1', constant: 1 }),
    ...times(4, at('08', 'buy', { plan: 'pro', long: 'id 2', constant: 1 })),
    {
      type: 'identify',
      device_id: 'one',
      user_id: 'ann',
      timestamp: '2024-05-01T00:00:00Z',
      traits: { tier: 'gold' },
    },
    at('08', 'buy', { plan: 'pro', constant: 1 }, { device_id: 'one' }),
  ])
  const change = changing(fixture)
  const { fields } = await change({ metric: 'event:buy' })
  t.strictSame(
    (fields as readonly Field[]).map(({ field, share }) => [field, share]),
    [
      ['properties.plan', 2],
      ['trait:tier', 0.5],
    ],
    'neither a constant nor a property with more than 1,000 values; traits of persons are fields',
  )
})

await topic('a field with more values than a statement tells apart', now, async (t, fixture) => {
  await fixture.send([
    ...ids(0, 1001).map((id) => at('06', 'buy', { long: id }, { device_id: 'd' })),
    ...ids(1000, 1500).map((id) => at('08', 'buy', { long: id }, { device_id: 'd' })),
    ...times(3, at('08', 'buy', { long: 'id 1000' }, { device_id: 'd' })),
  ])
  const change = changing(fixture)
  const [field] = shown(await change({ metric: 'event:buy', fields: ['long'] })) as [
    string,
    number,
    ...unknown[][],
  ][]
  const values = field?.slice(2) as unknown as readonly (readonly [string, number, number])[]
  t.equal(values.length, 10)
  t.strictSame(
    values.find(([value]) => value === 'id 1000')?.slice(0, 3),
    ['id 1000', 1, 4],
    'a value that one range alone would tell apart is told apart in both',
  )
  const sum = (place: 1 | 2): number => values.reduce((total, one) => total + one[place], 0)
  t.strictSame([sum(1), sum(2)], [1001, 503], 'and the rest is whole')
  t.equal(values.at(-1)?.[0], '(other)')
  t.strictSame((await change({ metric: 'event:buy' })).fields, [], 'it is no field that is found')
})

await topic('calculated properties', now, async (t, fixture) => {
  const { service, id: workspace } = fixture
  const made = await service.call('POST', '/api/v1/data/properties', {
    workspace,
    body: { name: 'large', expression: 'amount > 10' },
  })
  t.equal(made.status, 201)
  await fixture.send([at('06', 'buy', { amount: 5 }), ...times(3, at('08', 'buy', { amount: 20 }))])
  const change = changing(fixture)
  t.strictSame(shown(await change({ metric: 'event:buy', fields: ['calc.large'] })), [
    ['calc.large', 1.5, ['true', 0, 3, 1.5], ['false', 1, 0, -0.5]],
  ])
  const answer = await service.call('POST', '/api/v1/metrics/explain-change', {
    workspace,
    body: { metric: 'events', before: 'yesterday', after: 'today', fields: ['country', 'calc.nope'] },
  })
  t.equal(answer.status, 422)
  t.equal(answer.body.details?.[0]?.path, '/fields/1', JSON.stringify(answer.body))
})

await topic(
  'it is explained, and saved, like any other query',
  now,
  async (t, { service, id: workspace, send }) => {
    await send([at('08', 'buy', { plan: 'pro' })])
    const path = '/api/v1/metrics/explain-change'
    const body = { metric: 'events', before: '2024-05-07,2024-05-07', after: '2024-05-08,2024-05-08' }
    const explained = await service.call('POST', '/api/v1/metrics/explain', {
      workspace,
      body: { path, body },
    })
    t.equal(explained.status, 200, JSON.stringify(explained.body).slice(0, 300))
    const plansFor = async (...fields: readonly string[]): Promise<number> => {
      const asked = { path, body: { ...body, fields } }
      const { body: answer } = await service.call('POST', '/api/v1/metrics/explain', {
        workspace,
        body: asked,
      })
      return (answer.data as readonly unknown[]).length
    }
    const whole = 2
    t.equal(await plansFor('city', 'plan'), whole + 1, 'one plan for all fields in both ranges')
    t.equal(await plansFor('city', 'trait:tier', 'trait:age', 'plan'), whole + 2, 'and one for all traits')
    const saved = await service.call('POST', '/api/v1/questions', {
      workspace,
      body: { name: 'why', question: { path, body } },
    })
    t.equal(saved.status, 201, JSON.stringify(saved.body))
    const answer = await service.call('GET', `/api/v1/questions/${String(saved.body.data.id)}/data`, {
      workspace,
    })
    t.match(answer.body, { data: { before: 0, after: 1 } })
    const wrong = await service.call('POST', '/api/v1/questions', {
      workspace,
      body: { name: 'why not', question: { path, body: { ...body, metric: 'nope' } } },
    })
    t.equal(wrong.status, 422)
  },
)
