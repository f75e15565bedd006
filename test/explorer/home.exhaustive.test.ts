import t from 'tap'
import { explorer, tokenOf, until, written } from './app.js'
import { demoWeek } from './demo-week.js'
import { inAllLooks, tooWide } from './looks.js'

const { service, open } = await explorer(t, { environment: { ADMIN_SETS_PASSWORDS: 'true' } })
const full = await service.workspace()
await demoWeek(service, full)
const options = { workspace: full.id }
const slugOf = async (id: string): Promise<string> => {
  const { body } = await service.call('GET', '/api/v1/auth/me')
  return (body.data.workspaces as { id: string; slug: string }[]).find((one) => one.id === id)?.slug ?? ''
}

t.test('an empty workspace shows the way to its first event, and says when it has come', async (t) => {
  const empty = await service.workspace()
  const { page, complaints, picture } = await open(t, `/?workspace=${await slugOf(empty.id)}`)
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.getByText('Waiting for the first event').waitFor()
  await page.getByRole('button', { name: 'Create ingest key' }).click()
  const key = (await page.locator('.once code').textContent()) ?? ''
  const snippet = (await page.locator('pre.code').textContent()) ?? ''
  t.ok(key !== '' && snippet.includes(key) && snippet.includes('curl'), 'ready to paste')
  await inAllLooks(t, { page, picture }, 'home-empty')
  const event = { event: 'first_of_all', device_id: 'd' }
  const { status } = await service.call('POST', '/v1/events', { token: key, body: JSON.stringify(event) })
  t.equal(status, 202)
  await page.getByText('Events are coming in').waitFor()
  await page.getByRole('button', { name: 'Show the workspace' }).click()
  await page.getByRole('button', { name: /^first_of_all/ }).waitFor()
  t.strictSame(complaints, [])
})

t.test('a workspace at a glance', async (t) => {
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await service.call('POST', `/api/v1${path}`, { ...options, body })
    return String(answer.body.data.id)
  }
  await made('/boards', { name: 'Growth' })
  const question = { path: '/api/v1/metrics/dau', query: 'range=30d' }
  const starred = await made('/questions', { name: 'Starred question', question })
  await made('/questions', { name: 'Own question', question })
  await service.call('PUT', `/api/v1/questions/${starred}/favourite`, { ...options, body: {} })

  const { page, complaints, picture } = await open(t, `/?workspace=${await slugOf(full.id)}`)
  const top = await service.call('GET', '/api/v1/metrics/events/top', {
    ...options,
    query: { range: '7d', limit: '8' },
  })
  const bars = page.getByRole('list', { name: 'Top events, last 7 days' })
  await bars.locator('li').first().waitFor()
  t.strictSame(
    await bars.locator('li').allTextContents(),
    top.body.data.map(({ label, count }: { label: string; count: number }) => label + written(count)),
  )
  // The range moves on with the clock, so the number is compared with the answer that the page itself got.
  const answered = page.waitForResponse((response) => response.url().includes('/metrics/dau?range=168h'))
  await page.reload()
  const week = (await (await answered).json()) as { data: { total: number } }
  t.ok(week.data.total > 0)
  const shown = await until(
    () =>
      page
        .locator('.home-figure', { hasText: /^People, last 7 days/ })
        .locator('strong')
        .allInnerTexts(),
    ([text]) => text === written(week.data.total),
  )
  t.strictSame(shown, [written(week.data.total)])
  await page.locator('.home-figure', { hasText: 'People, last 30 minutes' }).locator('strong').waitFor()
  await page
    .getByRole('region', { name: 'Boards' })
    .getByRole('link', { name: /^Growth/ })
    .waitFor()
  await page
    .getByRole('region', { name: 'Favourite questions' })
    .getByRole('link', { name: 'Starred question' })
    .waitFor()
  const mine = page.getByRole('region', { name: 'Your latest questions' })
  await mine.getByRole('link', { name: /^Own question/ }).waitFor()
  await page
    .getByRole('region', { name: 'Latest marks' })
    .getByRole('link', { name: /^Exports fail/ })
    .waitFor()
  await page.locator('.chart canvas').waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await inAllLooks(t, { page, picture }, 'home')
  await page.setViewportSize({ width: 320, height: 700 })
  t.equal(await tooWide(page), 0, 'as wide as the smallest phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await bars.getByRole('button').first().click()
  await page.waitForURL(/\/trends\?.*series=/)
  t.strictSame(complaints, [])
})

t.test('a board from a template has what the workspace has', async (t) => {
  const { page, complaints, picture } = await open(t, `/?workspace=${await slugOf(full.id)}`)
  const slug = await slugOf(full.id)
  const dialog = page.getByRole('dialog')
  for (const [name, tile] of [
    ['Product', 'Value: purchase'],
    ['Web site', 'Devices'],
    ['Reliability', 'cpu.load, avg'],
  ] as const) {
    await page.goto(`/?workspace=${slug}`)
    await page.getByRole('button', { name: 'Board from a template' }).click()
    await dialog.getByRole('button', { name, exact: true }).click()
    await dialog.getByText(/^\d+ tiles?$/).waitFor()
    if (name === 'Web site') {
      await dialog.getByText('No tile for pages: no property names them').waitFor()
      await inAllLooks(t, { page, picture }, 'template')
    }
    await dialog.getByRole('button', { name: 'Create board' }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await page.getByRole('heading', { name: tile, exact: true }).waitFor()
    const id = /\/boards\/([\w-]+)/.exec(page.url())?.[1] ?? ''
    const board = (await service.call('GET', `/api/v1/boards/${id}`, options)).body.data
    t.ok(board.tiles.length > 0, `${name}: ${String(board.tiles.length)} tiles`)
    for (const { id: tileId, title } of board.tiles as { id: string; title: string }[]) {
      const { status, body } = await service.call('GET', `/api/v1/boards/${id}/tiles/${tileId}/data`, options)
      t.equal(status, 200, `${name}, ${title}: ${JSON.stringify(body).slice(0, 200)}`)
    }
    await page.locator('.tile [aria-busy=true]').first().waitFor({ state: 'detached' })
    t.equal(await page.locator('.tile [role=alert]').count(), 0)
    await picture(`board-${name.toLowerCase().replace(' ', '-')}`)
  }
  t.strictSame(complaints, [])
})

t.test('a viewer looks, and is offered no board', async (t) => {
  const account = { email: 'viewer@example.com', password: 'a long password', role: 'viewer' }
  await service.call('POST', '/api/v1/admin/users', { ...options, body: account })
  const token = await tokenOf(service, account.email, account.password)
  const { page, complaints } = await open(t, '/', { token, dark: true, phone: true })
  await page.getByRole('list', { name: 'Top events, last 7 days' }).locator('li').first().waitFor()
  t.equal(await page.getByRole('button', { name: 'Board from a template' }).count(), 0)
  t.strictSame(complaints, [])
})
