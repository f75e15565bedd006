import t from 'tap'
import { written } from './app.js'
import { toldStory, viewAt } from './told-story.js'

const { open, ask } = await toldStory(t)

t.test('groups, and one group: traits, members, events', async (t) => {
  const { data } = await ask('GET', '/groups/company', { range: '90d', limit: '50' })
  const [newest] = data as { group_id: string; traits: { name: string; industry: string } }[]
  if (newest === undefined) throw new Error('the story has companies')
  const { page, complaints, picture } = await open(t, '/groups')
  const first = page.locator('.people a').first()
  await first.getByText(newest.traits.name, { exact: true }).waitFor()
  t.equal(await page.locator('.people li').count(), data.length)
  await picture('groups')
  await first.press('Enter')
  await page.getByRole('heading', { name: newest.traits.name, level: 1 }).waitFor()
  const { data: profile } = await ask('GET', `/groups/company/${newest.group_id}`, { range: '90d' })
  const figures = page.getByRole('region', { name: 'Figures' })
  await figures.getByText(written(profile.events), { exact: true }).first().waitFor()
  await figures.getByText(written(profile.persons), { exact: true }).first().waitFor()
  t.match(await page.getByRole('region', { name: 'Traits' }).innerText(), newest.traits.industry)
  const members = page.getByRole('region', { name: 'Members' })
  await members.locator('.people li').first().waitFor()
  t.equal(await members.locator('.people li').count(), Math.min(50, profile.persons as number))
  await page.getByRole('region', { name: 'Events' }).locator('.line-head').first().waitFor()
  await picture('group')
  t.strictSame(complaints, [])
})

t.test('a funnel of companies lists the companies behind its numbers', async (t) => {
  const steps = [{ event: 'project_created' }, { event: 'payment_succeeded' }]
  const asked = { steps, range: '30d', actor: 'group:company' }
  const { data } = await ask('POST', '/funnels', asked)
  const { page, complaints } = await open(t, viewAt('/funnels', { steps, people: '2:converted' }))
  await page.getByRole('dialog').waitFor()
  await page.goto(viewAt('/funnels', { steps, actor: 'group:company', people: '2:converted' }))
  const drawer = page.getByRole('dialog')
  const { count } = data.steps[1] as { count: number }
  t.ok(count > 0, `${count} companies`)
  await drawer.getByText(`${written(count)} ${count === 1 ? 'group' : 'groups'}`).waitFor()
  t.equal(await drawer.locator('.people li').count(), Math.min(50, count))
  t.equal(await drawer.getByRole('button', { name: 'Save as audience' }).count(), 0, 'groups are no audience')
  await drawer.locator('.people a').first().click()
  await page.getByRole('region', { name: 'Members' }).waitFor()
  t.strictSame(complaints, [])
})
