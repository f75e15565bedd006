import t from 'tap'
import { request } from '../support/request.js'
import { explorer, tokenOf } from './app.js'
import { inAllLooks } from './looks.js'

/** Members who join, forget their password and leave, and the pages' messages at the service's limits. */
const names = 100
const { service, workspace, open } = await explorer(t, { environment: { PROPERTY_NAMES: String(names) } })
const options = { workspace: workspace.id }

t.test('a member is added by a link, gets a new password by another, and leaves', async (t) => {
  const { page, complaints, picture } = await open(t, '/members')
  await page.getByRole('button', { name: 'Add member' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill('nobody')
  await dialog.getByLabel('Role').selectOption('admin')
  await dialog.getByRole('button', { name: 'Create invite link' }).click()
  t.equal(await dialog.locator('input:invalid').count(), 1, 'that is no address')
  await dialog.getByLabel('E-mail').fill('carl@example.com')
  await inAllLooks(t, { page, picture }, 'member-add')
  await dialog.getByRole('button', { name: 'Create invite link' }).click()
  const invite = (await dialog.locator('.once code').textContent()) ?? ''
  await inAllLooks(t, { page, picture }, 'member-added')
  await dialog.getByText('Close', { exact: true }).click()
  const pending = page.getByRole('region', { name: 'Invites' }).getByRole('listitem')
  await pending.filter({ hasText: 'carl@example.com' }).waitFor()

  const carl = await open(t, invite.replace(service.base, ''), { token: null })
  await carl.page.getByLabel('Password').fill('a first password')
  await carl.page.getByRole('button', { name: 'Join' }).click()
  await carl.page.getByRole('navigation').first().waitFor()

  await page.reload()
  await page.getByRole('button', { name: 'Create reset link for carl@example.com' }).click()
  await dialog.getByRole('button', { name: 'Create reset link' }).click()
  const reset = (await dialog.locator('.once code').textContent()) ?? ''
  await dialog.getByText('Close', { exact: true }).click()
  t.match(
    await tokenOf(service, 'carl@example.com', 'a first password'),
    /\..*\./,
    'valid until the link is used',
  )
  const forgetful = await open(t, reset.replace(service.base, ''), { token: null })
  await forgetful.page.getByText('For carl@example.com').waitFor()
  await inAllLooks(t, forgetful, 'reset')
  await forgetful.page.getByLabel('New password').fill('password1')
  await forgetful.page.getByRole('button', { name: 'Set password' }).click()
  await forgetful.page.getByRole('alert').first().waitFor()
  await inAllLooks(t, forgetful, 'reset-common')
  await forgetful.page.getByLabel('New password').fill('a second password')
  await forgetful.page.getByRole('button', { name: 'Set password' }).click()
  await forgetful.page.getByRole('navigation').first().waitFor()
  await forgetful.page.goto(reset)
  await forgetful.page.getByText('This link is no longer valid').waitFor()
  await inAllLooks(t, forgetful, 'reset-over')
  t.strictSame([...carl.complaints, ...forgetful.complaints], [])

  const token = await tokenOf(service, 'carl@example.com', 'a second password')
  const as = { ...options, token }
  const make = async (path: string, body: object): Promise<{ id: string; key?: string }> => {
    const made = await request(service.base, 'POST', path, { ...as, body })
    t.equal(made.status, 201, `${path}: ${JSON.stringify(made.body)}`)
    return made.body.data
  }
  const key = await make('/api/v1/admin/workspace/keys', {
    workspace_id: workspace.id,
    name: 'Nightly report',
    kind: 'query',
    role: 'viewer',
  })
  await make('/api/v1/admin/workspace/keys', { workspace_id: workspace.id, name: 'Shop', kind: 'ingest' })
  const board = await make('/api/v1/boards', { name: 'For the office' })
  await make(`/api/v1/boards/${board.id}/links`, {})

  await page.reload()
  await page.getByRole('button', { name: 'Remove carl@example.com' }).click()
  await dialog.getByText('Keys and links they created').waitFor()
  await inAllLooks(t, { page, picture }, 'member-remove')
  await dialog.getByLabel('Query key “Nightly report” (viewer)').check()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('cell', { name: 'carl@example.com', exact: true }).waitFor({ state: 'detached' })
  const kept = await request(service.base, 'GET', '/api/v1/metrics/dau?range=2026-01-01,2026-01-07', {
    workspace: workspace.id,
    token: key.key ?? '',
  })
  t.equal(kept.status, 200, 'what was kept by name answers on')
  t.strictSame(complaints, [])
})

t.test('a question that is asked too often is asked again', async (t) => {
  const { page, complaints } = await open(t, '/profile')
  const asked: string[] = []
  await page.route('**/api/v1/metrics/**', async (route) => {
    asked.push(route.request().url() + (route.request().postData() ?? ''))
    if (asked.length > 1) return route.continue()
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '1' },
      json: { error: 'RATE_LIMITED', message: 'too many questions (QUERY_QUEUE)' },
    })
  })
  await page.goto('/trends?range=7d')
  await page.getByRole('heading', { name: 'Trends' }).waitFor()
  await page.locator('.answered').first().waitFor()
  t.ok(asked.slice(1).includes(asked[0] ?? ''), 'the same question again')
  t.equal(await page.getByRole('alert').count(), 0, 'no error is shown')
  t.strictSame(complaints, [])
})

t.test('“Add data” warns of a client that puts ids into names', async (t) => {
  const { page, complaints, picture } = await open(t, '/install')
  await page.getByRole('heading', { name: 'Add data' }).waitFor()
  t.equal(await page.getByText('Too many property names').count(), 0)
  const properties = Object.fromEntries(Array.from({ length: names + 1 }, (_, n) => [`seen ${n}`, n]))
  const sent = await request(service.base, 'POST', '/v1/events', {
    token: workspace.ingestKey,
    body: { event: 'e', device_id: 'd', properties },
  })
  t.equal(sent.status, 202)
  await page.reload()
  await page.getByText('Too many property names').waitFor()
  await inAllLooks(t, { page, picture }, 'names-full')
  t.strictSame(complaints, [])
})
