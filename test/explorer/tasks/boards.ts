import { click } from './step.js'
import type { Stage, Task } from './task.js'

/** Creates a board with a tile, and returns its address. */
async function madeBoard({ call, own }: Stage, name: string): Promise<string> {
  const { data } = await call('POST', '/boards', { name: `${name} ${own}`, range: '30d' })
  await call('POST', `/boards/${String(data.id)}/tiles`, {
    title: 'Sign-ups',
    chart: 'number',
    question: { path: '/api/v1/metrics/event/signed_up', query: 'range=30d' },
    width: 4,
    height: 3,
    left: 0,
    top: 0,
  })
  return `/boards/${String(data.id)}`
}

/** Boards. */
export const boards: readonly Task[] = [
  {
    name: 'A chart on a board',
    goal: 3,
    start: '/trends?range=14d',
    steps: () => [
      click('button', 'Share and export'),
      click('menuitem', 'Add to board'),
      click('button', 'Add'),
    ],
    done: ({ page }) => page.waitForURL(/\/boards\/./),
  },
  {
    name: 'A board for the wall, from nothing',
    goal: 4,
    steps: () => [
      click('button', 'Board from a template'),
      click('button', 'Create board'),
      click('button', 'Full screen'),
    ],
    done: ({ page }) => page.locator('.wall .number-card').first().waitFor(),
  },
  {
    name: 'A board that is read without an account',
    goal: 3,
    start: (stage) => madeBoard(stage, 'For all'),
    steps: () => [
      click('button', 'Share and export'),
      click('menuitem', 'Public links'),
      click('button', 'Create link'),
    ],
    done: async ({ page }) => {
      const link = page.locator('.once code', { hasText: '/shared/' })
      const guest = await page.context().browser()?.newPage()
      await guest?.goto((await link.textContent()) ?? '')
      await guest?.locator('.number-card strong').waitFor()
      await guest?.close()
    },
  },
  {
    name: 'A deleted board, back again',
    goal: 4,
    start: (stage) => madeBoard(stage, 'Deleted'),
    steps: () => [
      click('button', 'More actions for this board'),
      click('menuitem', 'Delete board'),
      click('button', 'Delete board', { role: 'dialog', name: /./ }),
      click('button', 'Undo'),
    ],
    done: ({ page, own }) => page.getByRole('heading', { name: `Deleted ${own}`, level: 1 }).waitFor(),
  },
]
