import t from 'tap'
import { openTopics, type Body } from '../../test/http/topic.js'

const topic = await openTopics(t)

const event = (device_id: string, day: number, company?: string) => ({
  event: 'open',
  device_id,
  timestamp: `2024-05-0${day}T10:00:00Z`,
  ...(company !== undefined && { groups: { company } }),
})
const call = (day: number, group_id: string, traits: object, more: object = {}) => ({
  type: 'group',
  device_id: 'server',
  timestamp: `2024-05-0${day}T00:00:00Z`,
  group_id,
  traits,
  ...more,
})

await topic('the pages of groups', '2024-05-10T12:00:00Z', async (t, { service, id: workspace, send }) => {
  const get = async (path: string, query = {}): Promise<Body> => {
    const { status, body } = await service.call('GET', `/api/v1/groups${path}`, { workspace, query })
    t.equal(status, 200, JSON.stringify(body))
    return body
  }
  t.strictSame(await get(''), { data: [] })
  await send([
    event('ann', 1, 'acme'),
    event('bob', 2, 'acme'),
    event('ann', 3, 'a/b ü'),
    event('cid', 4),
    call(1, 'acme', { plan: 'free', seats: 3 }),
    call(2, 'acme', { plan: 'pro', address: { city: 'Ulm' } }),
    call(2, 'quiet', { plan: 'free' }),
    call(2, 'web', { plan: 'x' }, { group_type: 'project' }),
  ])
  t.strictSame(await get(''), { data: [{ type: 'company' }, { type: 'project' }] })
  const seen = (day: number) => `2024-05-0${day}T10:00:00.000Z`
  const traits = { plan: 'pro', seats: 3, address: { city: 'Ulm' } }
  t.strictSame(await get('/company', { count_total: 'true' }), {
    data: [
      {
        group_type: 'company',
        group_id: 'a/b ü',
        first_seen: seen(3),
        last_seen: seen(3),
        events: 1,
        persons: 1,
        traits: {},
      },
      {
        group_type: 'company',
        group_id: 'acme',
        first_seen: seen(1),
        last_seen: seen(2),
        events: 2,
        persons: 2,
        traits,
      },
    ],
    has_more: false,
    limit: 100,
    offset: 0,
    total: 2,
  })
  t.match(await get('/company', { range: '2024-05-02,2024-05-02' }), {
    data: [{ group_id: 'acme', events: 1 }],
  })
  t.strictSame(await get('/company/acme'), {
    data: {
      type: 'company',
      id: 'acme',
      traits,
      events: 2,
      persons: 2,
      first_seen: seen(1),
      last_seen: seen(2),
    },
  })
  t.match(await get(`/company/${encodeURIComponent('a/b ü')}`), { data: { id: 'a/b ü', events: 1 } })
  const quiet = { events: 0, persons: 0, first_seen: null, last_seen: null }
  t.match(await get('/company/quiet'), { data: { ...quiet, traits: { plan: 'free' } } })
  t.match(await get('/company/unknown'), { data: { ...quiet, traits: {} } })
  t.match(await get('/project/web', { range: '2025-01-01,2025-01-02' }), {
    data: { ...quiet, traits: { plan: 'x' } },
  })
  for (const [path, query] of [
    ['/a.b', {}],
    ['/a.b/acme', {}],
    ['/company', { range: 'soon' }],
    ['/company', { limit: '0' }],
  ] as const) {
    const { status } = await service.call('GET', `/api/v1/groups${path}`, { workspace, query })
    t.equal(status, 422, `${path} ${JSON.stringify(query)}`)
  }
  const { body: members } = await service.call('GET', '/api/v1/metrics/users/raw', {
    workspace,
    query: { range: '10d', 'conditions[0][field]': 'group:company', 'conditions[0][value]': 'acme' },
  })
  t.strictSame(
    members.data.map(({ device_id }: Body) => device_id),
    ['bob', 'ann'],
  )
})
