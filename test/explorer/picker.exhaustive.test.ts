import type { Page, Request } from 'playwright-core'
import t from 'tap'
import { explorer, until, written } from './app.js'
import { demoWeek } from './demo-week.js'
import { inAllLooks, tooWide } from './looks.js'

const { service, workspace, open } = await explorer(t)
await demoWeek(service, workspace)
const options = { workspace: workspace.id }

const today = new Date().toISOString()
const track = (event: string, device_id: string): object => ({
  type: 'track',
  event,
  device_id,
  timestamp: today,
})

async function send(token: string, lines: readonly object[]): Promise<void> {
  const body = lines.map((line) => JSON.stringify(line)).join('\n')
  const { status } = await service.call('POST', '/v1/events', { token, body })
  if (status !== 202) throw new Error(`no events: ${status}`)
}

await send(workspace.ingestKey, [
  ...['d1', 'd1', 'd2', 'd3'].map((device) => track('signed_up', device)),
  track('secret', 'd1'),
  track('old_signup', 'd1'),
])
for (const [name, entry] of [
  ['signed_up', { status: 'verified', description: 'A person has created an account' }],
  ['old_signup', { status: 'deprecated', description: 'Use signed_up' }],
  ['secret', { status: 'hidden' }],
] as const)
  await service.call('PUT', `/api/v1/dictionary/events/${name}`, { body: entry, ...options })

const ofEvent = (event: string) => ({
  'conditions[0][field]': 'event_name',
  'conditions[0][op]': 'eq',
  'conditions[0][value]': event,
})

const totalOf = async (path: string, query: Record<string, string>): Promise<string> =>
  written((await service.call('GET', `/api/v1/metrics/${path}`, { ...options, query })).body.data.total)

/** The number of the only series, once it is the expected one. */
const shown = (page: Page, expected: string): Promise<string | null> =>
  until(
    () => page.locator('.number-card strong').first().textContent(),
    (text) => text === expected,
  )

const picker = (page: Page) => page.getByRole('button', { name: /^Series A: / })
const search = (page: Page) => page.getByRole('combobox', { name: 'Find an event, a metric or a question' })

t.test('from an event to its chart in three steps, and in two from the keyboard', async (t) => {
  const { page, complaints, picture } = await open(t, '/trends?range=14d')
  await page.locator('.number-card strong').waitFor()
  const steps: string[] = []
  const step = async (what: string, act: () => Promise<void>): Promise<void> => {
    steps.push(what)
    await act()
  }
  await step('open the list', () => picker(page).click())
  await step('type the name', () => page.keyboard.type('signed_up'))
  await step('choose it', () => page.keyboard.press('Enter'))
  const people = await totalOf('dau', { range: '14d', ...ofEvent('signed_up') })
  t.equal(people, '3')
  t.equal(await shown(page, people), people, 'it is asked without a further step')
  t.equal(steps.length, 3)
  t.equal(
    await page.locator('.number-card').first().locator('span').first().textContent(),
    'signed_up · people',
  )
  t.equal(await page.getByRole('combobox', { name: 'Measure' }).inputValue(), 'people')
  await picture('picker-event')

  await picker(page).focus()
  await step('type on the button', () => page.keyboard.type('purchase'))
  await page.getByRole('option', { name: /^purchase/ }).waitFor()
  await step('choose it', () => page.keyboard.press('Enter'))
  const buyers = await totalOf('dau', { range: '14d', ...ofEvent('purchase') })
  t.equal(await shown(page, buyers), buyers)
  t.equal(steps.length, 3 + 2)
  t.strictSame(complaints, [])
})

t.test('every measure is what the API answers', async (t) => {
  const { page, complaints, picture } = await open(t, '/trends?range=14d')
  await picker(page).click()
  await search(page).fill('purchase')
  await page.getByRole('option', { name: /^purchase/ }).click()
  const measure = page.getByRole('combobox', { name: 'Measure' })
  await measure.selectOption({ label: 'total' })
  const total = await totalOf('event/purchase', { range: '14d' })
  t.equal(await shown(page, total), total)
  await measure.selectOption({ label: 'per person' })
  const perPerson = await totalOf('events/per-actor', { range: '14d', event: 'purchase', metric: 'avg' })
  t.equal(await shown(page, perPerson), perPerson)

  await measure.selectOption({ label: 'sum of' })
  await page.getByText('Shows per person until a property is chosen').waitFor()
  t.equal(await page.locator('.number-card strong').textContent(), perPerson, 'no dead end meanwhile')
  await page.getByRole('combobox', { name: 'Find a numeric property' }).fill('amount')
  await page
    .getByRole('option', { name: /^amount/ })
    .first()
    .click()
  for (const [label, metric] of [
    ['sum of', 'sum'],
    ['average of', 'avg'],
    ['maximum of', 'max'],
  ] as const) {
    await measure.selectOption({ label })
    const asked = { range: '14d', event: 'purchase', property: 'properties.amount', metric }
    const value = await totalOf('events/custom', asked)
    t.equal(await shown(page, value), value, label)
  }
  await picture('picker-measure')
  await measure.selectOption({ label: 'people' })
  const devices = await totalOf('dau', { range: '14d', actor: 'device', ...ofEvent('purchase') })
  await page.getByRole('combobox', { name: 'Count' }).selectOption('device')
  t.equal(await shown(page, devices), devices)
  await page.getByRole('application').waitFor()
  t.strictSame(complaints, [])
})

t.test('one list: events as the dictionary has them, metrics, saved questions and formulas', async (t) => {
  const saved = async (body: object): Promise<string> =>
    String((await service.call('POST', '/api/v1/questions', { ...options, body })).body.data.id)
  const query = new URLSearchParams({
    range: '7d',
    'conditions[0][field]': 'country',
    'conditions[0][value]': 'DE',
  }).toString()
  const id = await saved({
    name: 'Purchases in DE',
    description: 'For the weekly report',
    question: { path: '/api/v1/metrics/event/purchase', query },
  })
  const series = [{ metric: 'event', params: { name: 'purchase' } }, { metric: 'dau' }]
  const body = { series, formula: 'A / B', range: '7d' }
  const view = `/trends?${new URLSearchParams({ series: JSON.stringify(series), formula: 'A / B' }).toString()}`
  await saved({ name: 'Purchases a head', question: { path: '/api/v1/metrics/formula', body }, view })
  await saved({ name: 'A list of people', question: { path: '/api/v1/metrics/dau/people' } })

  const { page, complaints, picture } = await open(t, '/trends?range=14d')
  const asked: Request[] = []
  page.on('request', (request) => asked.push(request))
  await picker(page).click()
  const events = page.getByRole('option', { name: /in the last 30 days/ })
  await until(
    () => events.count(),
    (count) => count === 5,
  )
  t.strictSame(await page.locator('.picker-group').allTextContents(), [
    'Events',
    'Metrics',
    'Saved questions',
    'Formulas',
  ])
  const texts = await events.locator('.picker-words').allInnerTexts()
  t.equal(texts[0], 'signed_up\nA person has created an account', 'verified first')
  t.ok(texts.includes('old_signup\nDeprecated · Use signed_up'))
  t.notOk(texts.some((text) => text.startsWith('secret')))
  const counts = await service.call('GET', '/api/v1/metrics/events/top', {
    ...options,
    query: { range: '30d' },
  })
  const ranked = (counts.body.data as { label: string }[])
    .map(({ label }) => label)
    .filter((name) => name !== 'secret')
  t.strictSame(
    texts.slice(1).map((text) => text.split('\n')[0]),
    ranked.filter((name) => name !== 'signed_up'),
    'then most used first',
  )
  await page.getByRole('option', { name: /^Active people per day dau/ }).waitFor()
  t.equal(await page.getByRole('option', { name: /A list of people/ }).count(), 0, 'which is no series')
  await events.first().locator('svg').waitFor({ state: 'attached' })

  for (const typed of ['s', 'si', 'sig', 'sign', 'signe', 'signed']) await search(page).fill(typed)
  await page.getByRole('option', { name: /^page_viewed/ }).waitFor({ state: 'detached' })
  const to = (path: string): readonly URL[] =>
    asked.map((request) => new URL(request.url())).filter(({ pathname }) => pathname === path)
  t.equal(to('/api/v1/metrics/events/top').length, 1, 'typing asks for nothing that is there')
  const names = to('/api/v1/metrics/events').flatMap(({ searchParams }) =>
    searchParams.getAll('conditions[0][value][]'),
  )
  t.ok(names.includes('signed_up'))
  t.equal(new Set(names).size, names.length, 'no line is asked for twice')
  await picture('picker-list')

  await search(page).fill('weekly report')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Series A: Purchases in DE' }).waitFor()
  const formula = { series: [{ metric: `question:${id}` }], formula: 'A', range: '14d', granularity: 'daily' }
  const answer = await service.call('POST', '/api/v1/metrics/formula', { ...options, body: formula })
  const total = written(answer.body.data.total)
  const other = await totalOf('event/purchase', { range: '14d' })
  t.not(total, other, 'its own filters stay')
  t.not(
    total,
    await totalOf('event/purchase', Object.fromEntries(new URLSearchParams(query))),
    'in the range of the view',
  )
  t.equal(await shown(page, total), total)

  await picker(page).click()
  await search(page).fill('a head')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Formula' }).waitFor()
  t.equal(await page.getByRole('textbox', { name: 'Formula' }).inputValue(), 'A / B')
  const ratio = await service.call('POST', '/api/v1/metrics/formula', {
    ...options,
    body: { ...body, range: '14d', granularity: 'daily' },
  })
  t.equal(await shown(page, written(ratio.body.data.total)), written(ratio.body.data.total))
  await page.getByRole('button', { name: 'Series B: Active people per day' }).waitFor()
  t.strictSame(complaints, [])
})

t.test('by keyboard, in light and dark, and on a phone of 320 pixels', async (t) => {
  const { page, complaints, picture } = await open(t, '/trends')
  await page.locator('.number-card strong').waitFor()
  await picker(page).click()
  const box = search(page)
  const active = async (): Promise<string> => {
    const id = (await box.getAttribute('aria-activedescendant')) ?? ''
    return (await page.locator(`[id="${id}"] .clip`).first().textContent()) ?? ''
  }
  // The dictionary, by which verified events come first, may arrive after the names.
  t.equal(await until(active, (text) => text === 'signed_up'), 'signed_up')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  t.not(await active(), 'signed_up')
  const second = await page.getByRole('option').nth(1).locator('.clip').first().textContent()
  t.equal(await active(), second)
  t.strictSame(
    [await box.getAttribute('aria-expanded'), await box.getAttribute('aria-autocomplete')],
    ['true', 'list'],
  )
  await inAllLooks(t, { page, picture }, 'picker')
  await page.setViewportSize({ width: 320, height: 640 })
  t.equal(await tooWide(page), 0)
  const row = await page.getByRole('option').first().boundingBox()
  t.ok(row !== null && row.x >= 0 && row.x + row.width <= 320, 'rows are inside the screen')
  await picture('picker-320')
  await page.keyboard.press('Escape')
  t.equal(await box.count(), 0)
  const focused = await page.evaluate<string>('document.activeElement.getAttribute("aria-label")')
  t.match(focused, /^Series A: /, 'the focus is back')
  t.strictSame(complaints, [])
})

t.test('5,000 events: few rows, and each can be found', async (t) => {
  const large = await service.workspace()
  const names = Array.from({ length: 5_000 }, (_, index) => `event_${index}`)
  for (let at = 0; at < names.length; at += 1_000)
    await send(
      large.ingestKey,
      names.slice(at, at + 1_000).map((name, index) => track(name, `device-${index}`)),
    )
  const { body } = await service.call('GET', '/api/v1/auth/me')
  const found = (body.data.workspaces as { id: string; slug: string }[]).find(({ id }) => id === large.id)
  const { page, complaints, picture } = await open(t, `/trends?workspace=${found?.slug ?? ''}`)
  await picker(page).click()
  await page.getByText('Events: 50 of 5,000, type to find more').waitFor()
  t.ok((await page.getByRole('option').count()) < 100)
  await search(page).fill('event 4999')
  await page.getByRole('option', { name: /^event_4999/ }).waitFor()
  await picture('picker-5000')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Series A: event_4999' }).waitFor()
  t.equal(await shown(page, '1'), '1')
  t.strictSame(complaints, [])
})
