import { click, palette } from './step.js'
import type { Task } from './task.js'

const walker = { name: 'Ann Walker', email: 'walker@example.com' }
const who = { device_id: 'device-of-ann', user_id: 'ann-walker' }

/** A person whom a client has named, and one event. */
export const namedPerson = (): readonly object[] => [
  { type: 'identify', ...who, traits: walker },
  { type: 'track', event: 'order_shipped', ...who, properties: { way: 'by train' } },
]

/** Questions about persons, companies and lines of a log. */
export const people: readonly Task[] = [
  {
    name: 'The last session of a person, by e-mail address',
    goal: 4,
    steps: () => [
      ...palette(walker.email, /^Ann Walker/),
      click('button', /order_shipped/, { role: 'region', name: 'Timeline' }),
    ],
    done: ({ page }) => page.getByText('by train').first().waitFor(),
  },
  {
    name: 'The people of a company',
    goal: 2,
    steps: () => [{ go: 'Groups' }, click('link', /Northwind|./, { role: 'region', name: 'Result' })],
    done: ({ page }) => page.waitForURL(/\/groups\/company\/./),
  },
  {
    name: 'The lines of a log that are errors',
    goal: 3,
    steps: () => [{ go: 'Logs' }, click('button', /^error/, { role: 'group', name: 'Levels' })],
    done: ({ page }) => page.waitForURL(/level.*error/),
  },
]
