import t from 'tap'
import type { RouteExample } from '../../../contract/index.js'
import { examplesOf } from '../../../http/route-examples.js'
import { clickHouse } from '../../support/every-store.js'
import { adminEmail, adminPassword, testService } from '../../support/service.js'
import { describedBy } from '../described.js'
import { unsoundExamples } from './unsound-examples.js'
import { play } from './play.js'
import type { Step } from './step.js'
import { steps } from './steps.js'
import { writeExamples } from './write-examples.js'

const service = await testService(t, { store: clickHouse })
const { registry } = service.service

/** The first user is created once, in a service of its own. */
const setup: Step = {
  route: 'POST /api/v1/auth/setup',
  as: 'nobody',
  clock: 'machine',
  body: { email: adminEmail, password: adminPassword, code: 'example-code' },
}
const fresh = await testService(t, { fresh: true })
const code = (await fresh.service.setupCode()) ?? ''
const nowhere = { id: 'ws_none', ingestKey: '' }
const played = [
  ...(await play(service, await service.workspace(), steps)),
  ...(await play(fresh, nowhere, [setup], { 'example-code': code })),
]
if (process.env['UPDATE_EXAMPLES'] === '1') writeExamples(registry, played)

const { body: document } = await service.call('GET', '/api/v1/openapi.json')

t.test('every example is accepted and answered as described', async (t) => {
  const undescribed = describedBy(document)
  for (const { step, called } of played) {
    const [method = '', path = ''] = step.route.split(' ')
    t.ok(called.status < 300, `${step.route}: ${called.status} ${JSON.stringify(called.body).slice(0, 200)}`)
    t.equal(undescribed(method, path, called), null)
  }
})

t.test('the examples in the document are these', async (t) => {
  const declared = examplesOf(registry)
  const last = new Map<string, RouteExample>(played.map(({ step, example }) => [step.route, example]))
  for (const [route, example] of last) t.strictSame(declared.get(route), example, route)
  for (const [path, item] of Object.entries(document.paths as Record<string, object>))
    for (const method of Object.keys(item)) {
      const route = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
      t.ok(last.has(route), `${route} has an example`)
    }
})

t.test('the examples fit the schemas of the document', async (t) => {
  t.strictSame(unsoundExamples(document), [])
})
