import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import t from 'tap'
import { countOf, daysAgo as day, explorer, until, written } from './app.js'
import { drag } from './drag.js'
import { demoWeek } from './demo-week.js'
import { inAllLooks } from './looks.js'

const { service, workspace, open } = await explorer(t)
await demoWeek(service, workspace)

const query = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name)
const trends = (more: Record<string, string> = {}, metric = 'dau'): string =>
  `/trends?${new URLSearchParams({ range: '14d', series: JSON.stringify([{ metric }]), ...more }).toString()}`

/** A Wednesday more than two weeks ago. */
function wednesday(): string {
  const age = Array.from({ length: 7 }, (_, more) => 14 + more).find(
    (one) => new Date(day(one)).getUTCDay() === 3,
  )
  return day(age ?? 14)
}

t.test('dragging chooses the range, and Escape or the button goes back', async (t) => {
  const { page, complaints, picture } = await open(t, trends())
  // 14 days are 13 steps: the days of the sixth to the tenth point.
  await drag(page, 4.6 / 13, 9.4 / 13)
  await page.getByRole('button', { name: 'Reset zoom (Escape)' }).waitFor()
  t.equal(query(page, 'range'), `${day(8)},${day(4)}`)
  t.equal(await page.getByRole('dialog').count(), 0, 'dragging opens no list of people')
  await page.getByRole('button', { name: /^Range: .* – / }).waitFor()
  await picture('chart-zoomed')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reset zoom (Escape)' }).waitFor({ state: 'detached' })
  t.equal(query(page, 'range'), '14d')

  const chart = page.getByRole('application')
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Reset zoom (Escape)' }).click()
  await until(
    async () => query(page, 'range'),
    (range) => range === '14d',
  )
  t.equal(query(page, 'range'), '14d', 'from the keyboard too')
  t.strictSame(complaints, [])
})

t.test('a click on the legend shows a line alone, and then all again', async (t) => {
  const { page, complaints } = await open(t, trends({ breakdown: 'country' }))
  const lines = page.getByRole('group', { name: 'Chart lines' }).getByRole('button')
  const pressed = page.getByRole('group', { name: 'Chart lines' }).getByRole('button', { pressed: true })
  t.equal(await countOf(lines, 4), 4)
  await lines.nth(1).click()
  t.equal(await countOf(pressed, 1), 1)
  await lines.nth(1).focus()
  await page.keyboard.press('Enter')
  t.equal(await countOf(pressed, 4), 4, 'from the keyboard')
  await lines.nth(0).click({ modifiers: ['Control'] })
  t.equal(await countOf(pressed, 3), 3, 'with Ctrl a line is hidden')

  await page.getByRole('application').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  const values = await page.locator('.tip-row b').allTextContents()
  const numbers = values.map((value) => Number(value.replaceAll(',', '')))
  t.strictSame(
    numbers,
    [...numbers].sort((a, b) => b - a),
    'the tooltip has the largest first',
  )
  t.strictSame(complaints, [])
})

t.test('shares and the period before in the tooltip', async (t) => {
  const { page, complaints, picture } = await open(
    t,
    trends({ breakdown: 'country', compare: 'previous', range: '7d' }, 'events'),
  )
  await page.getByRole('application').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.locator('.tip:has(small) .tip-share').first().waitFor()
  const shares = await page.locator('.tip-share').allTextContents()
  const sum = shares.reduce((all, share) => all + Number(share.replace('%', '')), 0)
  t.ok(Math.abs(sum - 100) < 1, `shares of a count: ${shares.join(', ')}`)
  t.ok((await page.locator('.tip-row small').count()) > 0, 'with the values of the period before')
  await picture('chart-tooltip')
  t.strictSame(complaints, [])
})

t.test('what is chosen stays when the chart is drawn again', async (t) => {
  const { page, complaints } = await open(t, '/settings')
  let release = (): void => undefined
  const asked = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/marks', async (route) => {
    await asked
    const timestamp = `${day(6)}T00:00:00.000Z`
    const mark = {
      id: 'm',
      title: 'Late',
      description: null,
      timestamp,
      category: 'release',
      source_ref: null,
    }
    await route.fulfill({ json: { data: { marks: [mark] } } })
  })
  await page.goto(trends())
  await page.getByRole('application').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  const tip = await page.locator('.tip strong').first().innerText()
  release()
  await page.getByRole('list', { name: 'Marks' }).getByText('Late').first().waitFor()
  t.equal(await page.locator('.tip strong').first().innerText(), tip, 'the date')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Reset zoom (Escape)' }).waitFor()
  t.equal(query(page, 'range'), `${day(2)},${day(1)}`, 'the part')
  t.strictSame(complaints, [])
})

t.test('scale, stacking and smoothing are in the address, and on boards', async (t) => {
  const { page, complaints, picture } = await open(
    t,
    trends({ breakdown: 'country', look: 'area' }, 'events'),
  )
  await page.locator('.chart canvas').waitFor()
  await page.getByRole('button', { name: 'Options', exact: true }).click()
  await page.getByRole('button', { name: 'Percent', exact: true }).click()
  await page.getByRole('combobox', { name: 'Smoothing' }).selectOption('7')
  await page.keyboard.press('Escape')
  await page.getByText('7-day moving average.').waitFor()
  t.strictSame([query(page, 'stack'), query(page, 'smooth')], ['percent', '7'])
  await picture('chart-percent')

  await page.getByRole('button', { name: 'Share and export' }).click()
  await page.getByRole('menuitem', { name: 'Add to board' }).click()
  const dialog = page.getByRole('dialog')
  const chosen = dialog.getByLabel('Chart type').locator('option:checked')
  t.equal(await chosen.textContent(), 'Area, percent, moving average of 7')
  await dialog.getByRole('textbox', { name: 'Board name' }).fill('Charts')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.waitForURL(/\/boards\//)
  await page.locator('.tile').getByText('7-day moving average.').waitFor()
  await picture('chart-tile')

  await page.goto(trends({ scale: 'log' }, 'events'))
  await page.getByText('Logarithmic scale: values of 0 and less are not drawn.').waitFor()
  await picture('chart-log')
  t.strictSame(complaints, [])
})

t.test('a mark is made at a point', async (t) => {
  const { page, complaints } = await open(t, trends({ timezone: 'America/New_York' }))
  await page.locator('.chart canvas').waitFor()
  await page.getByRole('button', { name: 'Add mark' }).click()
  await page.getByRole('button', { name: 'Click a point' }).waitFor()
  await page.getByRole('application').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  const said = (await page.locator('.tip strong').textContent()) ?? ''
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New mark' })
  await dialog.waitFor()
  const time = await dialog.getByLabel('Time (UTC)').inputValue()
  t.match(time, /T0[45]:00$/, 'the beginning of the day in New York')
  t.match(said, new RegExp(`\\b${Number(time.slice(8, 10))}\\b`))
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Prices changed')
  await dialog.getByRole('button', { name: 'Create mark' }).click()
  await page.getByRole('list', { name: 'Marks' }).getByText('Prices changed').waitFor()
  t.strictSame(complaints, [])
})

t.test('a chart is saved as an image, with title, range and marks', async (t) => {
  const { page, complaints } = await open(t, trends({ breakdown: 'country', look: 'bar' }, 'events'))
  await page.locator('.chart canvas').waitFor()
  await page.getByRole('list', { name: 'Marks' }).getByText('Version 2.4').waitFor()
  const save = async (item: string): Promise<Buffer> => {
    await page.getByRole('button', { name: 'Save or copy the chart' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ])
    return readFileSync(await file.path())
  }
  const svg = (await save('Save as SVG')).toString()
  for (const text of ['Events', 'in 14 days · UTC', 'Version 2.4', 'DE']) t.match(svg, text)
  t.notMatch(svg, /var\(|light-dark/, 'colours need no style sheet')
  const found = await page.evaluate(
    `new DOMParser().parseFromString(${JSON.stringify(svg)}, 'image/svg+xml').querySelector('parsererror') === null`,
  )
  t.ok(found, 'it is well-formed')
  const png = await save('Save as PNG')
  t.equal(png.subarray(1, 4).toString(), 'PNG')
  t.equal(png.readUInt32BE(16), 1920, 'twice as many pixels as the drawing is wide')
  t.strictSame(complaints, [])
})

t.test('what is incomplete is said, and numbers say what they are the total of', async (t) => {
  const { page, complaints, picture } = await open(t, '/lifecycle?range=21d')
  await page.getByText(/the last week is not over yet/).waitFor()
  await picture('lifecycle-incomplete')
  await page.goto(trends({ range: `${day(9)},${day(3)}` }))
  await page.locator('.chart canvas').waitFor()
  t.equal(
    await page.getByText('Striped buckets are incomplete').count(),
    0,
    'days that are over are complete',
  )
  await page.goto(trends())
  await page.locator('.number-card').getByText('distinct people in 14 days', { exact: true }).waitFor()
  await page.goto(`/retention?range=${wednesday()},${day(0)}`)
  await page.locator('.cell.running').first().waitFor()
  t.match(
    await page.locator('.cohort-open').first().getAttribute('title'),
    /the range begins within this week/,
  )
  t.strictSame(complaints, [])
})

t.test('two hundred lines', async (t) => {
  const lines = Array.from({ length: 200 }, (_, index) =>
    JSON.stringify({
      ...{ type: 'track', event: 'opened', message_id: `line ${index}`, device_id: `device ${index}` },
      timestamp: new Date(Date.now() - (index % 5) * 86_400_000).toISOString(),
      properties: { shop: `Shop ${index}` },
    }),
  ).join('\n')
  const { status } = await service.call('POST', '/v1/events', { token: workspace.ingestKey, body: lines })
  t.equal(status, 202)
  const breakdown = JSON.stringify({ fields: ['properties.shop'], top: 199 })
  const { page, complaints, picture } = await open(t, trends({ range: '7d', breakdown }, 'events'))
  const legend = page.getByRole('group', { name: 'Chart lines' })
  await legend.getByRole('button').first().waitFor()
  t.ok((await legend.getByRole('button').count()) >= 100)
  t.equal(await legend.getByRole('button', { pressed: true }).count(), 20, 'the largest ones are shown')
  await page.getByRole('combobox', { name: 'Lines shown' }).selectOption('all')
  await page.getByRole('application').focus()
  await page.keyboard.press('End')
  await page.locator('.tip').waitFor()
  t.equal(await page.locator('.tip-row').count(), 12)
  await picture('chart-many')
  t.strictSame(complaints, [])
})

t.test('a full screen', async (t) => {
  const { page, complaints, picture } = await open(t, trends())
  await page.locator('.chart canvas').waitFor()
  await page.getByRole('button', { name: 'Full screen' }).click()
  const full = page.locator('.chart-panel.full')
  await full.waitFor()
  const high = await until(
    async () => (await page.locator('.chart canvas').boundingBox())?.height ?? 0,
    (height) => height > 500,
  )
  t.ok(high > 500, `${high} pixels high`)
  await picture('chart-full')
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await full.waitFor({ state: 'detached' })
  t.strictSame(complaints, [])
})

t.test('the tools of a chart in light, dark and on a phone', async (t) => {
  const shown = await open(t, trends({ breakdown: '["country","event_name"]', look: 'area' }, 'events'))
  await shown.page.locator('.chart canvas').waitFor()
  await inAllLooks(t, shown, 'chart-tools')
  const dau = await service.call('GET', '/api/v1/metrics/events', {
    workspace: workspace.id,
    query: { range: '14d' },
  })
  t.equal(await shown.page.locator('.number-card strong').textContent(), written(dau.body.data.total))
})
