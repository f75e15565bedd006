import t from 'tap'
import { countOf, daysAgo, explorer } from './app.js'
import { demoWeek } from './demo-week.js'

const { service, workspace, open } = await explorer(t)
await demoWeek(service, workspace)

const trends = (range: string): string =>
  `/trends?${new URLSearchParams({ range, series: '[{"metric":"dau"}]' }).toString()}`

t.test('a calendar of two months, by keyboard', async (t) => {
  const { page, complaints, picture } = await open(t, trends('7d'))
  await page.getByRole('button', { name: 'Range: Last 7 days' }).click()
  const grids = page.getByRole('grid')
  t.equal(await countOf(grids, 2), 2)
  const chosen = grids.getByRole('button', { pressed: true })
  t.equal(await chosen.count(), 7, 'the range is on the calendar')
  await picture('calendar')
  const today = grids.locator('[aria-current="date"]')
  await today.focus()
  for (const key of ['PageUp', 'PageUp', 'Home', 'Enter']) await page.keyboard.press(key)
  await page.getByText('Choose the last day. Days in UTC').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('8 days, in UTC').waitFor()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.waitForURL(/range=\d{4}-\d\d-\d\d%2C\d{4}-\d\d-\d\d/)

  await page.getByRole('button', { name: /^Range: / }).click()
  await page.keyboard.press('Escape')
  await grids.first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Range: / }).click()
  await page.getByRole('spinbutton', { name: 'Last' }).fill('6')
  await page.getByRole('combobox', { name: 'Unit' }).selectOption('w')
  await page.locator('.range-line').first().getByRole('button', { name: 'Show' }).click()
  await page.getByRole('button', { name: 'Range: Last 6 weeks' }).waitFor()
  await page.getByRole('button', { name: 'Range: Last 6 weeks' }).click()
  await page.getByLabel('Since', { exact: true }).fill(daysAgo(4))
  await page.getByRole('button', { name: 'Show since this day, until today' }).click()
  await page.waitForURL(new RegExp(`range=${daysAgo(4)}%2C${daysAgo(0)}`))
  t.strictSame(complaints, [])

  const phone = await open(t, trends('14d'), { phone: true })
  await phone.page.getByRole('button', { name: 'Range: Last 14 days' }).click()
  await phone.page.getByRole('grid').first().waitFor()
  t.equal(await phone.page.getByRole('grid').count(), 1, 'one month on a phone')
  await phone.picture('calendar-phone')
})
