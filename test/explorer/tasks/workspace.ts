import { click, find, palette } from './step.js'
import type { Task } from './task.js'

/** What is set up in a workspace. */
export const workspace: readonly Task[] = [
  {
    name: 'An invite for a member',
    goal: 5,
    steps: ({ own }) => [
      ...palette('invite', /^Invite a member/),
      { fill: 'E-mail', text: `${own}@example.com` },
      { press: 'Enter' },
    ],
    done: ({ page }) => page.locator('.once code', { hasText: '/invite/' }).waitFor(),
  },
  {
    name: 'An ingest key',
    goal: 5,
    steps: ({ own }) => [
      ...palette('ingest key', /^Create an ingest key/),
      { fill: 'Name', text: `Key ${own}` },
      { press: 'Enter' },
    ],
    done: ({ page }) => page.locator('.once code').waitFor(),
  },
  {
    name: 'An event described in the dictionary',
    goal: 6,
    steps: ({ own }) => [
      { go: 'Dictionary' },
      click('button', 'Describe an event'),
      { fill: 'Name of the event', text: `told_${own}` },
      { fill: 'Description', text: 'Something was told' },
      { press: 'Enter' },
    ],
    done: ({ page, own }) => page.locator('.dictionary-list', { hasText: `told_${own}` }).waitFor(),
  },
  {
    name: 'A calculated property',
    goal: 6,
    steps: ({ own }) => [
      { go: 'Properties' },
      click('button', 'Create property'),
      { fill: 'Name', text: `big_${own}` },
      { fill: 'Expression', text: "coalesce(country, 'unknown') " },
      click('button', 'Create property', { role: 'dialog', name: /./ }),
    ],
    done: ({ page, own }) => page.locator('.property-list', { hasText: `calc.big_${own}` }).waitFor(),
  },
  {
    name: 'Dark mode',
    goal: 2,
    steps: () => [click('button', 'Theme'), click('menuitemradio', 'Dark')],
    done: ({ page }) => page.locator('html[data-theme=dark]').waitFor({ state: 'attached' }),
  },
  {
    name: 'Another workspace',
    goal: 3,
    steps: () => [click('button', /Workspace/), ...find('second', /^Second/)],
    done: ({ page }) => page.waitForURL(/workspace=second/),
  },
]
