import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import { geoLookup } from '../../contract/index.js'
import { testService } from '../../test/support/service.js'
import { openCountries } from './country-file.js'

const database = createRequire(import.meta.url).resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
)
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36'

t.test('countries of addresses', (t) => {
  const { countryOf } = openCountries(database)
  for (const [address, country] of Object.entries({
    '193.99.144.80': 'DE',
    '8.8.8.8': 'US',
    '2a02:2e0:3fe:1001:302::': 'DE',
    '::ffff:193.99.144.80': 'DE',
    '10.0.0.1': null,
    '192.168.1.1': null,
    '172.16.5.4': null,
    '100.64.1.1': null,
    '224.0.0.1': null,
    '127.0.0.1': null,
    '::1': null,
    'fe80::1': null,
    'fd00::1': null,
    'ff02::1': null,
    'fe80::1%eth0': null,
    '8.8.8': null,
    '8.8.8.8:80': null,
    '300.8.8.8': null,
    x: null,
    '': null,
  }))
    t.equal(countryOf(address), country, address)
  t.equal(openCountries(null).countryOf('8.8.8.8'), null)
  t.end()
})

t.test('a file that is wrong stops the start with one line', async (t) => {
  const directory = t.testdir()
  const text = join(directory, 'countries.csv')
  writeFileSync(text, '1.0.0.0,AU\n'.repeat(10_000))
  t.throws(() => openCountries(text), { message: `GEO_DATABASE: ${text} is not a MaxMind DB file (.mmdb)` })
  writeFileSync(join(directory, 'empty'), '')
  t.throws(() => openCountries(join(directory, 'empty')), { message: /is not a MaxMind DB file/ })
  const nowhere = join(directory, 'nowhere.mmdb')
  t.throws(() => openCountries(nowhere), { message: `GEO_DATABASE: ${nowhere} cannot be read` })
  const start = testService(t, { environment: { GEO_DATABASE: nowhere } })
  await t.rejects(start, { message: /^[^\n]*geoLookup[^\n]*GEO_DATABASE: .*nowhere\.mmdb cannot be read$/ })
})

t.test('the country of a client, by the address that the proxy tells', async (t) => {
  const service = await testService(t, {
    environment: { GEO_DATABASE: database, TRUST_PROXY: 'true' },
  })
  const { id: workspace, ingestKey: token } = await service.workspace()
  const send = async (agent: string, address: string, context: object = {}): Promise<void> => {
    const body = JSON.stringify({ event: 'e', device_id: 'd', context })
    const headers = { 'user-agent': agent, 'x-forwarded-for': address }
    t.equal((await service.call('POST', '/v1/events', { token, body, headers })).status, 202)
  }
  await send(chrome, '193.99.144.80')
  await send(chrome, '2a02:2e0:3fe:1001:302::')
  await send(chrome, '193.99.144.80', { country: 'IT' })
  await send('analytics-node/3.1.0', '193.99.144.80')
  await send('analytics-node/3.1.0', '193.99.144.80', { ip: '8.8.8.8' })
  const raw = await service.call('GET', '/api/v1/metrics/events/raw', { workspace })
  const rows = (raw.body.data as Record<string, unknown>[]).toReversed()
  t.same(
    rows.map((row) => [row['country'], row['region'], row['os'], row['device_type']]),
    [
      ['DE', null, 'Linux', 'desktop'],
      ['DE', null, 'Linux', 'desktop'],
      ['IT', null, 'Linux', 'desktop'],
      [null, null, null, null],
      ['US', null, null, null],
    ],
  )
  t.notMatch(JSON.stringify(raw.body), /193\.99|8\.8\.8/, 'addresses are not kept')
  t.type(service.service.registry.services.get(geoLookup.name), 'object')
})
