import t from 'tap'
import { cellsOf, explorer, written } from './app.js'
import { demoWeek } from './demo-week.js'

const { service, workspace, open } = await explorer(t)
await demoWeek(service, workspace)

interface Point {
  readonly date: string
  readonly value: number
  readonly dimensions: readonly [string, string]
}

const pointsBy = async (query: Record<string, string>): Promise<readonly Point[]> =>
  (await service.call('GET', '/api/v1/metrics/events', { workspace: workspace.id, query })).body.data.points

t.test('two fields are chosen, and their table is a pivot with people', async (t) => {
  const series = JSON.stringify([{ metric: 'events' }])
  const address = `/trends?${new URLSearchParams({ range: '7d', look: 'table', breakdown: 'country', series }).toString()}`
  const { page, complaints, picture } = await open(t, address)
  await page.getByRole('button', { name: 'By country' }).click()
  await page.getByRole('combobox', { name: 'And by' }).fill('event_name')
  await page
    .getByRole('option', { name: /^event_name/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'By country × event_name' }).waitFor()
  t.equal(new URL(page.url()).searchParams.get('breakdown'), '["country","event_name"]')

  const points = await pointsBy({ range: '7d', breakdowns: '["country","event_name"]' })
  const sums = new Map<string, Map<string, number>>()
  for (const { value, dimensions } of points) {
    const [country, name] = dimensions
    const row = sums.get(country) ?? new Map<string, number>()
    row.set(name, (row.get(name) ?? 0) + value)
    sums.set(country, row)
  }
  const columns = [...new Set(points.map(({ dimensions }) => dimensions[1]))]
  const table = page.getByRole('table', { name: 'Events' })
  await table.getByRole('columnheader', { name: columns[0] ?? '', exact: true }).waitFor()
  t.strictSame(
    await cellsOf(page, 'Events'),
    [...sums].map(([country, row]) => [
      country,
      ...columns.map((name) => (row.has(name) ? written(row.get(name) ?? 0) : '–')),
    ]),
  )
  await picture('trends-pivot')
  await table.getByRole('row').nth(1).getByRole('button').first().click()
  await page
    .getByRole('dialog')
    .getByText(/\d+ (people|person)/)
    .first()
    .waitFor()
  t.strictSame(complaints, [])
})

t.test('a long legend is searched and cut', async (t) => {
  const query = { range: '7d', breakdown: '["country","event_name"]' }
  const { page, complaints, picture } = await open(t, `/trends?${new URLSearchParams(query).toString()}`)
  const legend = page.getByRole('group', { name: 'Chart lines' })
  await legend.getByRole('button').first().waitFor()
  const lines = await legend.getByRole('button').count()
  t.ok(lines > 10, `${lines} lines`)
  await page.getByRole('combobox', { name: 'Lines shown' }).selectOption('5')
  t.equal(await legend.getByRole('button', { pressed: true }).count(), 5)
  const name = (await legend.locator('.clip').last().textContent()) ?? ''
  await page.getByRole('searchbox', { name: 'Find a line' }).fill(name)
  t.equal(await legend.getByRole('button').count(), 1)
  await legend.getByRole('button').click()
  t.equal(await legend.getByRole('button', { pressed: true }).count(), 1)
  await picture('trends-legend')
  t.strictSame(complaints, [])
})
