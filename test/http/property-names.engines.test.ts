import t from 'tap'
import { testService } from '../support/service.js'
import { everyStore as stores } from '../support/every-store.js'

const many = (from: number, count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${from + n}`, n]))
const event = (properties: object) => ({ event: 'open', device_id: 'd', properties })

for (const store of stores)
  await t.test(`names beyond PROPERTY_NAMES on ${store.name}`, async (t) => {
    const service = await testService(t, { store, environment: { PROPERTY_NAMES: '100' } })
    const { id, ingestKey } = await service.workspace()
    const neighbour = await service.workspace()
    const send = async (key: string, ...events: readonly object[]) => {
      const { status, headers } = await service.call('POST', '/v1/events', { token: key, body: events })
      t.equal(status, 202)
      return headers.get('sextant-property-names')
    }
    t.equal(await send(ingestKey, event(many(0, 100))), null)
    t.equal(await send(ingestKey, event({ ...many(0, 1), beyond: 'v' })), 'full (PROPERTY_NAMES)')
    t.equal(await send(neighbour.ingestKey, event({ beyond: 1 })), null)

    const ask = (path: string, query = {}) =>
      service.call('GET', `/api/v1${path}`, { workspace: id, query: query as Record<string, string> })
    const { body } = await ask('/data/sources/events/fields')
    const names = (body.data.fields as readonly { name: string }[]).map(({ name }) => name)
    t.equal(names.filter((name) => name.startsWith('properties.')).length, 100)
    t.equal(body.data.full, true)
    t.notOk(names.includes('properties.beyond'))
    const values = await ask('/data/sources/events/values/properties.beyond')
    t.strictSame(values.body.data.values, ['v'], 'it is stored and can be asked for')
    const counted = await ask('/metrics/events', {
      range: 'today',
      'conditions[0][field]': 'beyond',
      'conditions[0][value]': 'v',
    })
    t.equal(counted.body.data.total, 1)
    const text = String((await service.call('GET', '/metrics')).body)
    t.match(text, /^sextant_property_names_full_workspaces 1$/m)
    t.match(text, /^sextant_property_names_unlisted 1$/m)
  })
