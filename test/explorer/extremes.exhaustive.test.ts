import t from 'tap'
import type { CDPSession, Page } from 'playwright-core'
import { countOf, until } from './app.js'
import { arabicName, extremeStory, longName, manyEvents, manyLines, manyTiles } from './extreme-story.js'
import { inAllLooks, tooWide } from './looks.js'
import { viewAt } from './told-story.js'

const { board, open } = await extremeStory(t)
const series = [{ metric: 'event', params: { name: 'visit' } }]
const cities = { fields: ['city'], top: manyLines }
const longest = 160 * 1024
/** Times that the board is opened, for the least cost. */
const visits = 3

const number = (page: Page) => page.locator('.number-card strong').first()
/** Milliseconds of processor time of the page's own thread since it was opened. */
async function busy(tools: CDPSession): Promise<number> {
  const { metrics } = await tools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
}

async function toolsOf(page: Page): Promise<CDPSession> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return tools
}

t.test('two hundred lines in one chart', async (t) => {
  const at = viewAt('/trends', { series, range: '7d', breakdown: cities })
  const { page, complaints, picture } = await open(t, at)
  await page.locator('.chart canvas').first().waitFor()
  await number(page).waitFor()
  await inAllLooks(t, { page, picture }, 'extreme-lines')
  await page.getByText('Data table').click()
  const rows = page.getByRole('table').last().locator('tbody tr')
  t.equal(await countOf(rows, manyLines), manyLines, 'all of them are in the table')
  t.equal(await tooWide(page), 0)
  t.strictSame(complaints, [])
})

t.test('five thousand events in a picker, each within 100 ms of processor time', async (t) => {
  const { page, complaints, picture } = await open(t, viewAt('/trends', { series, range: '7d' }))
  await number(page).waitFor()
  const tools = await toolsOf(page)
  await page.getByRole('button', { name: /^Series A/ }).click()
  const options = page.getByRole('option')
  await options.first().waitFor()
  const typed = ['event_4', 'event_49', 'event_499', 'event_4997']
  for (const text of typed) {
    const before = await busy(tools)
    await page.getByRole('combobox', { name: /^Find an event/ }).fill(text)
    await options.filter({ hasText: text }).first().waitFor()
    const took = (await busy(tools)) - before
    t.ok(took < 100, `${text}: ${took.toFixed(1)} ms`)
  }
  t.equal(typed.at(-1), `event_${manyEvents - 3}`, 'the last one')
  for (const name of [longName, arabicName]) {
    await page.getByRole('combobox', { name: /^Find an event/ }).fill(name.slice(0, 8))
    await options.filter({ hasText: name }).first().waitFor()
    await inAllLooks(t, { page, picture }, `extreme-picker-${name === longName ? 'long' : 'arabic'}`)
  }
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Series A: ${arabicName}` }).waitFor()
  t.strictSame(complaints, [])
})

t.test('fifty tiles, with names of 200 characters and from right to left', async (t) => {
  const { page, complaints, picture } = await open(t, '/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const tools = await toolsOf(page)
  // Asked for now and then: to wait in the page would make it draw a frame each time.
  const isShown = (tiles: string): Promise<boolean> =>
    until(
      () =>
        page.evaluate<boolean>(`(() => {
          const all = [...document.querySelectorAll('.tile')]
          return all.length === ${manyTiles} && all.filter(${tiles}).every((one) => !one.querySelector('[aria-busy=true]'))
        })()`),
      (shown) => shown,
    )
  const go = (path: string): Promise<unknown> =>
    page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`)
  const first: number[] = []
  const all: number[] = []
  for (let visit = 0; visit < visits; visit++) {
    await go('/profile')
    await page.locator('.tile').first().waitFor({ state: 'detached' })
    const before = await busy(tools)
    await go(board)
    t.ok(await isShown('(one) => one.getBoundingClientRect().top < innerHeight'))
    first.push((await busy(tools)) - before)
    t.ok(await isShown('() => true'))
    all.push((await busy(tools)) - before)
  }
  const text = (costs: readonly number[]): string => costs.map((one) => one.toFixed(0)).join(', ')
  // The goal is 500 ms: two seconds with the processor slowed four times. The least, because others use the processor.
  t.ok(Math.min(...first) < 600, `${text(first)} ms of the page's thread for the tiles in the window`)
  t.ok(Math.min(...all) < 1_000, `${text(all)} ms for all`)
  await inAllLooks(t, { page, picture }, 'extreme-board')
  t.strictSame(complaints, [])
})

t.test('tiles far below wait for those in the window', async (t) => {
  const { page, complaints } = await open(t, '/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  let asked = 0
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/tiles/*/data*', async (route) => {
    asked++
    await held
    await route.continue()
  })
  await page.goto(board)
  t.equal(await countOf(page.locator('.tile'), manyTiles), manyTiles)
  const inWindow = await until(
    () =>
      page.evaluate<number>(
        `[...document.querySelectorAll('.tile')].filter((one) => one.getBoundingClientRect().top < innerHeight).length`,
      ),
    (count) => asked >= count,
  )
  // An idle page would have begun others by now.
  await page.evaluate('new Promise((done) => requestIdleCallback(() => requestIdleCallback(done)))')
  t.ok(asked >= inWindow && asked < manyTiles / 2, `${asked} of ${manyTiles}, ${inWindow} in the window`)
  release()
  t.equal(
    await until(
      () => Promise.resolve(asked),
      (count) => count === manyTiles,
    ),
    manyTiles,
    'then all of them ask',
  )
  t.strictSame(complaints, [])
})

t.test('what a service may answer', async (t) => {
  const { page, complaints, picture } = await open(t, '/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const answers = [
    [422, 'VALIDATION_ERROR', 'This request is invalid'],
    [429, 'RATE_LIMITED', 'Too many requests'],
    [503, 'UNAVAILABLE', 'Temporarily unavailable'],
    [0, '', 'No connection'],
  ] as const
  for (const [status, error, title] of answers)
    await t.test(status === 0 ? 'none' : String(status), async (t) => {
      const path = '**/api/v1/metrics/event/visit?*'
      await page.route(path, (route) =>
        status === 0
          ? route.abort()
          : route.fulfill({
              status,
              json: { error, message: `range was answered with ${status}`, details: [] },
            }),
      )
      await page.goto(viewAt('/trends', { series, range: '7d' }))
      await page.getByRole('heading', { name: title }).waitFor()
      if (status !== 0) t.ok(await page.getByText(`range was answered with ${status}`).isVisible())
      await inAllLooks(t, { page, picture }, `extreme-answer-${status}`)
      await page.unroute(path)
      await page.getByRole('button', { name: 'Try again' }).click()
      await number(page).waitFor()
    })
  t.strictSame(complaints, [])
})

t.test('a slow network', async (t) => {
  const { page, complaints, picture } = await open(t, '/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/metrics/event/visit?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(viewAt('/trends', { series, range: '7d' }))
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await cancel.waitFor()
  await picture('extreme-slow')
  t.match(await page.locator('.loading').innerText(), /^Still loading: \d+ s/)
  t.ok(
    await page.getByRole('button', { name: /^Series A/ }).isEnabled(),
    'the query can be changed meanwhile',
  )
  release()
  await number(page).waitFor()
  t.strictSame(complaints, [])
})

t.test('few bytes until the first chart', async (t) => {
  const { page, complaints } = await open(t, 'about:blank')
  const tools = await page.context().newCDPSession(page)
  await tools.send('Network.enable')
  const received: number[] = []
  tools.on('Network.loadingFinished', ({ encodedDataLength }) => received.push(encodedDataLength))
  await page.goto(viewAt('/trends', { series, range: '7d' }))
  await page.locator('.chart canvas').first().waitFor()
  const bytes = received.reduce((sum, one) => sum + one, 0)
  t.ok(bytes > 0 && bytes <= longest, `${(bytes / 1024).toFixed(0)} KB in ${received.length} answers`)
  t.strictSame(complaints, [])
})

t.test('a hundred visits leave nothing behind', async (t) => {
  const { page, complaints } = await open(t, viewAt('/trends', { series, range: '7d' }))
  await number(page).waitFor()
  const tools = await page.context().newCDPSession(page)
  const views = ['Trends', 'Boards', 'People', 'Members'] as const
  const visit = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round++)
      for (const view of views) {
        await page
          .getByRole('navigation', { name: 'Views' })
          .getByRole('link', { name: view, exact: true })
          .click()
        await page.getByRole('heading', { name: view, level: 1 }).waitFor()
        await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
      }
  }
  const held = async (): Promise<{ readonly heap: number; readonly nodes: number }> => {
    await tools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await tools.send('Runtime.getHeapUsage')
    const { nodes } = await tools.send('Memory.getDOMCounters')
    return { heap: usedSize / 1024, nodes }
  }
  await visit(5)
  const before = await held()
  await visit(25)
  const after = await held()
  const grown = after.heap - before.heap
  t.ok(grown < 1_024, `the heap grows by ${grown.toFixed(0)} KB, from ${before.heap.toFixed(0)} KB`)
  t.ok(after.nodes - before.nodes < 1_000, `nodes: ${before.nodes}, then ${after.nodes}`)
  t.strictSame(complaints, [])
})
