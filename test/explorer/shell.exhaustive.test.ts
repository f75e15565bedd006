import { readFile } from 'node:fs/promises'
import t from 'tap'
import { cellsOf, explorer, written } from './app.js'
import { demoWeek } from './demo-week.js'
import { tooWide } from './looks.js'
import { adminEmail, adminPassword } from '../support/service.js'

const { service, workspace, open } = await explorer(t)
await demoWeek(service, workspace)

t.test('log in where a link leads, and out', async (t) => {
  const { page, complaints, picture } = await open(t, '/segments?range=7d', { token: null })
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await picture('login')
  await page.getByLabel('E-mail').fill(adminEmail)
  await page.getByLabel('Password').fill('not this one')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Password').fill(adminPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Segments' }).waitFor()
  t.match(
    page.url(),
    /\/segments\?range=7d&workspace=ws-/,
    'the view that was asked for, and which workspace it is',
  )

  await page.getByRole('button', { name: `Account ${adminEmail}` }).click()
  const token = await page.evaluate('JSON.parse(localStorage.getItem("sextant.session")).token')
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  const after = await service.call('GET', '/api/v1/auth/me', { token: String(token) })
  t.equal(after.status, 401, 'the token has ended, not only this page’s knowledge of it')
  t.equal(await page.evaluate('localStorage.getItem("sextant.session")'), null)
  t.strictSame(complaints, [])
})

t.test('a session that ended elsewhere leads to the login', async (t) => {
  const login = { email: adminEmail, password: adminPassword }
  const { body } = await service.call('POST', '/api/v1/auth/login', { body: login })
  const { page } = await open(t, '/trends', { token: body.data.token })
  await page.locator('.number-card strong').waitFor()
  // A request that starts after the session has ended would lead to the login before the click.
  await page.waitForLoadState('networkidle')
  await service.call('POST', '/api/v1/auth/logout', { token: body.data.token })
  await page.getByRole('link', { name: 'Segments' }).click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  t.match(page.url(), /\/segments/, 'and from there to where one was going')
})

t.test('the keyboard alone', async (t) => {
  const { page, complaints, picture } = await open(t, '/trends?range=7d')
  await page.locator('.number-card strong').waitFor()
  await page.keyboard.press('Tab')
  t.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'Skip to content')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  // Immediately: the first one's close event comes only after the second was opened.
  await page.evaluate(`
    document.querySelector('dialog').close()
    dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
  `)
  const box = page.getByRole('combobox', { name: 'Go to anything, or do something' })
  await box.waitFor()
  await page.keyboard.type('stick')
  await picture('palette')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Stickiness' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Stickiness' }).waitFor({ state: 'detached' })

  const chart = page.getByRole('application')
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  const { data } = (
    await service.call('GET', '/api/v1/metrics/dau', { workspace: workspace.id, query: { range: '7d' } })
  ).body
  const point = data.points.at(-2)
  await page.locator('.tip').waitFor()
  t.equal(await page.locator('.tip-row b').textContent(), written(point.value), 'the point before the last')
  t.match(
    await page.locator('[aria-live=polite]').first().textContent(),
    `Active people per day ${written(point.value)}`,
    'and it is said',
  )
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .getByText(/\d people/)
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Filter', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('country')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'DE', exact: true }).waitFor()
  await page.keyboard.type('DE')
  await page.getByRole('option', { name: 'US', exact: true }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Apply' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'country is DE', exact: true }).waitFor()
  const filtered = await service.call('GET', '/api/v1/metrics/dau', {
    workspace: workspace.id,
    query: {
      range: '7d',
      'conditions[0][field]': 'country',
      'conditions[0][op]': 'in',
      'conditions[0][value][]': 'DE',
    },
  })
  t.ok(filtered.body.data.total > 0 && filtered.body.data.total < data.total, 'the filter leaves some')
  await page.getByText(written(filtered.body.data.total), { exact: true }).first().waitFor()
  t.strictSame(complaints, [])
})

t.test('what is shown can be taken away', async (t) => {
  const { page, complaints } = await open(t, '/trends?range=7d&breakdown=country')
  await page.locator('.chart canvas').waitFor()
  await page.getByRole('button', { name: 'Share and export' }).click()
  await page.getByRole('menuitem', { name: 'Show as API call' }).click()
  const line = (await page.locator('dialog:modal pre.code').textContent()) ?? ''
  const [, address = ''] = /'(http[^']+)'/.exec(line) ?? []
  const headers = { 'x-workspace-id': /X-Workspace-ID: ([^']+)/.exec(line)?.[1] ?? '' }
  const answer = await service.call('GET', address.slice(service.base.length), { headers })
  t.equal(answer.status, 200, 'the line can be run as it stands')
  t.equal(headers['x-workspace-id'], workspace.id)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Share and export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export CSV' }).click()
  const file = await download
  t.equal(file.suggestedFilename(), 'trends.csv')
  const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  const points = answer.body.data.points as { date: string; value: number; dimension: string }[]
  const names = [...new Set(points.map(({ dimension }) => dimension))]
  t.equal(head, ['date', ...names].join(','))
  t.strictSame(
    rows,
    [...new Set(points.map(({ date }) => date))].map((date) =>
      [
        date,
        ...names.map((name) => points.find((one) => one.date === date && one.dimension === name)?.value),
      ].join(','),
    ),
  )
  t.strictSame(complaints, [])
})

t.test('dark, and as the system says', async (t) => {
  const { page, picture } = await open(t, '/trends', { dark: true })
  await page.locator('.chart canvas').waitFor()
  const background = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const dark = await background()
  await picture('trends-dark')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  t.not(await background(), dark, 'the choice goes before the system')
  await page.reload()
  await page.locator('.chart canvas').waitFor()
  t.not(await background(), dark, 'and is kept')
})

t.test('a phone', async (t) => {
  const { page, complaints, picture } = await open(t, '/trends?breakdown=country', { phone: true })
  for (const title of [
    'Lifecycle',
    'Stickiness',
    'Composition',
    'Sessions',
    'All metrics',
    'Segments',
    'Infrastructure',
  ]) {
    await page.getByRole('button', { name: 'Navigation' }).click()
    await page.getByRole('dialog').getByRole('link', { name: title }).click()
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await page.locator('.loading').first().waitFor({ state: 'detached' })
    t.equal(await tooWide(page), 0, `${title} is as wide as the screen`)
    await picture(`phone-${title.toLowerCase().replace(' ', '-')}`)
  }
  await page.goto('/trends?breakdown=country')
  await page.locator('.chart canvas').waitFor()
  await picture('phone-trends')
  t.strictSame(complaints, [])
})

t.test('what cannot be shown says so', async (t) => {
  const { page, complaints, picture } = await open(t, '/no/such/view')
  await page.getByText('Page not found').waitFor()
  await page.goto('/trends?workspace=somebody-elses')
  await page.getByText('You are not a member of this workspace').waitFor()
  await page.goto('/explore/no_such_metric')
  await page.getByText('Unknown metric “no_such_metric”').waitFor()
  await page.goto('/trends?range=nonsense')
  await page.getByRole('alert').waitFor()
  t.match(await page.getByRole('alert').textContent(), /range/, 'the service’s own words')
  await picture('error')
  await page.goto('/trends?range=2020-01-01,2020-01-02&granularity=daily')
  await page.locator('.number-card strong').waitFor()
  t.equal(await page.locator('.number-card strong').textContent(), '0')
  t.strictSame(complaints, [])
})

t.test('a list that is refused says so where it is missed, and can be asked for again', async (t) => {
  const { page, complaints, picture } = await open(t, '/trends')
  await page.locator('.number-card strong').waitFor()
  let refused = true
  const refuse = (pattern: string): Promise<unknown> =>
    page.route(pattern, (route) =>
      refused
        ? route.fulfill({
            status: 422,
            json: { error: 'VALIDATION_ERROR', message: 'fields are not told here' },
          })
        : route.continue(),
    )
  await refuse('**/api/v1/data/sources/**')
  await refuse('**/api/v1/metrics/events/top?**')
  await page.getByRole('button', { name: 'Break down' }).click()
  const panel = page.locator('.picker')
  await panel.getByRole('alert').getByText('Fields are not told here.').waitFor()
  const shown = await panel.getByRole('alert').textContent()
  t.equal(shown, 'Fields are not told here.', 'the service’s message as a sentence')
  t.equal(await panel.getByText('Loading').count(), 0)
  await picture('picker-refused')
  refused = false
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel
    .getByRole('option', { name: /^country/ })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')

  refused = true
  await page.goto('/explore/events?params={}')
  await page.getByRole('button', { name: 'event: any event' }).click()
  await panel.getByRole('alert').getByText('Fields are not told here.').waitFor()
  t.equal(await panel.getByText('No matches').count(), 0, 'events that are refused are not none')

  await refuse('**/api/v1/metrics')
  for (const path of [
    '/trends',
    '/stickiness',
    '/lifecycle',
    '/sessions',
    '/infrastructure',
    '/explore',
    '/explore/dau',
  ]) {
    refused = true
    await page.goto(path)
    await page.getByRole('alert').getByText('Fields are not told here.').waitFor()
    refused = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  t.strictSame(complaints, [])
})

t.test('a slow answer can be stopped, and asked for again', async (t) => {
  const { page, picture } = await open(t, '/segments')
  await page.locator('.bars li').first().waitFor()
  let held = true
  await page.route('**/api/v1/metrics/grouped', async (route) => {
    if (held) await new Promise((resolve) => setTimeout(resolve, 30_000))
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('link', { name: 'Composition' }).first().click()
  await page.getByText(/Still loading: \d+ s/).waitFor()
  await picture('slow')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
  held = false
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.locator('.tile').first().waitFor()
  t.equal((await cellsOf(page, 'Groups')).length, 4)
})
