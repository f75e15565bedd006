import t, { type Test } from 'tap'
import type { Settings } from '../contract/index.js'
import { callTo } from '../test/support/http-client.js'
import { runDemo, tokenOf, type Running } from '../test/support/demo-service.js'

async function demo(t: Test, settings: Partial<Settings>): Promise<Running> {
  const running = await runDemo({ settings })
  t.teardown(() => running.service.close())
  return running
}

t.test('what is closed in production', async (t) => {
  const running = await demo(t, { metricsPublic: false, docsPublic: false })
  const call = callTo(running.url)
  const viewer = await tokenOf('usr_viewer')
  t.match(await call('/metrics'), { status: 403, text: /METRICS_TOKEN, or METRICS_PUBLIC/ })
  for (const path of ['/docs', '/docs/assets/start.js'])
    t.match(await call(path), { status: 403, text: /DOCS_PUBLIC/ }, path)
  t.equal((await call('/api/v1/openapi.json')).status, 401)
  const described = await call('/api/v1/openapi.json', { as: viewer })
  t.equal(described.status, 200)
  t.ok('401' in described.body.paths['/api/v1/openapi.json'].get.responses)

  const metricsToken = 'a token for the scraper'.replaceAll(' ', '-')
  for (const metricsPublic of [true, false]) {
    const scraped = callTo((await demo(t, { metricsToken, metricsPublic })).url)
    t.match(await scraped('/metrics', { as: metricsToken }), { status: 200, text: /# TYPE/ })
    t.equal((await scraped('/metrics')).status, 401)
    t.equal((await scraped('/metrics', { as: 'another' })).status, 401)
    t.equal((await scraped('/docs')).status, 200)
  }
})
