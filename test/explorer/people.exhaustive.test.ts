import t from 'tap'
import { cellsOf, explorer, until } from './app.js'
import { demoWeek } from './demo-week.js'
import { inAllLooks } from './looks.js'

const { service, workspace, open } = await explorer(t)
await demoWeek(service, workspace)
const options = { workspace: workspace.id }
const lines = [1, 2, 4].map((person) => ({
  type: 'identify',
  device_id: `device-${person}`,
  user_id: `user-${person}`,
  traits: { name: `Person ${person}`, plan: person === 4 ? 'pro' : 'free', tier: { level: person } },
}))
const body = lines.map((line) => JSON.stringify(line)).join('\n')
await service.call('POST', '/v1/events', { token: workspace.ingestKey, body })

t.test('columns of choice, and a way from person to person', async (t) => {
  const { page, complaints, picture } = await open(t, '/people?range=30d&who=known')
  const people = await service.call('GET', '/api/v1/metrics/users/raw', {
    ...options,
    query: { range: '30d', 'conditions[0][field]': 'user_id', 'conditions[0][op]': 'is_set' },
  })
  const rows = people.body.data as { device_id: string; user_id: string; events: number }[]
  const ids = rows.map(({ user_id }) => user_id)
  await page.getByRole('table', { name: 'People' }).waitFor()
  t.equal((await cellsOf(page, 'People')).length, rows.length)
  await page.getByRole('button', { name: 'Columns' }).click()
  const find = page.getByLabel('Find a column')
  await find.fill('tier')
  await page.getByLabel('tier.level').check()
  await find.fill('events')
  await page.getByLabel('Events', { exact: true }).uncheck()
  await page.keyboard.press('Escape')
  t.match(page.url(), /columns=/, 'a link has them')
  const heads = () => page.getByRole('table', { name: 'People' }).locator('th').allInnerTexts()
  t.strictSame(
    (await until(heads, (texts) => texts.includes('tier.level'))).filter((text) => text !== ''),
    ['Person', 'plan', 'company', 'Last seen', 'tier.level'],
  )
  const level = () =>
    page
      .getByRole('row', { name: /Person 4/ })
      .locator('td')
      .last()
      .innerText()
  t.equal(await until(level, (text) => text === '4'), '4')
  await inAllLooks(t, { page, picture }, 'people-columns')

  await page.getByLabel('Sort people by').selectOption('Most events first')
  const most = Math.max(...rows.map(({ events }) => events))
  const fields = { 'conditions[0][field]': 'user_id', 'conditions[0][op]': 'is_set' }
  const sorted = await service.call('GET', '/api/v1/metrics/users/raw', {
    ...options,
    query: { range: '30d', sort: 'events', ...fields },
  })
  t.equal(sorted.body.data[0].events, most)
  const person = String(sorted.body.data[0].user_id)
  const link = () => page.locator('.person-cell').first().getAttribute('href')
  t.match(await until(link, (href) => href?.includes(`/${person}?`) === true), `/people/user/${person}?`)
  await page.getByLabel('Sort people by').selectOption('Most recently seen first')
  await until(link, (href) => href?.includes(`/${ids[0] ?? ''}?`) === true)

  await page.locator('.person-cell').nth(1).click()
  await page.getByText(`2 of ${rows.length} in People`).waitFor()
  await page.getByRole('link', { name: 'Next person' }).click()
  await page.getByText(`3 of ${rows.length} in People`).waitFor()
  t.match(page.url(), `/people/user/${ids[2] ?? ''}?`)
  await page.getByRole('link', { name: 'Previous person' }).click()
  await page.getByText(`2 of ${rows.length} in People`).waitFor()

  const timeline = page.getByRole('region', { name: 'Timeline' })
  const sessions = timeline.locator('.session-head')
  await sessions.first().waitFor()
  t.equal(await sessions.first().getAttribute('aria-expanded'), 'true', 'the newest session is open')
  t.equal(await timeline.locator('.session-head[aria-expanded=true]').count(), 1)
  const shown = () => timeline.locator('.line-head').count()
  const before = await shown()
  await sessions.nth(1).press('Enter')
  t.ok((await until(shown, (count) => count > before)) > before, 'opened by the keyboard')
  await timeline.getByLabel('Search events and properties').fill('search_performed')
  const names = () => timeline.locator('.line-head strong').allInnerTexts()
  const found = await until(
    names,
    (all) => all.length > 1 && all.every((name) => name === 'search_performed'),
  )
  t.ok(found.length > 1, 'in every session')
  await inAllLooks(t, { page, picture }, 'person-search')
  await page.getByRole('link', { name: `2 of ${rows.length} in People` }).click()
  t.ok(
    (await until(heads, (texts) => texts.includes('tier.level'))).includes('tier.level'),
    'the list as it was',
  )
  t.strictSame(complaints, [])
})

t.test('chosen people become members of an audience', async (t) => {
  const { page, complaints, picture } = await open(t, '/people?range=30d&who=known')
  const listed = async (): Promise<readonly string[]> => {
    const { audiences } = (await service.call('GET', '/api/v1/audiences', options)).body.data
    const [one] = audiences as { id: string }[]
    if (one === undefined) return []
    const audience = await service.call('GET', `/api/v1/audiences/${one.id}`, options)
    return (audience.body.data.definition.members as { user_id: string }[]).map(({ user_id }) => user_id)
  }
  const dialog = page.getByRole('dialog')
  await page.getByLabel('Select Person 1', { exact: true }).check()
  await page.getByLabel('Select Person 2', { exact: true }).check()
  await page.getByRole('button', { name: 'Add 2 to audience' }).click()
  await dialog.getByLabel('Name').fill('By hand')
  await picture('add-to-audience')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  t.strictSame([...(await listed())].sort(), ['user-1', 'user-2'])
  await page.getByLabel('Select Person 2', { exact: true }).check()
  await page.getByLabel('Select Person 4', { exact: true }).check()
  await page.getByRole('button', { name: 'Add 2 to audience' }).click()
  await dialog.getByLabel('Audience').selectOption({ label: 'By hand (2)' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('1 person added to “By hand”').waitFor()
  t.strictSame([...(await listed())].sort(), ['user-1', 'user-2', 'user-4'])
  t.strictSame(complaints, [])
})

t.test('sessions: who, from the first event to the last, and ids that can be copied', async (t) => {
  const { page, complaints, picture } = await open(t, '/sessions?range=30d')
  const raw = await service.call('GET', '/api/v1/metrics/sessions/raw', {
    ...options,
    query: { range: '30d', limit: '50' },
  })
  await page.getByRole('table', { name: 'Latest sessions' }).waitFor()
  const cells = await cellsOf(page, 'Latest sessions')
  t.equal(cells.length, raw.body.data.length)
  t.strictSame(
    cells.map((row) => [row[4], row[5]]),
    raw.body.data.map((row: { entry_event: string; exit_event: string }) => [
      row.entry_event,
      row.exit_event,
    ]),
  )
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = String(raw.body.data[0].session_id)
  await page.getByRole('button', { name: `Copy session ${id}` }).click()
  t.equal(await page.evaluate<string>('navigator.clipboard.readText()'), id)
  const frame = page.getByRole('group', { name: 'Latest sessions' })
  const over = await frame.evaluate((table) => table.scrollWidth - table.clientWidth)
  t.equal(over, 0, 'the table fits')
  await inAllLooks(t, { page, picture }, 'sessions-table')
  t.strictSame(complaints, [])
})
