import type { Locator, Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Explorer, OpenPage } from './app.js'

/** Milliseconds after which a wait of these tests fails. */
const longest = 30_000

/** Opens a page whose waits fail after half a minute. */
export async function openBounded(t: Test, open: Explorer['open'], path: string): Promise<OpenPage> {
  const opened = await open(t, path)
  opened.page.setDefaultTimeout(longest)
  return opened
}

/** Looks until the condition holds, and returns what it saw. Throws after half a minute, with what it saw last. */
export async function until<T>(
  what: string,
  look: () => Promise<T>,
  isSo: (found: T) => boolean,
): Promise<T> {
  for (const end = performance.now() + longest; ;) {
    const found = await look()
    if (isSo(found)) return found
    if (performance.now() > end) throw new Error(`${what}: still ${JSON.stringify(found)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The dialog that edits filters as a tree. */
export const drawerOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Filter groups' })
/** Reads the filters in the address of a page. */
export const filtersIn = (page: Page): unknown =>
  JSON.parse(new URL(page.url()).searchParams.get('filters') ?? '[]')
/** Reads the number of a chart, waiting for the expected one. */
export const headline = (page: Page, expected: string): Promise<string> =>
  until(
    `the chart's number is ${expected}`,
    () => page.locator('.number-card strong').first().innerText(),
    (text) => text === expected,
  )

/** The accessible name of the element with the focus. */
export const focused = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>(`document.activeElement.getAttribute('aria-label')`)

/** Opens the first editor of filter groups on a page. */
export async function editGroups(page: Page): Promise<Locator> {
  await page
    .getByRole('button', { name: /^Edit filter groups/ })
    .first()
    .click()
  const drawer = drawerOf(page)
  await drawer.waitFor()
  return drawer
}

/** Reads the rows of the tree, each with two spaces for each group around it. */
export const rowsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.tree-handle')].map((handle) => {
    let depth = -1
    for (let one = handle; one !== null; one = one.parentElement) if (one.matches('.tree-items')) depth++
    return '  '.repeat(depth) + handle.getAttribute('aria-label').replace('Move ', '')
  })`)

/** Reads the rows of the tree, waiting for the expected ones. */
export const rows = (page: Page, expected: readonly string[]): Promise<readonly string[]> =>
  until(
    `the rows are ${JSON.stringify(expected)}`,
    () => rowsOf(page),
    (found) => JSON.stringify(found) === JSON.stringify(expected),
  )

/** Reads the number beside an item of the tree, once it is there. */
export const countBeside = (drawer: Locator, words: string): Promise<string> =>
  until(
    `a number beside ${words}`,
    () =>
      drawer
        .locator('.tree-line', {
          has: drawer.page().getByRole('button', { name: `Move ${words}`, exact: true }),
        })
        .locator('.match-count')
        .innerText(),
    (text) => /\d/.test(text),
  )

/** Drags an item onto the upper part of another; the button stays pressed. */
export async function drag(page: Page, words: string, to: Locator): Promise<void> {
  const handle = drawerOf(page).getByRole('button', { name: `Move ${words}`, exact: true })
  const [from, onto] = [await handle.boundingBox(), await to.boundingBox()]
  if (from === null || onto === null) throw new Error('nothing to drag, or no place for it')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(onto.x + 40, onto.y + onto.height / 4, { steps: 8 })
}
