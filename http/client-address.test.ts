import t from 'tap'
import { clientAddress } from './client-address.js'
import { callTo } from '../test/support/http-client.js'
import { runDemo } from '../test/support/demo-service.js'

t.test('the address of a client behind proxies', (t) => {
  const of = (header: string | undefined, hops: number) => clientAddress(header, '10.0.0.1', hops)
  const header = '6.6.6.6, 203.0.113.7:4711, [2001:db8::1]:443'
  t.same(
    [0, 1, 2, 3, 9].map((hops) => of(header, hops)),
    ['10.0.0.1', '2001:db8::1', '203.0.113.7', '6.6.6.6', '6.6.6.6'],
  )
  t.equal(of(undefined, 1), '10.0.0.1')
  for (const [entry, address] of Object.entries({
    '2001:db8::2': '2001:db8::2',
    '[2001:db8::2]': '2001:db8::2',
    ' 192.0.2.1 ': '192.0.2.1',
    '::ffff:192.0.2.1': '::ffff:192.0.2.1',
  }))
    t.equal(of(entry, 1), address, entry)
  for (const garbage of [
    '',
    'unknown',
    '_hidden',
    '1.2.3',
    '1.2.3.4:x',
    '[1.2.3.4',
    '1.2.3.4:123456',
    '::1:443:x',
  ])
    t.equal(of(`192.0.2.9, ${garbage}`, 1), '10.0.0.1', JSON.stringify(garbage))
  t.end()
})

t.test('the number of proxies decides whose tries are counted', async (t) => {
  const running = await runDemo({ settings: { trustProxy: 2 } })
  t.teardown(() => running.service.close())
  const call = callTo(running.url)
  const from = async (header: string) =>
    (await call('/api/v1/demo/limited', { method: 'POST', headers: { 'x-forwarded-for': header } })).status
  const statuses: number[] = []
  for (const port of [1, 2, 3]) statuses.push(await from(`6.6.6.${port}, 192.0.2.1:${port}, 10.0.0.9`))
  t.same(statuses, [200, 200, 429], 'another port and another claim are no other client')
  t.equal(await from('192.0.2.1, 192.0.2.2:1, 10.0.0.9'), 200)
})
