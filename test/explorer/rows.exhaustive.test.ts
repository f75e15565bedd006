import t from 'tap'
import type { Page } from 'playwright-core'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { silentLog } from '../support/silent-log.js'
import { countOf, explorer, tokenOf, written } from './app.js'
import { toldStory, viewAt } from './told-story.js'

const { service, workspace, open, ask } = await toldStory(t)
const token = workspace.ingestKey

const send = async (path: string, line: object): Promise<void> => {
  const answer = await service.call('POST', path, { token, body: line })
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body))
}
const lines = (page: Page, name: string) => page.getByRole('region', { name }).locator('.lines > li')

t.test('live events: what arrives shows up, pauses, and can be looked into', async (t) => {
  const { page, complaints, picture } = await open(t, viewAt('/live', { range: '7d' }))
  await lines(page, 'Events').first().waitFor()
  await send('/v1/events', {
    event: 'arrived_now',
    device_id: 'a-device',
    properties: { plan: 'gold', nested: { deep: 7 } },
  })
  const arrived = lines(page, 'Events').filter({ hasText: 'arrived_now' })
  await arrived.waitFor()
  t.match(await arrived.getAttribute('class'), 'fresh')
  t.match(await lines(page, 'Events').first().innerText(), 'arrived_now', 'the newest first')
  await arrived.getByRole('button').first().click()
  await arrived
    .getByText('properties.nested.deep', { exact: false })
    .or(arrived.getByText('nested.deep'))
    .first()
    .waitFor()
  await picture('live')
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await page.getByRole('button', { name: 'Paused' }).waitFor()
  await send('/v1/events', { event: 'while_paused', device_id: 'a-device' })
  await page.waitForTimeout(3_500)
  t.equal(await lines(page, 'Events').filter({ hasText: 'while_paused' }).count(), 0)
  await page.getByRole('button', { name: 'Paused' }).click()
  await lines(page, 'Events').filter({ hasText: 'while_paused' }).waitFor()
  const row = arrived.locator('dl > div').filter({ hasText: 'gold' })
  await row.hover()
  await row.getByRole('button', { name: 'Only rows where properties.plan is gold' }).click()
  await page.getByRole('button', { name: 'plan is gold', exact: true }).waitFor()
  t.equal(await countOf(lines(page, 'Events'), 1), 1)
  t.match(new URL(page.url()).searchParams.get('filters'), '"gold"', 'it stands in the address')
  t.strictSame(complaints, [])
})

t.test('logs: levels, search, the bars, and a live tail', async (t) => {
  const top = await ask('GET', '/metrics/logs/top', { range: '30d' })
  const { page, complaints, picture } = await open(t, viewAt('/logs', { range: '30d' }))
  for (const { label, count } of top.data) {
    const chip = page
      .getByRole('group', { name: 'Levels' })
      .getByRole('button', { name: new RegExp(`^${String(label)} `) })
    await chip.waitFor()
    t.equal(
      (await chip.locator('small').innerText()).replace(/K$/, ''),
      written(count).replace(/K$/, ''),
      label,
    )
  }
  await page.locator('.chart canvas').waitFor()
  await picture('logs')
  await page.getByRole('button', { name: /^error / }).click()
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('sign-up form')
  const found = await ask('GET', '/metrics/logs/raw', {
    range: '30d',
    level: 'error',
    'conditions[0][field]': 'message.message',
    'conditions[0][op]': 'contains',
    'conditions[0][value]': 'sign-up form',
    limit: '100',
  })
  t.ok(found.data.length > 20, 'the story has such errors')
  // The lines filtered by level alone come first, before the search is fully typed.
  const searched = lines(page, 'Log lines').filter({ hasText: 'sign-up form' })
  const others = lines(page, 'Log lines').filter({ hasNotText: 'sign-up form' })
  t.equal(await countOf(searched, found.data.length), found.data.length)
  t.equal(await countOf(others, 0), 0)
  const first = lines(page, 'Log lines').first()
  t.match(await first.innerText(), found.data[0].message.error)
  await picture('logs-search')
  await page.getByRole('button', { name: 'Paused' }).click()
  await send('/v1/logs', {
    level: 'error',
    message: 'sign-up form fails once more',
    service: 'web',
    data: { try: 3 },
  })
  const arrived = lines(page, 'Log lines').filter({ hasText: 'fails once more' })
  await arrived.waitFor()
  t.match(await arrived.getAttribute('class'), 'fresh')
  await arrived.getByRole('button').first().click()
  t.match(await arrived.locator('dl').innerText(), /try\s+3/)
  await send('/v1/logs', { level: 'info', message: 'sign-up form is fine', service: 'web' })
  await page.waitForTimeout(3_000)
  t.equal(await lines(page, 'Log lines').filter({ hasText: 'is fine' }).count(), 0, 'another level')
  t.strictSame(complaints, [])
})

t.test('SQL: completion, result, history, files, faults at their place', async (t) => {
  const { page, complaints, picture } = await open(t, '/sql')
  const editor = page.getByRole('textbox', { name: 'SQL statement' })
  await page.getByText('events_v1', { exact: true }).first().waitFor()
  await editor.fill('')
  await editor.pressSequentially('SELECT event_name, count(*) AS n FROM even')
  await page.getByRole('option', { name: /^events_v1/ }).waitFor()
  await picture('sql-completion')
  // Immediately, before anything can be painted. A string, because pages are not compiled with these tests.
  await page.evaluate(`(() => {
    const key = { key: 'Enter', bubbles: true, cancelable: true }
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', key))
    document.execCommand('insertText', false, ' GROUP')
  })()`)
  await editor.pressSequentially(' BY event_na')
  await page.getByRole('option', { name: /^event_name/ }).waitFor()
  await editor.press('Tab')
  await editor.pressSequentially(' ORDER BY n DESC, event_name')
  await editor.press('Escape')
  const query =
    'SELECT event_name, count(*) AS n FROM events_v1 GROUP BY event_name ORDER BY n DESC, event_name'
  t.equal(await editor.inputValue(), query, 'what is typed right after a choice follows it')
  await editor.press('Control+Enter')
  const result = await ask('POST', '/data/query', { query })
  await page.getByText(new RegExp(`^${String(result.row_count)} rows in`)).waitFor()
  const shown = await page
    .getByRole('region', { name: 'Result' })
    .last()
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))
  t.strictSame(
    shown,
    result.rows.map((row: unknown[]) => row.map(String)),
  )
  t.equal(new URL(page.url()).searchParams.get('query'), query, 'it can be sent')
  await picture('sql')

  for (const [name, type] of [
    ['Export CSV, all rows', 'csv'],
    ['Export Parquet, all rows', 'parquet'],
  ] as const) {
    await page.getByRole('button', { name: 'Share and export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ])
    t.equal(file.suggestedFilename(), `query.${type}`)
  }

  await editor.fill('SELECT event_name,\n  event_nme\nFROM events_v1')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('alert').getByText('column "event_nme" (line 2, column 3)').waitFor()
  const place = await page.locator('.sql-fault').evaluate((mark) => mark.getAttribute('style'))
  t.match(place, /--line: ?1;.*--column: ?2;.*--letters: ?9/)
  await picture('sql-fault')
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('menuitem').filter({ hasText: 'ORDER BY n DESC' }).click()
  t.equal(await editor.inputValue(), query)
  t.strictSame(complaints, [])
})

t.test('SQL: many rows are not all in the page; a slow statement can be taken back', async (t) => {
  const query = 'SELECT number AS n, number * 2 AS twice FROM numbers(9000)'
  const known = await service.call('POST', '/api/v1/data/query', { workspace: workspace.id, body: { query } })
  const many = known.status === 200 ? query : 'SELECT timestamp, event_name FROM events_v1 LIMIT 9000'
  const { page, complaints } = await open(t, viewAt('/sql', { query: many }))
  await page.getByText(/^[\d,]+ rows in/).waitFor()
  const table = page.locator('.sql-result')
  t.ok((await table.locator('tbody tr').count()) < 100)
  const rows = Number((await table.locator('table').getAttribute('aria-rowcount')) ?? 0)
  t.ok(rows > 1000)
  await table.evaluate((frame) => frame.scrollTo(0, frame.scrollHeight))
  await table.locator(`tr[aria-rowindex="${String(rows)}"]`).waitFor()

  await page.route('**/data/query', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 20_000))
    await route.abort().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' })
  t.ok(await page.getByRole('button', { name: 'Run' }).isEnabled())
  t.strictSame(complaints, [])
})

t.test('a viewer asks SQL too, unless the service says otherwise', async (t) => {
  const account = { email: 'reader@example.com', password: 'a long password', role: 'viewer' }
  await service.call('POST', '/api/v1/admin/users', { workspace: workspace.id, body: account })
  const viewer = await tokenOf(service, account.email, account.password)
  const at = viewAt('/sql', { query: 'SELECT count(*) AS all_of_them FROM events_v1' })
  const { page, complaints } = await open(t, at, { token: viewer, phone: true })
  await page.getByText(/^1 row in/).waitFor()
  await page.route('**/data/query', (route) =>
    route.fulfill({ status: 403, json: { error: 'FORBIDDEN', message: 'SQL needs the role editor.' } }),
  )
  await page.reload()
  await page.getByText('You do not have access').first().waitFor()
  t.strictSame(complaints, [])
})

t.test('SQL: names of properties as the storage writes them', async (t) => {
  const onPostgres = await explorer(t, {}, (url) =>
    createPostgresStore({ connection: { url }, log: silentLog }),
  )
  const line = { event: 'open', device_id: 'd', properties: { "it's": { plan: 'gold' } } }
  const sent = await onPostgres.service.call('POST', '/v1/events', {
    token: onPostgres.workspace.ingestKey,
    body: line,
  })
  t.equal(sent.status, 202)
  for (const [app, name] of [
    [onPostgres, `properties->'it''s'->>'plan'`],
    [{ open }, 'properties.plan'],
  ] as const) {
    const { page } = await app.open(t, '/sql')
    const editor = page.getByRole('textbox', { name: 'SQL statement' })
    await page.getByText('events_v1', { exact: true }).first().waitFor()
    await editor.fill('')
    await editor.pressSequentially('SELECT properties')
    await page.getByRole('option', { name }).first().click()
    await editor.pressSequentially(' AS plan FROM events_v1 LIMIT 1')
    await editor.press('Escape')
    t.equal(await editor.inputValue(), `SELECT ${name} AS plan FROM events_v1 LIMIT 1`)
    await editor.press('Control+Enter')
    await page.getByText(/^1 row in/).waitFor()
  }
})
