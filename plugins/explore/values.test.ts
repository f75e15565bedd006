import t, { type Test } from 'tap'
import { overEachStore, type StoreService } from '../../test/http/stores.js'
import { benchOf, event, valuesIn } from './test-sources.js'

await overEachStore(t, values)

async function values(t: Test, service: StoreService): Promise<void> {
  const bench = await benchOf(service)
  const other = await benchOf(service)
  const of = (path: string, query?: Readonly<Record<string, string>>) => valuesIn(bench, path, query)
  await other.send('events', [event('secret', { plan: 'secret' }, { country: 'XX' })])
  await bench.send('events', [
    event('a', { plan: 'Pro', n: 1, at: { x: true } }, { country: 'DE', event: 'buy' }),
    event('b', { plan: 'pro', n: 1.5, list: [1] }, { country: 'DE' }),
    event('c', { plan: 'Pro', n: 1, list: { x: [] } }, { country: 'FR' }),
    event('d', { plan: '', n: '1' }),
    event('e', { plan: 'a.*b\\d', n: false, at: { x: 'true' } }, { country: 'é' }),
    event('e', { plan: 'ÄPFEL' }),
    ...['a', 'b'].map((device_id) => ({ type: 'identify', device_id, user_id: 'u1', traits: { tier: 1 } })),
    { type: 'identify', device_id: 'z', user_id: 'u2', traits: { tier: 'gold' } },
    { type: 'context', device_id: 'b', context: { os: 'iOS' }, properties: { theme: 'dark' } },
  ])
  await bench.send('logs', [
    { message: 'm', level: 'error', service: 'api', data: { code: 500 } },
    { message: 'm', level: 'error', service: 'web' },
    { message: 'n' },
  ])
  await bench.send('metrics', [
    { name: 'up', value: 1, labels: { host: 'b', 'a/b.c': '1' } },
    { name: 'up', value: 1, labels: { host: 'a' } },
  ])
  t.strictSame(await of('/events/values/country'), ['DE', 'FR', 'é'], 'missing ones are no value')
  t.strictSame(await of('/events/values/event_name'), ['open', 'buy'])
  t.strictSame(await of('/events/values/device_id', { limit: '2' }), ['e', 'a'])
  t.strictSame(await of('/events/values/properties.plan'), ['Pro', '', 'a.*b\\d', 'pro', 'ÄPFEL'])
  t.strictSame(await of('/events/values/properties.n'), ['1', '1.5', 'false'], 'as breakdowns show them')
  t.strictSame(await of('/events/values/properties.at.x'), ['true'])
  t.strictSame(await of('/events/values/properties.list'), [], 'a list is no value')
  t.strictSame(await of('/events/values/properties.none'), [])
  t.strictSame(await of('/events/values/user_id'), ['u1'], 'whose the device is')
  t.strictSame(await of('/logs/values/level'), ['error', 'info'])
  t.strictSame(await of('/logs/values/message.code'), ['500'])
  t.strictSame(await of('/logs/values/message.message'), ['m', 'n'])
  t.strictSame(await of('/metrics/values/labels.host'), ['a', 'b'])
  t.strictSame(await of(`/metrics/values/${encodeURIComponent('labels.a/b.c')}`), ['1'])
  t.strictSame(await of('/metrics/values/name'), ['up'])
  t.strictSame(await of('/context/values/os'), ['iOS'])
  t.strictSame(await of('/context/values/properties.theme'), ['dark'])
  t.strictSame(await of('/user_traits/values/traits.tier'), ['1', 'gold'])
  t.strictSame(await of('/user_traits/values/user_id'), ['u1', 'u2'])
  t.strictSame(await of('/user_devices/values/user_id'), ['u1', 'u2'])
  t.strictSame(await of('/user_devices/values/device_id'), ['a', 'b', 'z'])
  t.strictSame(await of('/users/values/user_id'), ['u1'], 'who has an event')
  t.strictSame(await of('/users/values/device_id'), ['b', 'c', 'd', 'e'], 'one a person: the one seen last')

  const searched = (search: string) => of('/events/values/properties.plan', { search })
  t.strictSame(await searched('PRO'), ['Pro', 'pro'])
  t.strictSame(await searched('äpf'), ['ÄPFEL'])
  t.strictSame(await searched('.*'), ['a.*b\\d'], 'no character is special')
  t.strictSame(await searched('\\D'), ['a.*b\\d'])
  t.strictSame(await searched(''), ['Pro', '', 'a.*b\\d', 'pro', 'ÄPFEL'])
  t.strictSame(await searched("' OR 1=1 --"), [])

  for (const limit of ['0', '-1', '1001', '1.5', 'x', ''])
    t.match(await of('/events/values/country', { limit }), { details: [{ path: 'limit' }] }, limit)
  t.strictSame(await of('/events/values/country', { limit: '1000' }), ['DE', 'FR', 'é'])
  for (const field of [
    'nope',
    'plan',
    'properties',
    'properties.',
    'timestamp',
    'person',
    'trait:tier',
    'seq',
  ])
    t.match(
      await of(`/events/values/${field}`),
      { error: 'VALIDATION_ERROR', details: [{ path: 'field' }] },
      field,
    )
  for (const path of ['/users/values/events', '/users/values/traits.tier', '/metrics/values/series'])
    t.match(await of(path), { error: 'VALIDATION_ERROR' }, path)
  t.match(await bench.ask('/events/values/properties.a/b'), { status: 404 })
  t.match(await bench.ask(`/events/values/${'x'.repeat(1_001)}`), { status: 422 })
}
