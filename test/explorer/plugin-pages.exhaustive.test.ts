import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import type { FrameLocator, Page } from 'playwright-core'
import { definePlugin, inWorkspace, type PageDefinition } from '../../contract/index.js'
import { cellsOf, explorer, tokenOf, until } from './app.js'
import { demoWeek } from './demo-week.js'
import { contentOf, inAllLooks } from './looks.js'
import { pageModules as modules } from './page-modules.js'

type Name = keyof typeof modules
const title = (name: Name): string => `Page ${name}`
const files = Object.fromEntries(Object.entries(modules).map(([name, text]) => [`${name}.js`, text]))
const root = t.testdir({
  web: {
    ...files,
    'words.js': `export const heading = 'Page notes'`,
    'notes.css': '.notes-problem { color: var(--bad) }',
  },
})
const web = pathToFileURL(`${join(root, 'web')}/`)

const pageOf = (name: Name, change: Partial<PageDefinition> = {}): PageDefinition => ({
  key: `acme-${name}`,
  title: title(name),
  summary: 'A page of acme',
  group: 'Analyze',
  path: `/acme-${name}`,
  access: inWorkspace('viewer'),
  module: new URL(`${name}.js`, web),
  folder: web,
  ...change,
})

const acme = definePlugin({
  name: 'acme',
  contract: 1,
  after: [],
  register(host) {
    for (const name of Object.keys(modules) as Name[]) {
      const own = name === 'notes' ? { styles: [new URL('notes.css', web)], icon: 'edit' as const } : {}
      host.page(pageOf(name, own))
    }
    host.page(
      pageOf('notes', {
        key: 'acme-editors',
        title: 'Only editors',
        path: '/acme/:id',
        access: inWorkspace('editor'),
      }),
    )
  },
})

const { service, workspace, open } = await explorer(t, {
  plugins: [acme],
  environment: { ADMIN_SETS_PASSWORDS: 'true' },
})
await demoWeek(service, workspace)

const frameOf = (page: Page): FrameLocator => page.frameLocator('.plugin-page iframe')
/** Clicks the page's button without waiting for the frame, which will not answer any more. */
async function clickLater(page: Page): Promise<void> {
  await frameOf(page).getByRole('button').waitFor()
  const content = await contentOf(page)
  await content.evaluate('void setTimeout(() => document.querySelector("button").click(), 50)')
}

/**
 * Clicks a button of the alert above the frame until the alert is gone. On a busy machine the browser may still
 * give a click there to the frame, whose place it was a moment ago.
 */
async function clickAway(t: Test, page: Page, name: string): Promise<void> {
  const alert = page.getByRole('alert')
  const click = () => alert.getByRole('button', { name }).click({ timeout: 2_000 })
  const left = async () =>
    click().then(
      () => alert.count(),
      () => alert.count(),
    )
  t.equal(await until(left, (count) => count === 0), 0, `${name} ends the alert`)
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** The rest of the explorer works: another view opens and shows its data. */
async function livesOn(t: Test, page: Page): Promise<void> {
  await link(page, 'Trends').click()
  await page.locator('.chart canvas').waitFor()
  t.equal(await page.locator('.plugin-page').count(), 0)
}

t.test('a page is in the navigation, asks the API and looks like the explorer', async (t) => {
  const { page, complaints, picture } = await open(t, '/trends')
  await link(page, title('notes')).click()
  const frame = frameOf(page)
  await frame.getByRole('heading', { name: 'Page notes' }).waitFor()
  const { body } = await service.call('GET', '/api/v1/metrics/dau?range=14d', { workspace: workspace.id })
  await frame.locator('.number-card strong').getByText(String(body.data.total), { exact: true }).waitFor()
  await frame.locator('.chart canvas').waitFor()
  t.match(await frame.locator('.page-head p').innerText(), /^admin of /)

  await frame.getByLabel('Word').fill('xyz')
  await frame.getByRole('cell', { name: 'bxyz' }).waitFor()
  t.match(page.url(), /\/acme-notes\?.*word=xyz/, 'its state is in the address')
  await inAllLooks(t, { page, picture, content: await contentOf(page) }, 'plugin-page')
  await frame.getByRole('button', { name: 'Fail' }).click()
  await frame.getByText('ApiError 422 VALIDATION_ERROR 1').waitFor()
  const content = await contentOf(page)
  const color = (selector: string): Promise<string> =>
    content.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).color`)
  t.not(await color('.notes-problem'), await color('body'), 'with its style sheet')

  await frame.getByRole('button', { name: 'Create note' }).click()
  await frame.getByRole('dialog', { name: 'New note' }).waitFor()
  await picture('plugin-page-dialog')
  await frame.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Note saved').waitFor()
  await frame.getByRole('dialog').waitFor({ state: 'detached' })

  await frame.getByRole('button', { name: 'Create note' }).focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go to' }).waitFor()
  await page.keyboard.type('Page notes')
  await page.keyboard.press('Escape')
  await frame.getByRole('link', { name: 'To trends' }).click()
  await page.locator('.chart canvas').waitFor()
  t.match(page.url(), /\/trends\?range=14d&workspace=/)
  await page.goBack()
  await frame.getByRole('cell', { name: 'bxyz' }).waitFor()
  t.strictSame(complaints, [])
})

t.test('the palette finds it, a link opens it, and roles hide it', async (t) => {
  const { page, complaints } = await open(t, '/acme/7?word=q')
  await frameOf(page).getByRole('cell', { name: 'bq' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox').fill('Page no')
  await page.getByRole('option', { name: 'Page notes' }).click()
  await page.waitForURL(/\/acme-notes/)
  await frameOf(page).getByRole('cell', { name: 'b', exact: true }).waitFor()

  const user = { email: 'viewer@example.com', password: 'long enough', role: 'viewer' }
  await service.call('POST', '/api/v1/admin/users', { workspace: workspace.id, body: user })
  const token = await tokenOf(service, user.email, user.password)
  const viewer = await open(t, '/acme-notes', { token })
  await frameOf(viewer.page).getByRole('heading', { name: 'Page notes' }).waitFor()
  t.equal(await link(viewer.page, 'Only editors').count(), 0)
  t.equal(await link(page, 'Only editors').count(), 1)
  await viewer.page.goto('/acme/7')
  await viewer.page.getByRole('heading', { name: 'Page not found' }).waitFor()
  t.strictSame(complaints, [])
})

const failures: Readonly<Partial<Record<Name, RegExp>>> = {
  throws: /failed: no notes today\.$/,
  broken: /failed: Failed to fetch dynamically imported module/,
  unparsable: /failed: Unexpected (token|end)/,
  nothing: /failed: its module exports no function mount\.$/,
}

t.test('a page that cannot be shown is named with its plugin in its place', async (t) => {
  for (const [name, said] of Object.entries(failures) as [Name, RegExp][]) {
    const { page, complaints, picture } = await open(t, `/acme-${name}`)
    const text = await page.getByRole('alert').innerText()
    t.match(text, said)
    t.ok(text.startsWith(`The page “${title(name)}” of the plugin acme failed`), text)
    t.ok(
      complaints.some((one) => one.startsWith(`plugin acme: page acme-${name}: `)),
      'in the console too',
    )
    if (name === 'throws') await inAllLooks(t, { page, picture }, 'plugin-page-failed')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').waitFor()
    await livesOn(t, page)
  }
})

t.test('an error after it was shown is named above the page', async (t) => {
  const { page, picture } = await open(t, '/acme-late')
  await frameOf(page).getByRole('button', { name: 'Break' }).click()
  await page.getByText('The page “Page late” of the plugin acme has an error: the button broke.').waitFor()
  await inAllLooks(t, { page, picture }, 'plugin-page-error')
  await clickAway(t, page, 'Dismiss')
  await frameOf(page).getByRole('button', { name: 'Reject' }).click()
  await page.getByText('has an error: the promise broke.').waitFor()
  await clickAway(t, page, 'Reload page')
  await frameOf(page).getByRole('button', { name: 'Break' }).waitFor()

  await page.goto('/acme-renders')
  await clickLater(page)
  await page.getByText('The page “Page renders” of the plugin acme failed: the part broke.').waitFor()
  await livesOn(t, page)
})

t.test('a page that never ends leaves the explorer alive', async (t) => {
  const { page, complaints } = await open(t, '/acme-endless')
  await page.getByText('The page “Page endless” of the plugin acme is still loading.').waitFor()
  await livesOn(t, page)

  await link(page, title('loops')).click()
  await frameOf(page).getByText('Loop').waitFor()
  await livesOn(t, page)

  await link(page, title('hangs')).click()
  await clickLater(page)
  await page.getByText('The page “Page hangs” of the plugin acme does not respond.').waitFor()
  await livesOn(t, page)
  await link(page, title('notes')).click()
  await frameOf(page).getByRole('heading', { name: 'Page notes' }).waitFor()
  t.strictSame(complaints, ['plugin acme: page acme-hangs: does not respond'])
})

t.test('a page reaches nothing outside its frame', async (t) => {
  const { page } = await open(t, '/acme-breaks')
  const tried = frameOf(page).getByText('fails')
  t.equal(await tried.innerText(), 'parent fails, storage fails, top fails, code fails')
  t.not(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'), 'rgb(255, 0, 0)')
  t.match(page.url(), /\/acme-breaks/)
  await livesOn(t, page)
})

t.test('the built-in Jobs page goes through the same door', async (t) => {
  const { page, complaints, picture } = await open(t, '/trends')
  await link(page, 'Jobs').click()
  const frame = frameOf(page)
  await frame.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
  const { body } = await service.call('GET', '/api/v1/admin/jobs')
  const names = body.data.map(({ name, summary }: { name: string; summary: string }) => name + summary)
  t.ok(names.length > 0)
  const shown = async () => (await cellsOf(await contentOf(page), 'Jobs')).map(([name]) => name)
  t.strictSame(await until(shown, (found) => found.length === names.length), names)
  const [job = ''] = body.data.map(({ name }: { name: string }) => name)
  await frame.getByRole('button', { name: 'Run now' }).first().click()
  await page.getByText(`Job “${job}” started`).waitFor()
  await inAllLooks(t, { page, picture, content: await contentOf(page) }, 'plugin-page-jobs')
  t.strictSame(complaints, [])
})
