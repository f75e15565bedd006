import t from 'tap'
import { cellsOf, explorer, until, written } from './app.js'
import { demoWeek } from './demo-week.js'

const { service, workspace, open } = await explorer(t)
await demoWeek(service, workspace)
const options = { workspace: workspace.id }

t.test('composition takes up to three fields', async (t) => {
  const { page, complaints, picture } = await open(t, '/grouped')
  await page.getByRole('button', { name: 'By country' }).click()
  await page.getByRole('combobox', { name: 'And by' }).fill('device_type')
  await page
    .getByRole('option', { name: /^device_type/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'By country × device_type' }).waitFor()
  const body = {
    breakdowns: ['country', 'device_type'],
    size: { type: 'count' },
    intensity: { type: 'avg_per_actor' },
    range: '30d',
  }
  const { data } = (await service.call('POST', '/api/v1/metrics/grouped', { ...options, body })).body
  type Group = Readonly<{ dimensions: readonly string[]; size: number; intensity: number }>
  const expected = (data.groups as Group[]).map(({ dimensions, size, intensity }) => [
    ...dimensions,
    written(size),
    written(intensity),
  ])
  t.ok(expected.length > 4)
  const rows = await until(
    () => cellsOf(page, 'Groups'),
    (cells) => cells[0]?.length === 4,
  )
  t.strictSame(rows, expected)
  await page.locator('.tile').first().click()
  const [first] = data.groups as Group[]
  const people = await service.call('POST', '/api/v1/metrics/grouped/people', {
    ...options,
    body: { ...body, dimensions: first?.dimensions, count_total: true },
  })
  await page
    .getByRole('dialog')
    .getByText(`${String(people.body.total)} people`)
    .waitFor()
  await picture('composition-fields')
  t.strictSame(complaints, [])
})
