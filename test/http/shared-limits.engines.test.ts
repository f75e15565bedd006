import t from 'tap'
import { builtInPlugins } from '../../plugins/index.js'
import { addressGroup } from '../../contract/index.js'
import { createService } from '../../app/service.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { request, type Called } from '../support/request.js'
import { silentLog } from '../support/silent-log.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { type TestService, testService } from '../support/service.js'

const first: TestService = await testService(t)
let now = Date.UTC(2026, 0, 1)
first.setClock(now)

/** Effectively another process of the same service: only the records are shared. */
const second = await createService({
  settings: first.settings,
  plugins: builtInPlugins,
  analytics: createMemoryStore(),
  records: createRecordStore({ url: first.recordsUrl, log: silentLog }),
  log: silentLog,
  clock: () => now,
  tokenKey: Buffer.from('a test key of more than thirty-two bytes'),
})
const { port } = await second.listen(0, '127.0.0.1')
t.teardown(() => second.close({ drainMilliseconds: 100 }))
const bases = [first.base, `http://127.0.0.1:${port}`] as const

/** Not JSON: the limit is checked first, and no hash is computed. */
const knock = (base: string, from: string, path = '/api/v1/auth/login'): Promise<Called> =>
  request(base, 'POST', path, { body: '{', headers: { 'x-forwarded-for': from } })

t.test('ten tries a minute and address, however many processes', async (t) => {
  const statuses: number[] = []
  for (let n = 0; n < 14; n++) statuses.push((await knock(bases[n % 2]!, '192.0.2.1')).status)
  t.strictSame(statuses, [...Array<number>(10).fill(422), 429, 429, 429, 429])
  const refused = await knock(bases[0], '192.0.2.1')
  t.match(refused, { status: 429, body: { error: 'RATE_LIMITED' } })
  const wait = Number(refused.headers.get('retry-after'))
  t.ok(wait > 0 && wait <= 60, `${wait} s`)
  t.equal((await knock(bases[1], '192.0.2.2')).status, 422, 'another address')
  t.equal((await knock(bases[1], '192.0.2.1', '/api/v1/invites/x/accept')).status, 422, 'another group')
})

t.test('together they are counted one by one', async (t) => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => knock(bases[n % 2]!, '192.0.2.3').then(({ status }) => status)),
  )
  t.equal(answers.filter((status) => status === 422).length, 10)
})

t.test('a window ends, for all', async (t) => {
  for (let n = 0; n < 11; n++) await knock(bases[n % 2]!, '192.0.2.4')
  t.equal((await knock(bases[1], '192.0.2.4')).status, 429)
  now += 59_999
  first.setClock(now)
  t.equal((await knock(bases[1], '192.0.2.4')).status, 429)
  now += 1
  first.setClock(now)
  t.equal((await knock(bases[1], '192.0.2.4')).status, 422)
  now -= 86_400_000
  first.setClock(now)
  t.equal((await knock(bases[1], '192.0.2.4')).status, 422, 'a clock that was put back shuts nobody out')
})

t.test('what counts as one address', async (t) => {
  const groups = {
    '192.0.2.1': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:0db8:0001:0002::9': '2001:db8:1:2::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    '::1': '0:0:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '1:2:3:4:5:6:7::': '1:2:3:4::/64',
    'no address': 'no address',
    '': '',
  }
  for (const [address, group] of Object.entries(groups)) t.equal(addressGroup(address), group, address)
  const statuses = new Set<number>()
  for (let n = 0; n < 12; n++) statuses.add((await knock(bases[n % 2]!, `2001:db8:9:9::${n}`)).status)
  t.strictSame([...statuses], [422, 429], 'one network of 64 bits')
})
