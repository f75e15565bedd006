import { until } from '../app.js'
import { viewAt } from '../told-story.js'
import { click, find, palette } from './step.js'
import type { Stage, Task } from './task.js'

const chart = ({ page }: Stage) => page.locator('.chart canvas').first().waitFor()
const signUps = [{ metric: 'event', params: { name: 'signed_up' } }]
const stepsOf = ['page_viewed', 'signup_started', 'signed_up'].map((event) => ({ event }))

/** Questions about events. */
export const questions: readonly Task[] = [
  {
    name: 'An event as a chart',
    goal: 3,
    start: '/trends',
    steps: () => [click('button', /^Series A/), ...find('signed_up', /^signed_up/)],
    done: async (stage) => {
      await stage.page.locator('.number-card', { hasText: 'signed_up' }).waitFor()
      await chart(stage)
    },
  },
  {
    name: 'From the name of an event to its people by country last month',
    goal: 8,
    steps: () => [
      ...palette('signed_up', /^signed_up/),
      click('button', 'Break down'),
      ...find('country', /^country/),
      click('button', /^Range: /),
      click('button', 'Last month'),
    ],
    done: async ({ page }) => {
      await page.waitForURL(/range=last_month/)
      await page.getByRole('button', { name: /By country/ }).waitFor()
      await page.locator('.number-card', { hasText: 'people' }).waitFor()
    },
  },
  {
    name: 'Why sign-ups fell last week',
    goal: 5,
    start: '/trends',
    steps: () => [
      click('button', /^Series A/),
      ...find('signed_up', /^signed_up/),
      { choose: 'Granularity', option: 'By week' },
      click('link', /^Why did .*change\?$/),
    ],
    done: async ({ page }) => {
      await page.waitForURL(/\/changes\?.*signed_up/)
      await page.locator('.headline .figure').waitFor()
    },
  },
  {
    name: 'An event beside its previous period',
    goal: 5,
    steps: () => [
      ...palette('signed_up', /^signed_up/),
      click('button', /^Comparison: /),
      click('button', 'Previous period'),
    ],
    done: async (stage) => {
      await stage.page.waitForURL(/compare=previous/)
      await chart(stage)
    },
  },
  {
    name: 'A formula over two events',
    goal: 6,
    start: viewAt('/trends', { series: signUps }),
    steps: () => [
      click('button', 'Add series'),
      click('button', /^Series B/),
      ...find('project_created', /^project_created/),
      { fill: 'Formula', text: 'B / A * 100' },
      { press: 'Enter' },
    ],
    done: ({ page }) => page.locator('.number-card', { hasText: 'B / A * 100' }).first().waitFor(),
  },
  {
    name: 'Who dropped off in a funnel, as an audience',
    goal: 6,
    start: viewAt('/funnels', { steps: stepsOf }),
    steps: ({ own }) => [
      click('button', /^−.* dropped$/),
      click('button', 'Save as audience'),
      { fill: 'Name', text: `Left before ${own}` },
      { press: 'Enter' },
    ],
    done: ({ page, own }) => page.getByText(`Left before ${own}`).last().waitFor(),
  },
  {
    name: 'Retention of two events',
    goal: 7,
    steps: () => [
      { go: 'Retention' },
      click('button', /^First event/),
      ...find('signed_up', /^signed_up/),
      click('button', /^Return event/),
      ...find('project_created', /^project_created/),
    ],
    done: async ({ page }) => {
      await page.waitForURL(/return=project_created/)
      await page.getByRole('table', { name: /^Share of each cohort/ }).waitFor()
    },
  },
  {
    name: 'Two filters of a chart, either of them, as an audience',
    goal: 5,
    start: viewAt('/trends', {
      filters: [
        ['country', 'in', ['DE']],
        ['device_type', 'in', ['mobile']],
      ],
    }),
    steps: ({ own }) => [
      click('button', 'Edit filter groups'),
      { choose: /^Filter: which/, option: 'Any of' },
      click('button', 'Save as audience'),
      { fill: 'Name', text: `Either ${own}` },
      { press: 'Enter' },
    ],
    done: ({ page, own }) => page.getByText(`Either ${own}`).last().waitFor(),
  },
  {
    name: 'A mark at a point of a chart',
    goal: 4,
    start: '/trends?range=14d',
    steps: ({ own }) => [
      click('button', 'Add mark'),
      { point: /./ },
      { fill: 'Title', text: `Release ${own}` },
      { press: 'Enter' },
    ],
    done: ({ page }) => page.getByRole('dialog').waitFor({ state: 'detached' }),
  },
  {
    name: 'The numbers of a chart as CSV',
    goal: 2,
    start: '/trends?range=14d',
    steps: () => [click('button', 'Share and export'), click('menuitem', 'Export CSV')],
    done: ({ saved }) =>
      until(
        () => Promise.resolve(saved),
        (names) => names.includes('trends.csv'),
      ),
  },
  {
    name: 'A table by SQL',
    goal: 4,
    steps: () => [
      { go: 'SQL' },
      { fill: 'SQL statement', text: 'SELECT count(*) AS n FROM events_v1' },
      { press: 'Control+Enter' },
    ],
    done: ({ page }) => page.locator('.sql-result tbody td').last().waitFor(),
  },
]
