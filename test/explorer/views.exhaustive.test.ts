import t, { type Test } from 'tap'
import type { Frame, Page } from 'playwright-core'
import { cellsOf, daysAgo as ago, signed, until, written, type OpenPage } from './app.js'
import { contentOf, inAllLooks } from './looks.js'
import { toldStory, viewAt } from './told-story.js'

const { open, ask, workspace } = await toldStory(t)
const percent = (share: number): string =>
  new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(share)

type Shown = Pick<OpenPage, 'page' | 'picture'>
interface Story {
  readonly title: string
  /** The URL, if the view needs a query first or shows live data: a query about the story. */
  readonly at?: string
  /** Its headline number, as the view shows it and as the API returns it. */
  readonly shown: (page: Page) => Promise<unknown>
  readonly answer: () => Promise<unknown>
  /** Whether it is a page of a plugin, in a frame of its own. */
  readonly framed?: true
}

const number = (page: Page): Promise<string> => page.locator('.number-card strong').first().innerText()
const figure = (page: Page): Promise<string> => page.locator('.headline .figure').innerText()
const total = async (path: string, given: Record<string, unknown> = {}): Promise<number> =>
  (await ask('GET', path, { range: '30d', ...given })).data.total as number

const longerRange = { metric: 'events', before: `${ago(9)},${ago(8)}`, after: `${ago(7)},${ago(1)}` }
const steps = ['page_viewed', 'signup_started', 'signed_up', 'project_created'].map((event) => ({ event }))
const count = 'SELECT count(*) AS n FROM events_v1'
const views: readonly Story[] = [
  {
    title: 'Home',
    shown: (page) => page.locator('.bars .bar-value').first().innerText(),
    answer: async () => written((await ask('GET', '/metrics/events/top', { range: '7d' })).data[0].count),
  },
  { title: 'Trends', shown: number, answer: async () => written(await total('/metrics/dau')) },
  {
    title: 'Why it changed',
    // A longer range has more events on every day of the demo.
    at: viewAt('/changes', longerRange),
    shown: figure,
    answer: async () => signed((await ask('POST', '/metrics/explain-change', longerRange)).data.change),
  },
  {
    title: 'Boards',
    shown: (page) => page.locator('.board-item').count(),
    answer: async () => (await ask('GET', '/boards')).data.boards.length,
  },
  {
    title: 'Questions',
    shown: (page) => page.locator('.question-list > li').count(),
    answer: async () => (await ask('GET', '/questions')).data.questions.length,
  },
  {
    title: 'Funnels',
    at: viewAt('/funnels', { steps }),
    shown: figure,
    answer: async () =>
      percent((await ask('POST', '/funnels', { steps, range: '30d' })).data.overall_conversion),
  },
  {
    title: 'Retention',
    shown: figure,
    answer: async () => {
      const asked = { granularity: 'weekly', periods: 12, range: '90d' }
      return percent((await ask('POST', '/retention', asked)).data.weighted_averages[1])
    },
  },
  {
    title: 'Lifecycle',
    shown: async (page) => {
      await page.getByText('Data table').click()
      return (await cellsOf(page, 'Active people by lifecycle state'))[0]?.slice(2)
    },
    answer: async () => {
      const asked = { range: '90d', granularity: 'weekly', dormant: 'true' }
      const { points } = (await ask('GET', '/metrics/lifecycle', asked)).data
      return (points as { dimension: string; value: number }[])
        .filter(({ dimension }) => dimension === 'new')
        .map(({ value }) => written(value))
    },
  },
  {
    title: 'Stickiness',
    shown: number,
    answer: async () => percent(await total('/metrics/stickiness/daily')),
  },
  {
    title: 'Composition',
    shown: async (page) =>
      await page.getByRole('region', { name: 'Treemap' }).getByRole('heading').innerText(),
    answer: async () => {
      const asked = { group_by: 'country', size: { type: 'count' }, intensity: { type: 'avg_per_actor' } }
      const { data } = await ask('POST', '/metrics/grouped', { ...asked, range: '30d' })
      return `Events by country: ${written(data.total_size)}`
    },
  },
  {
    title: 'All metrics',
    shown: async (page) => (await cellsOf(page, 'Metrics')).length,
    answer: async () => (await ask('GET', '/metrics')).data.length,
  },
  {
    title: 'SQL',
    at: viewAt('/sql', { query: count }),
    shown: (page) => page.locator('.sql-result tbody td').last().innerText(),
    answer: async () => written((await ask('POST', '/data/query', { query: count })).rows[0][0]),
  },
  {
    title: 'People',
    shown: (page) => page.getByRole('region', { name: 'Result' }).getByRole('status').innerText(),
    answer: async () => {
      const people = await ask('GET', '/metrics/users/raw', { range: '30d', count_total: 'true', limit: '1' })
      return `${written(people.total)} people`
    },
  },
  {
    title: 'Groups',
    shown: async (page) => {
      await page.locator('.people li').first().waitFor()
      return page.locator('.people li').count()
    },
    answer: async () => (await ask('GET', '/groups/company', { range: '90d', limit: '50' })).data.length,
  },
  {
    title: 'Audiences',
    shown: (page) => page.locator('.audience-count strong').allInnerTexts(),
    answer: async () => {
      const { audiences } = (await ask('GET', '/audiences')).data
      const counts = (audiences as { id: string }[]).map(({ id }) => ask('GET', `/audiences/${id}/count`))
      return (await Promise.all(counts)).map(({ data }) => written(data.count))
    },
  },
  {
    title: 'Segments',
    shown: (page) =>
      page
        .locator('.bars .bar-value')
        .evaluateAll((cells) => cells.map((cell) => cell.firstChild?.textContent)),
    answer: async () => {
      const segments = (await ask('GET', '/metrics/segments', { range: '30d' })) as unknown as {
        users: number
      }[]
      return segments.map(({ users }) => written(users))
    },
  },
  { title: 'Sessions', shown: number, answer: async () => written(await total('/metrics/sessions')) },
  {
    title: 'Live events',
    shown: (page) => page.locator('.line-head strong').first().innerText(),
    answer: async () =>
      (await ask('GET', '/metrics/events/raw', { range: '24h', limit: '1' })).data[0].event_name,
  },
  {
    title: 'Logs',
    at: viewAt('/logs', { range: '30d' }),
    shown: (page) => page.getByRole('group', { name: 'Levels' }).getByRole('button').count(),
    answer: async () => (await ask('GET', '/metrics/logs/top', { range: '30d' })).data.length,
  },
  {
    title: 'Infrastructure',
    at: viewAt('/infrastructure', { range: '7d', name: 'cpu.utilization', fn: 'avg' }),
    shown: number,
    answer: async () =>
      written(await total('/metrics/infrastructure', { name: 'cpu.utilization', fn: 'avg', range: '7d' })),
  },
  {
    title: 'Marks',
    shown: (page) => page.locator('.mark-list li').count(),
    answer: async () => (await ask('GET', '/marks')).data.marks.length,
  },
  {
    title: 'Properties',
    shown: (page) => page.locator('.property-list > li').count(),
    answer: async () => (await ask('GET', '/data/properties')).data.properties.length,
  },
  {
    title: 'Dictionary',
    shown: (page) => page.locator('.dictionary-list > li').count(),
    answer: async () => (await ask('GET', '/dictionary/events')).data.events.length,
  },
  {
    title: 'Add data',
    shown: (page) => page.locator('.events-list strong').first().innerText(),
    answer: async () =>
      (await ask('GET', '/metrics/events/raw', { range: '30d', limit: '1' })).data[0].event_name,
  },
  {
    title: 'Members',
    shown: async (page) => (await cellsOf(page, 'Users')).length,
    answer: async () => (await ask('GET', '/admin/users')).data.total,
  },
  {
    title: 'Keys',
    shown: async (page) => (await cellsOf(page, 'Keys')).length,
    answer: async () =>
      (await ask('GET', '/admin/workspace/keys', { workspace_id: workspace.id })).data.length,
  },
  {
    title: 'Workspaces',
    shown: (page) => page.locator('.bare-list.lines li').count(),
    answer: async () => (await ask('GET', '/auth/me')).data.workspaces.length,
  },
  {
    title: 'Audit log',
    shown: async (page) => (await cellsOf(page, 'Changes')).length,
    answer: async () => (await ask('GET', '/admin/audit')).data.total,
  },
  {
    title: 'Jobs',
    framed: true,
    shown: async (page) => (await cellsOf(await contentOf(page), 'Jobs')).length,
    answer: async () => (await ask('GET', '/admin/jobs')).data.length,
  },
]

/** Waits for the view, its queries, and the nested views. */
async function settled(page: Page | Frame, title: string): Promise<void> {
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

/**
 * Checks that the view shows the API's number, that nothing is missing, and that it is readable in every
 * look.
 */
async function tells(t: Test, view: Shown, { title, shown, answer, framed }: Story): Promise<void> {
  const { page } = view
  const content = framed === true ? await contentOf(page) : undefined
  await settled(content ?? page, title)
  const wanted = await answer()
  t.ok(wanted !== 0 && wanted !== '0', 'there is something to show')
  // The result of a view's second query arrives a moment later.
  const found = await until(
    () => shown(page),
    (one) => JSON.stringify(one) === JSON.stringify(wanted),
  )
  t.strictSame(found, wanted)
  t.equal(await (content ?? page).locator('.state').count(), 0, 'nothing is empty or failed')
  await inAllLooks(
    t,
    { ...view, ...(content === undefined ? {} : { content }) },
    `demo-${title.toLowerCase().replaceAll(/\W+/g, '-')}`,
  )
}

t.test('every view of the navigation shows the demo’s own data, and its number is the API’s', async (t) => {
  const { page, complaints, picture } = await open(t, '/')
  await settled(page, 'Home')
  const links = await page.getByRole('navigation', { name: 'Views' }).getByRole('link').allInnerTexts()
  t.strictSame(links.map((text) => text.trim()).sort(), views.map(({ title }) => title).sort())
  for (const { at, ...story } of views)
    await t.test(story.title, async (t) => {
      if (at !== undefined) await page.goto(at)
      else await page.getByRole('link', { name: story.title, exact: true }).first().click()
      await tells(t, { page, picture }, story)
    })
  t.strictSame(complaints, [])
})

t.test('so do a board, an audience and a metric', async (t) => {
  const { page, complaints, picture } = await open(t, '/')
  await settled(page, 'Home')
  const [board] = (await ask('GET', '/boards')).data.boards.filter(
    ({ name }: { name: string }) => name === 'Growth',
  )
  const [audience] = (await ask('GET', '/audiences')).data.audiences
  const pages: readonly (Story & { readonly at: string })[] = [
    {
      title: board.name,
      at: `/boards/${String(board.id)}`,
      shown: (page) => page.locator('.number-card strong').allInnerTexts(),
      answer: async () => [
        written(await total('/metrics/dau')),
        written(await total('/metrics/event/signed_up')),
        written(await total('/metrics/event/payment_succeeded')),
        percent(await total('/metrics/stickiness/daily')),
      ],
    },
    {
      title: audience.name,
      at: `/audiences/${String(audience.id)}`,
      shown: (page) => page.locator('.audience-count strong').first().innerText(),
      answer: async () => written((await ask('GET', `/audiences/${String(audience.id)}/count`)).data.count),
    },
    {
      title: 'Most frequent events',
      at: '/explore/top_events',
      shown: (page) => page.locator('.bars .bar-value').first().innerText(),
      answer: async () => written((await ask('GET', '/metrics/events/top', { range: '30d' })).data[0].count),
    },
  ]
  for (const { at, ...story } of pages)
    await t.test(story.title, async (t) => {
      await page.goto(at)
      await tells(t, { page, picture }, story)
    })
  t.strictSame(complaints, [])
})
