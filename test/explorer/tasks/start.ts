import type { Task } from './task.js'

/** Begins on an empty installation, and ends when the page has the first event, which a client sends. */
export const firstEvent: Task = {
  name: 'From an empty installation to the first event',
  goal: 6,
  start: '/',
  steps: () => [
    { fill: 'E-mail', text: 'ann@example.com' },
    { fill: 'Password', text: 'correct horse battery' },
    { press: 'Enter' },
    { fill: 'Name', text: 'Shop' },
    { press: 'Enter' },
    { click: { role: 'button', name: 'Copy', last: true } },
  ],
  done: ({ page }) => page.getByText('Events are coming in').waitFor(),
}
