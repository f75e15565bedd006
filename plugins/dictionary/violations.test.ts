import t from 'tap'
import { eachStore } from '../../test/support/service.js'
import { store } from '../../test/support/send.js'

const root = '/api/v1/dictionary'

await t.test('events that violate the dictionary, by event, property, day and client', (t) =>
  eachStore(t, async (t, over) => {
    over.setClock(Date.parse('2024-05-10T12:00:00Z'))
    const { id: workspace, ingestKey } = await over.workspace()
    const call = (method: string, path: string, options: object = {}) =>
      over.call(method, root + path, { workspace, ...options })
    const describe = async (path: string, body: object): Promise<void> => {
      const { status, body: answer } = await call('PUT', path, { body })
      t.equal(status, 200, JSON.stringify(answer))
    }
    const violations = async (query: object = {}) => {
      const { status, body } = await call('GET', '/violations', { query })
      t.equal(status, 200, JSON.stringify(body))
      return body.data
    }
    t.strictSame(await violations(), { violations: [], total: 0, has_more: false }, 'nothing is expected yet')

    const sent = (day: string, event: string, properties: object, context: object = {}) => ({
      event,
      device_id: 'd',
      timestamp: `2024-05-${day}T10:00:00Z`,
      properties,
      context,
    })
    const web = { platform: 'web', app_version: '2.0' }
    // Stored before the dictionary knows of them.
    await store(over, ingestKey, [
      sent('09', 'buy', { plan: 'pro', amount: 5, at: '2024-05-09', gift: false, cart: { n: 1 } }, web),
      sent('09', 'buy', { plan: 'gold', amount: '5', at: 'soon', gift: true, cart: [1] }, web),
      sent('09', 'buy', { plan: null, amount: 7.5, cart: 'none' }, web),
      sent('10', 'buy', { plan: 'gold', gift: true }),
      sent('10', 'buy', { plan: 'gold', gift: 'true' }),
      sent('10', 'view', { plan: 3, nested: { plan: 'x' } }, web),
      sent('10', 'view', { plan: 'gold' }, web),
      sent('10', 'old', {}),
      sent('10', 'new', { plan: 4 }),
      sent('01', 'buy', { plan: 4 }),
    ])
    await describe('/events/buy', {
      properties: [
        { name: 'plan', required: true, type: 'text', allowed: ['free', 'pro'] },
        { name: 'amount', type: 'number' },
        { name: 'at', type: 'time' },
        { name: 'gift', allowed: [false] },
        { name: 'cart', type: 'json' },
      ],
    })
    await describe('/events/old', { status: 'deprecated' })
    await describe('/events/view', { properties: [{ name: 'nested.plan', type: 'number' }] })
    await describe('/properties/plan', { type: 'text' })
    const row = (
      date: string,
      event: string,
      property: string | null,
      kind: string,
      count: number,
      client = false,
    ) => ({
      event,
      property,
      kind,
      date: `2024-05-${date}`,
      platform: client ? 'web' : null,
      app_version: client ? '2.0' : null,
      count,
    })
    const expected = [
      // The 10th, the largest count first: two golden plans, and two presents.
      row('10', 'buy', 'gift', 'value', 2),
      row('10', 'buy', 'plan', 'value', 2),
      row('10', 'new', 'plan', 'type', 1),
      row('10', 'old', null, 'deprecated', 1),
      row('10', 'view', 'nested.plan', 'type', 1, true),
      row('10', 'view', 'plan', 'type', 1, true),
      // The 9th: a plan that is null is missing, a wrong type has no wrong value.
      row('09', 'buy', 'amount', 'type', 1, true),
      row('09', 'buy', 'at', 'type', 1, true),
      row('09', 'buy', 'cart', 'type', 1, true),
      row('09', 'buy', 'gift', 'value', 1, true),
      row('09', 'buy', 'plan', 'missing', 1, true),
      row('09', 'buy', 'plan', 'value', 1, true),
    ]
    t.strictSame(await violations(), { violations: expected, total: 14, has_more: false })
    t.strictSame((await violations({ limit: '2' })).violations, expected.slice(0, 2))
    t.match(await violations({ limit: '2' }), { total: 14, has_more: true })
    t.strictSame(
      (await violations({ event: 'view' })).violations,
      expected.filter(({ event }) => event === 'view'),
    )
    t.strictSame(
      (await violations({ property: 'plan', kind: 'value' })).violations,
      expected.filter(({ property, kind }) => property === 'plan' && kind === 'value'),
    )
    t.strictSame((await violations({ kind: 'unknown' })).violations, [row('10', 'new', null, 'unknown', 1)])
    t.equal((await violations({ unknown: 'true' })).total, 15)
    t.equal((await violations({ range: '30d' })).total, 15, 'and the wrong type of the 1st')
    t.match((await violations({ range: '2024-05-09,2024-05-09', timezone: 'Asia/Tokyo' })).violations[0], {
      date: '2024-05-09',
    })

    await describe('/properties/gift', { status: 'deprecated', allowed: ['x'] })
    t.strictSame((await violations({ property: 'gift', kind: 'deprecated' })).violations, [
      row('10', 'buy', 'gift', 'deprecated', 2),
      row('09', 'buy', 'gift', 'deprecated', 2, true),
    ])
    t.equal((await violations({ property: 'gift', kind: 'value' })).total, 3, 'the event expects its own')
    await store(over, ingestKey, [sent('10', 'new', { gift: 'y', plan: 'a' })])
    t.equal(
      (await violations({ property: 'gift', kind: 'value' })).total,
      4,
      'what came since counts at once',
    )
    const many = Array.from({ length: 45 }, (_, n) => ({ name: `p${n}`, required: true }))
    await describe('/events/old', { properties: many, status: null })
    t.equal((await violations({ event: 'old' })).total, 45, 'more checks than one statement makes')
    for (const query of [{ range: 'x' }, { timezone: 'x' }, { kind: 'x' }, { limit: '0' }, { events: 'x' }])
      t.equal((await call('GET', '/violations', { query })).status, 422, JSON.stringify(query))
    over.setClock(null)
  }),
)
