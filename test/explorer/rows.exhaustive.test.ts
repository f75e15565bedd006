import t from 'tap'
import type { Page } from 'playwright-core'
import { countOf, written } from './app.js'
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
