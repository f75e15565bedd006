import t from 'tap'
import { cellsOf, explorer, written } from './app.js'
import { demoWeek } from './demo-week.js'

const { service, workspace, open } = await explorer(t)
await demoWeek(service, workspace)

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test looks into any answer
const ask = async (path: string, query: Record<string, string>): Promise<any> =>
  (await service.call('GET', path, { workspace: workspace.id, query })).body

interface Group {
  readonly group: string
  readonly size: number
  readonly intensity: number
}

interface Point {
  readonly date: string
  readonly value: number
  readonly dimension?: string
}

/** The row that the table behind a chart shows for these points: name, total, values. */
const rowOf = (name: string, total: string, points: readonly Point[]): string[] => [
  name,
  total,
  ...points.map(({ value }) => written(value)),
]

t.test('trends: the number, the table behind, the people of a point', async (t) => {
  const { page, complaints, picture } = await open(t, '/trends?range=14d')
  const { data } = await ask('/api/v1/metrics/dau', { range: '14d' })
  t.ok(data.total > 20, 'there is something to show')
  await page.locator('.number-card strong').waitFor()
  t.equal(await page.locator('.number-card strong').textContent(), written(data.total))
  await page.getByText('Data table').click()
  t.strictSame(await cellsOf(page, 'Active people per day'), [
    rowOf('Active people per day', written(data.total), data.points),
  ])
  await picture('trends')

  const busiest = data.points.find(({ value }: Point) => value > 0)
  await page
    .getByRole('table', { name: 'Active people per day' })
    .getByRole('button', { name: written(busiest.value), exact: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const people = await ask('/api/v1/metrics/dau/people', {
    range: '14d',
    date: busiest.date,
    count_total: 'true',
  })
  t.equal(people.total, busiest.value)
  await dialog.getByText(`${people.total} people`).waitFor()
  await picture('trends-people')
  t.strictSame(complaints, [])
})

t.test('trends: several series, a breakdown, a formula, a comparison', async (t) => {
  const series = JSON.stringify([{ metric: 'events', params: { event: 'purchase' } }, { metric: 'dau' }])
  const { page, complaints, picture } = await open(
    t,
    `/trends?${new URLSearchParams({ range: '7d', series, formula: 'A / B * 100', compare: 'previous' }).toString()}`,
  )
  const body = {
    series: [{ metric: 'events', params: { event: 'purchase' } }, { metric: 'dau' }],
    formula: 'A / B * 100',
    range: '7d',
    granularity: 'daily',
    compare: 'previous',
  }
  const { data } = (await service.call('POST', '/api/v1/metrics/formula', { workspace: workspace.id, body }))
    .body
  await page.locator('.number-card strong').waitFor()
  t.equal(await page.locator('.number-card strong').textContent(), written(data.total))
  const change = Math.abs(data.comparison.percent_change) / 100
  const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(change)
  t.equal(await page.locator('.number-card .tag').textContent(), percent)
  await picture('trends-formula')

  await page.goto(`/trends?range=7d&breakdown=country&look=area&workspace=${await slug()}`)
  await page.getByText('Data table').click()
  const split = (await ask('/api/v1/metrics/dau', { range: '7d', breakdown: 'country' })).data
    .points as Point[]
  const dimensions = [...new Set(split.map(({ dimension }) => dimension ?? ''))]
  t.equal(dimensions.length, 4)
  t.strictSame(
    await cellsOf(page, 'Active people per day'),
    dimensions.map((name) =>
      rowOf(
        name,
        '',
        split.filter(({ dimension }) => dimension === name),
      ),
    ),
  )
  await picture('trends-breakdown')
  t.strictSame(complaints, [])
})

const slug = async (): Promise<string> => {
  const { body } = await service.call('GET', '/api/v1/auth/me')
  return String(body.data.workspaces[0].slug)
}

t.test('lifecycle, stickiness, sessions', async (t) => {
  const { page, complaints, picture } = await open(t, '/lifecycle?range=21d')
  const { data } = await ask('/api/v1/metrics/lifecycle', {
    range: '21d',
    granularity: 'weekly',
    dormant: 'true',
  })
  await page.getByText('Data table').click()
  const caption = 'Active people by lifecycle state'
  const names = ['new', 'returning', 'resurrected', 'dormant']
  t.strictSame(
    await cellsOf(page, caption),
    names.map((name) =>
      rowOf(
        name.charAt(0).toUpperCase() + name.slice(1),
        '',
        data.points.filter(({ dimension }: Point) => dimension === name),
      ),
    ),
  )
  await picture('lifecycle')

  await page.getByRole('link', { name: 'Stickiness' }).first().click()
  const daily = await ask('/api/v1/metrics/stickiness/daily', { range: '30d' })
  const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(
    daily.data.total,
  )
  await page.locator('.number-card strong').nth(1).waitFor()
  t.equal(await page.locator('.number-card strong').first().textContent(), share)
  await picture('stickiness')

  await page.getByRole('link', { name: 'Sessions' }).first().click()
  const started = await ask('/api/v1/metrics/sessions', { range: '30d' })
  const top = await ask('/api/v1/metrics/sessions/top', { range: '30d', property: 'device_type' })
  const raw = await ask('/api/v1/metrics/sessions/raw', { range: '30d', limit: '50' })
  await page.locator('.bars li').first().waitFor()
  await page.getByRole('table', { name: 'Latest sessions' }).waitFor()
  await page.locator('.number-card strong').waitFor()
  t.equal(await page.locator('.number-card strong').textContent(), written(started.data.total))
  t.strictSame(
    await page.locator('.bars li').allTextContents(),
    top.data.map(({ label, count }: { label: string; count: number }) => label + written(count)),
  )
  t.equal((await cellsOf(page, 'Latest sessions')).length, raw.data.length)
  await picture('sessions')
  t.strictSame(complaints, [])
})

t.test('segments and their people, composition', async (t) => {
  const { page, complaints, picture } = await open(t, '/segments?range=21d')
  const segments = await ask('/api/v1/metrics/segments', { range: '21d' })
  await page.locator('.bars li').nth(7).waitFor()
  t.strictSame(
    await page
      .locator('.bars .bar-value')
      .evaluateAll((cells) => cells.map((cell) => cell.firstChild?.textContent)),
    segments.map(({ users }: { users: number }) => written(users)),
  )
  await picture('segments')
  await page.getByRole('button', { name: /Casual/ }).click()
  const casual = await ask('/api/v1/metrics/segments/casual', { range: '21d', limit: '100' })
  await page.getByRole('dialog').locator('tbody tr').first().waitFor()
  t.equal(await page.getByRole('dialog').locator('tbody tr').count(), casual.length)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Composition' }).first().click()
  const body = {
    group_by: 'country',
    size: { type: 'count' },
    intensity: { type: 'avg_per_actor' },
    range: '30d',
  }
  const { data } = (await service.call('POST', '/api/v1/metrics/grouped', { workspace: workspace.id, body }))
    .body
  await page.locator('.tile').first().waitFor()
  t.strictSame(
    await cellsOf(page, 'Groups'),
    data.groups.map((one: Group) => [one.group, written(one.size), written(one.intensity)]),
  )
  const areas = await page
    .locator('.tile')
    .evaluateAll((tiles) =>
      tiles.map((tile) => (Number(tile.clientWidth) + 2) * (Number(tile.clientHeight) + 2)),
    )
  const whole = areas.reduce((sum, area) => sum + area, 0)
  for (const [index, { group, size }] of (data.groups as Group[]).entries())
    t.ok(
      Math.abs((areas[index] ?? 0) / whole - size / data.total_size) < 0.01,
      `${group} has its share of the area`,
    )
  await picture('composition')
  t.strictSame(complaints, [])
})

t.test('infrastructure, and any metric', async (t) => {
  const { page, complaints, picture } = await open(t, '/infrastructure?range=2d&granularity=daily')
  const { data } = await ask('/api/v1/metrics/infrastructure', { name: 'cpu.load', fn: 'avg', range: '2d' })
  await page.locator('.number-card strong').waitFor()
  t.equal(
    await page.locator('.number-card strong').textContent(),
    new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(data.total),
  )
  t.strictSame(
    (await cellsOf(page, 'Metrics that have points in the range')).map(([name, type]) => [name, type]),
    [
      ['cpu.load', 'gauge'],
      ['http.requests', 'counter'],
    ],
  )
  await picture('infrastructure')

  for (const [key, seen] of [
    ['top_events', '.bars li'],
    ['events_raw', 'tbody tr'],
    ['segments', 'tbody tr'],
    ['users', '.chart canvas'],
  ] as const) {
    await page.goto(`/explore/${key}`)
    await page.locator(seen).first().waitFor()
    t.ok(await page.locator(seen).first().isVisible(), `${key} is shown by its kind of answer`)
  }
  await page.goto('/explore/first_time')
  await page.getByText('Choose event to see this metric.').waitFor()
  t.strictSame(complaints, [])
})
