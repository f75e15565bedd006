import t from 'tap'
import type { Page } from 'playwright-core'
import { explorer, tokenOf } from './app.js'
import { demoWeek } from './demo-week.js'
import { inAllLooks } from './looks.js'

const { service, workspace, open } = await explorer(t, { environment: { ADMIN_SETS_PASSWORDS: 'true' } })
await demoWeek(service, workspace)
const options = { workspace: workspace.id }
const made = async (path: string, body: object): Promise<string> => {
  const answer = await service.call('POST', `/api/v1${path}`, { ...options, body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return String(answer.body.data.id)
}
const board = await made('/boards', { name: 'Growth of the quarter' })
const question = await made('/questions', {
  name: 'Who buys',
  question: { path: '/api/v1/metrics/event/purchase', query: 'range=30d' },
})
const audience = await made('/audiences', {
  name: 'Buyers',
  definition: { events: [{ event: 'purchase', days: 30 }] },
})
const identify = {
  type: 'identify',
  device_id: 'device-1',
  user_id: 'user-1',
  traits: { name: 'Ann Lee (North)', email: 'ann@example.com' },
}
await service.call('POST', '/v1/events', { token: workspace.ingestKey, body: JSON.stringify(identify) })

const label = 'Go to anything, or do something'

/** Opens the palette, types, and returns its box once the option is there. */
async function typed(page: Page, text: string, option: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: label })
  await box.waitFor()
  await box.fill(text)
  await page.getByRole('dialog').getByRole('option', { name: option }).first().waitFor()
}

t.test('the palette leads to everything of the workspace', async (t) => {
  const { page, complaints, picture } = await open(t, '/trends?range=7d')
  await page.locator('.number-card strong').waitFor()
  const leads = async (text: string, option: RegExp, to: RegExp): Promise<void> => {
    await typed(page, text, option)
    await page.getByRole('dialog').getByRole('option', { name: option }).first().click()
    await page.waitForURL(to)
    await page.getByRole('combobox', { name: label }).waitFor({ state: 'detached' })
  }
  await leads('growth', /^Growth of the quarter/, new RegExp(`/boards/${board}`))
  await leads('who buys', /^Who buys/, new RegExp(`/questions/${question}`))
  await leads('buyers', /^Buyers/, new RegExp(`/audiences/${audience}`))
  await leads('purchase', /^purchase/, /\/trends\?.*series=.*purchase/)
  await leads('plan', /^plan/, /breakdown=properties\.plan/)
  await leads('version 2.4', /^Version 2\.4/, /\/trends\?range=\d{4}-\d\d-\d\d%2C/)
  await leads('stickiness', /^Stickiness/, /\/stickiness/)
  await leads('time zone', /^Workspaces/, /\/workspaces/)

  for (const text of ['ann lee', 'NORTH)', 'ann@EXAMPLE', 'user-1']) {
    await leads(text, /^Ann Lee \(North\)/, /\/people\/user\/user-1/)
    await page.getByRole('heading', { name: 'Ann Lee (North)', level: 1 }).waitFor()
    await page.goto('/trends')
    await page.locator('.number-card strong').waitFor()
  }

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: label }).waitFor()
  await page.getByRole('dialog').getByRole('option').first().waitFor()
  t.match(
    await page.getByRole('dialog').getByRole('option').first().innerText(),
    /Ann Lee/,
    'what was opened last comes first',
  )
  t.equal(await page.locator('.picker-group').first().innerText(), 'Recent')
  await inAllLooks(t, { page, picture }, 'palette')
  await page.keyboard.press('Escape')
  t.strictSame(complaints, [])
})

t.test('actions by the keyboard alone', async (t) => {
  const { page, complaints, picture } = await open(t, '/trends?range=7d')
  await page.locator('.number-card strong').waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await typed(page, 'copy as curl', /^Copy as curl/)
  await page.keyboard.press('Enter')
  await page.getByText('Copied as curl').waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  t.match(copied, `${service.base}/api/v1/metrics/dau?range=7d`)

  await typed(page, 'dark', /^Dark mode/)
  await page.keyboard.press('Enter')
  await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })

  await typed(page, 'ingest key', /^Create an ingest key/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('From the palette')
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: 'New ingest key' }).waitFor()
  await dialog.getByText('only once').waitFor()
  await picture('palette-key')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const keys = await service.call('GET', '/api/v1/admin/workspace/keys', {
    query: { workspace_id: workspace.id },
  })
  t.ok(keys.body.data.some(({ name }: { name: string }) => name === 'From the palette'))

  await typed(page, 'create a mark', /^Create a mark/)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  t.strictSame(complaints, [])
})

t.test('a viewer is offered what a viewer may do, and a session leaves nothing behind', async (t) => {
  const account = { email: 'viewer@example.com', password: 'a long password', role: 'viewer' }
  const { status } = await service.call('POST', '/api/v1/admin/users', { ...options, body: account })
  t.equal(status, 201)
  const token = await tokenOf(service, account.email, account.password)
  const { page, complaints } = await open(t, '/trends', { token, phone: true })
  await page.locator('.number-card strong').waitFor()
  await typed(page, 'keys', /^Keyboard shortcuts/)
  t.equal(
    await page.getByRole('dialog').getByRole('option', { name: /^Keys/ }).count(),
    0,
    'no view of admins',
  )
  await page.getByRole('combobox', { name: label }).fill('create')
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^Keyboard shortcuts/ })
    .waitFor({ state: 'detached' })
  t.equal(
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /^Create/ })
      .count(),
    0,
  )
  await page.getByRole('combobox', { name: label }).fill('user-1')
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /^Ann Lee/ })
    .click()
  await page.getByRole('heading', { name: /^Ann Lee/, level: 1 }).waitFor()
  t.match(await page.evaluate('localStorage.getItem("sextant.recent")'), 'Ann Lee')
  await typed(page, 'log out', /^Log out/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  t.equal(await page.evaluate('localStorage.getItem("sextant.recent")'), null)
  t.strictSame(complaints, [])
})
