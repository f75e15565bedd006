import t from 'tap'
import type { Page } from 'playwright-core'
import type { Field } from '../../plugins/explain-change/test-changes.js'
import { cellsOf, daysAgo, signed, written } from './app.js'
import { toldStory, viewAt } from './told-story.js'

const { open, ask } = await toldStory(t)
const day = 86_400_000

const rangesIn = (page: Page): { before: string; after: string } => {
  const { searchParams } = new URL(page.url())
  return { before: searchParams.get('before') ?? '', after: searchParams.get('after') ?? '' }
}
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
const nameOf = (field: string): string => field.replace(/^(properties|labels|message)\./, '')
const heading = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Why it changed', level: 1 }).waitFor()

t.test('a chart says why its metric changed', async (t) => {
  const series = [{ metric: 'events' }]
  const { page, complaints, picture } = await open(t, viewAt('/trends', { series, range: '30d' }))
  await page.getByRole('link', { name: 'Why did it change?' }).press('Enter')
  await heading(page)
  const ranges = rangesIn(page)
  const yesterday = daysAgo(1)
  t.strictSame(ranges.after, `${yesterday},${yesterday}`, 'the last day that is over')
  const { data } = await ask('POST', '/metrics/explain-change', { metric: 'events', ...ranges })
  const fields = data.fields as readonly Field[]
  const [first] = fields
  if (first === undefined) throw new Error('the story has fields')
  await page.getByRole('table', { name: nameOf(first.field), exact: true }).waitFor()
  t.equal(await page.locator('.headline .figure').innerText(), signed(data.change as number))
  t.strictSame(
    await page.locator('section.card h2').allInnerTexts(),
    fields.map(({ field }) => nameOf(field)),
    'the fields in the order of the answer',
  )
  t.strictSame(
    (await cellsOf(page, nameOf(first.field), true)).map((cells) => cells.slice(0, 4)),
    first.values.map(({ value, before, after, change }) => [
      value,
      written(before),
      written(after),
      signed(change),
    ]),
  )
  await picture('changes')
  t.strictSame(complaints, [])
})

t.test('a campaign explains a peak, and each value has its line and its people', async (t) => {
  const { marks } = (await ask('GET', '/marks')).data
  const campaign = (marks as { title: string; timestamp: string }[]).find(({ title }) =>
    title.startsWith('Campaign'),
  )
  if (campaign === undefined) throw new Error('the story has a campaign')
  const begin = Math.floor(Date.parse(campaign.timestamp) / day) * day
  const after = `${dateOf(begin)},${dateOf(begin + 2 * day)}`
  const before = `${dateOf(begin - 7 * day)},${dateOf(begin - 5 * day)}`
  const { data } = await ask('POST', '/metrics/explain-change', { metric: 'sessions', before, after })
  const fields = data.fields as readonly Field[]
  const found = fields.find(({ field }) => field === 'utm_campaign')
  t.equal(found?.values[0]?.value, 'creator_week', JSON.stringify(fields.slice(0, 3)))
  const [best] = found?.values ?? []
  if (best === undefined) throw new Error('the campaign has sessions')

  const { page, complaints, picture } = await open(
    t,
    viewAt('/changes', { metric: 'sessions', before, after }),
  )
  const table = page.getByRole('table', { name: 'utm_campaign' })
  await table.waitFor()
  await picture('changes-campaign')
  await table
    .getByRole('button', { name: written(best.after) })
    .first()
    .press('Enter')
  const drawer = page.getByRole('dialog')
  const asked = { range: after, breakdown: 'utm_campaign', dimension: best.value, count_total: 'true' }
  const people = await ask('GET', '/metrics/sessions/people', asked)
  await drawer.getByText(`${written(people.total as number)} people`).waitFor()
  await page.keyboard.press('Escape')
  await table.getByRole('link', { name: best.value }).press('Enter')
  await page.getByRole('heading', { name: 'Trends', level: 1 }).waitFor()
  const line = await ask('GET', '/metrics/sessions', {
    range: `${dateOf(begin - 7 * day)},${dateOf(begin + 2 * day)}`,
    'conditions[0][field]': 'utm_campaign',
    'conditions[0][value]': best.value,
  })
  await page
    .locator('.number-card strong')
    .getByText(written(line.data.total as number), { exact: true })
    .waitFor()
  t.strictSame(complaints, [])
})

t.test('a point leads to it, and so does the palette', async (t) => {
  const series = [{ metric: 'dau' }]
  const { page, complaints } = await open(
    t,
    viewAt('/trends', { series, range: '30d', breakdown: 'country' }),
  )
  const chart = page.getByRole('application').first()
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('link', { name: 'Why did it change?' }).press('Enter')
  await heading(page)
  const yesterday = daysAgo(1)
  t.equal(rangesIn(page).after, `${yesterday},${yesterday}`, 'the day of the point')
  t.match(new URL(page.url()).searchParams.get('filters'), /"field":"country"/, 'of its line')
  await page.getByRole('table').first().waitFor()
  await page.goto('/boards')
  await page.getByRole('heading', { name: 'Boards', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('why did')
  await page.keyboard.press('Enter')
  await heading(page)
  await page.getByRole('region', { name: 'Change' }).first().waitFor()
  t.strictSame(complaints, [])
})
