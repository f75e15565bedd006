import t from 'tap'
import { cellsOf, tokenOf, written } from './app.js'
import { inAllLooks, tooWide } from './looks.js'
import { toldStory, viewAt } from './told-story.js'

const { service, workspace, open, ask } = await toldStory(t)
const { token } = service
const percent = (share: number): string =>
  new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(share)
const steps = ['page_viewed', 'signup_started', 'signed_up', 'project_created'].map((event) => ({ event }))
const funnel = { steps, range: '30d' }

t.test('funnels: the bars, the numbers and the people behind them are the API’s', async (t) => {
  const { data } = await ask('POST', '/funnels', funnel)
  const { page, complaints, picture } = await open(t, viewAt('/funnels', { steps }))
  await page.getByText(percent(data.overall_conversion), { exact: true }).first().waitFor()
  for (const [index, { count, drop_off }] of data.steps.entries()) {
    const step = page.getByRole('region', { name: 'Steps of the funnel' }).getByRole('listitem').nth(index)
    t.equal(await step.locator('.numbers strong').innerText(), written(count))
    if (index > 0) t.match(await step.locator('.dropped').innerText(), `−${written(drop_off)} dropped`)
  }
  await picture('funnel')
  const dropped = data.steps[2].drop_off as number
  t.ok(dropped > 0)
  await page.getByRole('button', { name: `${written(dropped)} people dropped before step 3` }).click()
  const drawer = page.getByRole('dialog', { name: 'Dropped before 3. signed_up' })
  await drawer.getByText(`${written(dropped)} ${dropped === 1 ? 'person' : 'people'}`).waitFor()
  const people = await ask('POST', '/funnels/people', { ...funnel, step: 3, outcome: 'dropped', limit: 50 })
  t.equal(await drawer.locator('.people li').count(), people.data.length)
  t.match(new URL(page.url()).searchParams.get('people'), '3:dropped', 'the list can be sent')
  await picture('funnel-people')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const rows = await cellsOf(page, 'Steps of the funnel in numbers')
  t.strictSame(
    rows.map(([name, count]) => [name, count]),
    data.steps.map(({ event, count, step }: { event: string; count: number; step: number }) => [
      `${step}. ${event}`,
      written(count),
    ]),
  )
  await page.getByRole('button', { name: 'Trend', exact: true }).click()
  await page.locator('.chart canvas').waitFor()
  t.strictSame(complaints, [])
})

t.test('funnels: built by hand, with filters and a breakdown', async (t) => {
  const { page, complaints, picture } = await open(t, '/funnels')
  await page.getByRole('button', { name: /^Start with page_viewed/ }).waitFor()
  for (const [index, event] of ['signup_started', 'signed_up'].entries()) {
    await page.getByRole('button', { name: `Event of step ${index + 1}: Choose an event` }).click()
    await page.getByRole('combobox', { name: 'Find an event' }).fill(event)
    await page.getByRole('option', { name: new RegExp(`^${event}`) }).click()
  }
  await page.getByRole('button', { name: 'Break down' }).click()
  await page.getByRole('combobox', { name: 'Break down by' }).fill('app_version')
  await page
    .getByRole('option', { name: /^app_version/ })
    .first()
    .click()
  const body = { steps: [{ event: 'signup_started' }, { event: 'signed_up' }], breakdown: 'app_version' }
  const { data } = await ask('POST', '/funnels', { ...body, range: '30d' })
  await page.getByRole('table', { name: 'The funnel by app_version' }).waitFor()
  const rows = await cellsOf(page, 'The funnel by app_version')
  t.strictSame(
    rows.map(([dimension, , , conversion]) => [dimension, conversion]),
    data.breakdowns.map((one: { dimension: string; overall_conversion: number }) => [
      one.dimension,
      percent(one.overall_conversion),
    ]),
  )
  await picture('funnel-breakdown')
  await page.getByRole('button', { name: 'Share and export' }).click()
  await page.getByRole('menuitem', { name: 'Show as API call' }).click()
  t.match(await page.locator('pre.code').innerText(), /\/api\/v1\/funnels.*\n?[^]*"breakdown":"app_version"/)
  t.strictSame(complaints, [])
})

t.test(
  'retention: the grid is the API’s, a cell opens its people, who can be kept as an audience',
  async (t) => {
    const asked = { granularity: 'weekly', periods: 12, start_event: 'signed_up', range: '90d' }
    const { data } = await ask('POST', '/retention', asked)
    const { page, complaints, picture } = await open(t, viewAt('/retention', { start: 'signed_up' }))
    const table = page.getByRole('table', { name: /^Share of each cohort/ })
    await table.waitFor()
    const grid = await table
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
      )
    t.strictSame(
      grid,
      data.cohorts.map((one: { cohort_size: number; retention: number[] }) => [
        written(one.cohort_size),
        ...one.retention.map(percent),
      ]),
    )
    await picture('retention')
    const { cohort_date, counts } = data.cohorts[1]
    t.ok(counts[1] > 0)
    await table.locator('tbody tr').nth(1).locator('button').nth(1).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText(`${counts[1]} ${counts[1] === 1 ? 'person' : 'people'}`).waitFor()
    t.equal(await drawer.locator('.people li').count(), counts[1])
    await drawer.getByRole('button', { name: 'Did not' }).click()
    const others = counts[0] - counts[1]
    await drawer.getByText(`${others} ${others === 1 ? 'person' : 'people'}`).waitFor()
    await drawer.getByRole('button', { name: 'Came back' }).click()
    await drawer.getByText(`${counts[1]} ${counts[1] === 1 ? 'person' : 'people'}`).waitFor()

    await drawer.getByRole('button', { name: 'Save as audience' }).click()
    await page.getByLabel('Name').fill('Back after a week')
    await page.getByRole('button', { name: 'Save audience' }).click()
    await page.getByText('Audience “Back after a week” saved').waitFor()
    const saved = (await ask('GET', '/audiences')).data.audiences.find(
      ({ name }: { name: string }) => name === 'Back after a week',
    )
    t.equal((await ask('GET', `/audiences/${String(saved.id)}/count`)).data.count, counts[1])
    t.ok(cohort_date)
    const averages = table.locator('.average .cell')
    t.strictSame(await averages.allInnerTexts(), data.weighted_averages.map(percent))
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.getByLabel('Averages').selectOption('alike')
    await page.getByText('weight every cohort the same').waitFor()
    t.strictSame(await averages.allInnerTexts(), data.averages.map(percent))
    t.notSame(data.averages, data.weighted_averages, 'which is something else')
    t.match(await page.locator('.headline .figure').innerText(), percent(data.averages[1]))
    t.equal(new URL(page.url()).searchParams.get('weight'), 'alike', 'and can be sent')
    await page.goto(viewAt('/retention', { start: 'signed_up', show: 'curve', breakdown: 'utm_campaign' }))
    await page.getByRole('img', { name: /^Average retention by week/ }).waitFor()
    await picture('retention-curve')
    t.strictSame(complaints, [])
  },
)

t.test('people and one person: traits, sessions, all events', async (t) => {
  const { data, total } = await ask('GET', '/metrics/users/raw', {
    range: '30d',
    'conditions[0][field]': 'user_id',
    'conditions[0][op]': 'is_set',
    count_total: 'true',
  })
  const { page, complaints, picture } = await open(t, viewAt('/people', { who: 'known' }))
  await page.getByText(`${written(total)} people`).waitFor()
  const { data: profiles } = await ask('POST', '/people/profiles', { people: [pick(data[0])] })
  const { name, email } = profiles.people[0].traits
  const first = page.locator('.person-cell').first()
  await first.getByText(name).waitFor()
  await picture('people')
  await first.click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  const mine = {
    range: 'all_time',
    'conditions[0][field]': 'user_id',
    'conditions[0][value]': data[0].user_id,
  }
  const [row] = (await ask('GET', '/metrics/users/raw', mine)).data
  const sessions = await ask('GET', '/metrics/sessions/raw', { ...mine, count_total: 'true', limit: '1' })
  const figures = page.getByRole('region', { name: 'Figures' })
  await figures.getByText(written(row.events), { exact: true }).first().waitFor()
  await figures.getByText(written(sessions.total), { exact: true }).first().waitFor()
  t.match(await page.getByRole('region', { name: 'Traits' }).innerText(), email)
  const events = await ask('GET', '/metrics/events/raw', { ...mine, range: '90d', limit: '100' })
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.locator('.line-head').first().waitFor()
  // Only the newest session is open. Each click leaves one less of the others.
  const closed = timeline.locator('.session-head[aria-expanded=false]')
  while ((await closed.count()) > 0) await closed.first().click()
  t.strictSame(
    await timeline.locator('.line-head strong').allInnerTexts(),
    events.data.map(({ event_name }: { event_name: string }) => event_name),
  )
  await timeline.locator('.line-head').first().click()
  t.ok(await timeline.getByText(events.data[0].session_id).isVisible(), 'all of an event')
  await inAllLooks(t, { page, picture }, 'person')
  const anonymous = await ask('GET', '/metrics/users/raw', {
    range: '30d',
    'conditions[0][field]': 'user_id',
    'conditions[0][op]': 'is_not_set',
    limit: '1',
  })
  await page.goto(`/people/device/${String(anonymous.data[0].device_id)}`)
  await page.getByRole('heading', { name: /^Anonymous/, level: 1 }).waitFor()
  t.strictSame(complaints, [])
})

const pick = ({ device_id, user_id }: { device_id: string; user_id: string }) => ({ device_id, user_id })

t.test('a viewer reads, and keeps no audience; in the dark and on a phone', async (t) => {
  const account = { email: 'viewer@example.com', password: 'a long password', role: 'viewer' }
  const made = await service.call('POST', '/api/v1/admin/users', {
    workspace: workspace.id,
    body: account,
    token,
  })
  t.equal(made.status, 201, JSON.stringify(made.body))
  const viewer = await tokenOf(service, account.email, account.password)
  const at = viewAt('/funnels', { steps, people: '2:dropped' })
  const phone = await open(t, at, { token: viewer, phone: true, dark: true })
  const drawer = phone.page.getByRole('dialog')
  await drawer.locator('.people li').first().waitFor()
  t.equal(await drawer.getByRole('button', { name: 'Save as audience' }).count(), 0)
  await phone.picture('funnel-people-phone-dark')
  for (const path of [viewAt('/funnels', { steps }), viewAt('/retention', { start: 'signed_up' })]) {
    await phone.page.goto(path)
    await phone.page.locator('.headline .figure').waitFor()
    await phone.picture(`${path.slice(1, 7)}-phone-dark`)
    t.equal(await tooWide(phone.page), 0, path)
  }
  t.strictSame(phone.complaints, [])
})
