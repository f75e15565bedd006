import t from 'tap'
import { plugin as pace } from '../third-party/pace/index.js'
import { explorer } from './app.js'
import { demoWeek } from './demo-week.js'

t.test('a metric of a third party has its place without a line of code', async (t) => {
  const { service, workspace, open } = await explorer(t, { plugins: [pace] })
  await demoWeek(service, workspace)
  const { body } = await service.call('GET', '/api/v1/metrics', { workspace: workspace.id })
  const key = 'median_gap'
  const [{ unit }] = body.data.filter((one: { key: string }) => one.key === key)
  const { page, complaints, picture } = await open(t, '/explore')
  await page.getByRole('cell', { name: key, exact: true }).waitFor()
  await page.goto(`/explore/${key}`)
  await page.locator('.chart canvas').waitFor()
  t.ok(
    await page.locator('.number-card').getByText(`${unit} in 30 days`, { exact: true }).isVisible(),
    'with its unit',
  )
  await picture('third-party')
  await page.goto(`/trends?series=${encodeURIComponent(JSON.stringify([{ metric: key }]))}`)
  await page.locator('.chart canvas').waitFor()
  t.strictSame(complaints, [])
})
