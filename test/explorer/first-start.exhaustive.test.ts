import t from 'tap'
import { request } from '../support/request.js'
import { explorer, type OpenPage } from './app.js'
import { inAllLooks } from './looks.js'

t.test('where the service can be reached from elsewhere, the first account needs the code', async (t) => {
  const environment = { PUBLIC_URL: 'https://analytics.example' }
  const { service, open } = await explorer(t, { fresh: true, environment })
  const code = (await service.service.setupCode()) ?? ''
  const fill = async ({ page }: OpenPage): Promise<void> => {
    await page.getByLabel('E-mail').fill('ann@example.com')
    await page.getByLabel('Password').fill('correct horse battery')
  }
  const asked = await open(t, '/', { token: null })
  await fill(asked)
  const create = asked.page.getByRole('button', { name: 'Create account' })
  t.ok(await create.isDisabled(), 'the code is missing')
  await asked.page.getByLabel('Set-up code').fill('guessed')
  await create.click()
  await asked.page.locator('.field', { hasText: 'Set-up code' }).getByText('code is wrong').waitFor()
  await inAllLooks(t, asked, 'setup-code')

  const old = await open(t, '/setup?code=of-another-start', { token: null })
  await fill(old)
  await old.page.getByRole('button', { name: 'Create account' }).click()
  await old.page.getByText('code is wrong').waitFor()
  t.equal(await old.page.getByLabel('Set-up code').inputValue(), 'of-another-start', 'it can be corrected')

  const linked = await open(t, `/setup?code=${code}`, { token: null })
  await fill(linked)
  t.equal(await linked.page.getByLabel('Set-up code').count(), 0, 'the link has it')
  await linked.page.getByRole('button', { name: 'Create account' }).click()
  await linked.page.getByRole('heading', { name: 'Your first workspace' }).waitFor()
  t.strictSame([...asked.complaints, ...old.complaints, ...linked.complaints], [])
})

t.test('from an empty service to the first event on the screen', async (t) => {
  // Without a proxy only this machine reaches the service, so no code is required.
  const { service, open } = await explorer(t, { fresh: true, environment: { TRUST_PROXY: 'false' } })
  const { page, complaints, picture } = await open(t, '/', { token: null })
  await page.getByRole('heading', { name: 'Welcome to Sextant' }).waitFor()
  t.match(page.url(), /\/setup$/, 'the front door leads to the setup')
  const create = page.getByRole('button', { name: 'Create account' })
  await page.getByLabel('E-mail').fill('ann')
  await page.getByLabel('Password').fill('short')
  t.ok(await create.isDisabled(), 'a password of eight characters')
  await page.getByLabel('E-mail').fill('ann@example.com')
  await page.getByLabel('Password').fill('correct horse battery')
  await picture('setup-account')
  await create.click()

  await page.getByRole('heading', { name: 'Your first workspace' }).waitFor()
  await page.getByLabel('Name').fill('Ünser Shop')
  await picture('setup-workspace')
  await page.getByRole('button', { name: 'Create workspace' }).click()

  await page.getByRole('heading', { name: 'Send the first event' }).waitFor()
  const key = (await page.locator('.once code').textContent()) ?? ''
  t.match(key, /^[0-9a-f]{32}$/)
  await page.getByText('Waiting for the first event').waitFor()
  for (const client of ['Segment', 'PostHog', 'OpenTelemetry', 'Tell', 'curl']) {
    await page.getByRole('button', { name: client, exact: true }).click()
    const snippet = (await page.locator('pre.code').textContent()) ?? ''
    t.ok(snippet.includes(key) && snippet.includes(service.base), `${client}: ready to paste`)
  }
  await picture('setup-waiting')
  const curl = (await page.locator('pre.code').textContent()) ?? ''
  const [, url = '', body = ''] = /curl '([^']+)'[^]*-d '([^']+)'/.exec(curl) ?? []
  t.equal(url, `${service.base}/v1/events`)
  const sent = await request(service.base, 'POST', '/v1/events', { token: key, body })
  t.equal(sent.status, 202, 'the snippet is what the service takes')
  await page.getByText('Events are coming in').waitFor()
  await page.locator('.events-list').getByText('Signed Up').waitFor()
  await picture('setup-first-event')

  await page.getByRole('link', { name: 'Explore the data' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  t.match(page.url(), /workspace=unser-shop/)
  await page.getByRole('button', { name: /^Signed Up/ }).waitFor()
  await page.getByRole('link', { name: 'Trends', exact: true }).click()
  await page.locator('.number-card strong').waitFor()
  t.equal(await page.locator('.number-card strong').textContent(), '1')

  await page.goto('/setup')
  await page.getByRole('heading', { name: 'Add data' }).waitFor()
  await page.getByText('Events are coming in').waitFor()
  await picture('add-data')
  t.strictSame(complaints, [])
})
