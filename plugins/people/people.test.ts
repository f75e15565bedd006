import t from 'tap'
import { openTopics } from '../../test/http/topic.js'
import { mergeTraits } from './merge-traits.js'

const topic = await openTopics(t)

const identify = (device_id: string, user_id: string, timestamp: string, traits: object = {}) => ({
  type: 'identify',
  device_id,
  user_id,
  timestamp,
  traits,
})

await topic('profiles', '2024-05-10T12:00:00Z', async (t, { service, id: workspace, send }) => {
  const profiles = async (people: readonly object[]) => {
    const answer = await service.call('POST', '/api/v1/people/profiles', { workspace, body: { people } })
    t.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.people as unknown
  }
  await send([
    { event: 'open', device_id: 'nobody', timestamp: '2024-05-09T12:00:00Z' },
    identify('phone', 'ann', '2024-05-01T10:00:00Z', { plan: 'free', name: 'Ann', seats: 3 }),
    identify('laptop', 'ann', '2024-05-03T10:00:00Z', { plan: 'pro', address: { city: 'Ulm' } }),
    identify('phone', 'ann', '2024-05-02T10:00:00Z', { plan: 'team', address: { city: 'Bonn', zip: '1' } }),
    identify('tablet', 'o\'neill \\ "x"', '2024-05-03T10:00:00Z', { plan: 'none' }),
  ])
  const ann = {
    user_id: 'ann',
    traits: { plan: 'pro', name: 'Ann', seats: 3, address: { city: 'Ulm', zip: '1' } },
    devices: [
      { device_id: 'laptop', linked_at: '2024-05-03T10:00:00.000Z' },
      { device_id: 'phone', linked_at: '2024-05-02T10:00:00.000Z' },
    ],
  }
  t.strictSame(await profiles([{ device_id: 'phone', user_id: 'ann' }]), [{ device_id: 'phone', ...ann }])
  t.strictSame(
    await profiles([
      { device_id: 'nobody', user_id: null },
      { device_id: 'laptop' },
      { device_id: 'tablet', user_id: 'o\'neill \\ "x"' },
      { device_id: 'never', user_id: 'was here' },
    ]),
    [
      {
        device_id: 'nobody',
        user_id: null,
        traits: {},
        devices: [{ device_id: 'nobody', linked_at: null }],
      },
      { device_id: 'laptop', ...ann },
      {
        device_id: 'tablet',
        user_id: 'o\'neill \\ "x"',
        traits: { plan: 'none' },
        devices: [{ device_id: 'tablet', linked_at: '2024-05-03T10:00:00.000Z' }],
      },
      { device_id: 'never', user_id: 'was here', traits: {}, devices: [] },
    ],
    'in the order in which they were asked for; a device is whoever it belongs to now',
  )
  for (const people of [[], [{}], [{ device_id: '' }], [{ device_id: 'd', more: 1 }]]) {
    const answer = await service.call('POST', '/api/v1/people/profiles', { workspace, body: { people } })
    t.equal(answer.status, 422, JSON.stringify(people))
  }
})

t.test('traits are merged member by member', (t) => {
  t.strictSame(
    mergeTraits([{ a: null, b: { c: 1 } }, 'none', { a: [1], b: { c: 2, d: 3 } }, { a: 5, b: 1 }]),
    {
      a: [1],
      b: { c: 1, d: 3 },
    },
  )
  t.end()
})
