import type { Locator, Page } from 'playwright-core'
import { until } from '../app.js'
import type { Step, Target } from './step.js'

/** Does steps, and counts them as a person would: see step.ts. */
export interface Hands {
  readonly page: Page
  do(step: Step): Promise<number>
}

const located = (page: Page, { role, name, within, last }: Target): Locator => {
  const area = within === undefined ? page : page.getByRole(within.role, { name: within.name })
  const all = area.getByRole(role, { name, exact: typeof name === 'string' })
  return last === true ? all.last() : all.first()
}

/** A combobox or a text box by its label. */
const field = (page: Page, label: string | RegExp): Locator =>
  page
    .getByLabel(label, { exact: typeof label === 'string' })
    .and(page.locator('input, textarea, select, [contenteditable]'))
    .first()

/** Presses a key, once the page listens to shortcuts. */
async function press(page: Page, key: string): Promise<void> {
  if (key === 'Control+k') await page.getByRole('navigation', { name: 'Views' }).waitFor()
  await page.keyboard.press(key)
}

async function type(page: Page, text: string, found: RegExp | undefined): Promise<void> {
  // Opening a list and focusing its box is one act of the page; it may have to load the list first.
  await page.locator(':is(input, textarea, [contenteditable=true]):focus').waitFor()
  await page.keyboard.type(text)
  if (found !== undefined) await page.locator('[role=option].active', { hasText: found }).waitFor()
}

/** Fills a field as people do; an editor has no value that could be set. */
async function fill(page: Page, label: string | RegExp, text: string): Promise<void> {
  const target = field(page, label)
  if ((await target.getAttribute('contenteditable')) === null) return target.fill(text)
  await target.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}

/** With the mouse for everything but text and shortcuts. */
export const mouseHands = (page: Page): Hands => ({
  page,
  async do(step) {
    if ('click' in step) await located(page, step.click).click()
    else if ('choose' in step) await field(page, step.choose).selectOption({ label: step.option })
    else if ('type' in step) await type(page, step.type, step.found)
    else if ('fill' in step) await fill(page, step.fill, step.text)
    else if ('press' in step) await press(page, step.press)
    else if ('point' in step)
      await page.getByRole('application', { name: step.point }).locator('.u-over').click()
    else
      await page
        .getByRole('navigation', { name: 'Views' })
        .getByRole('link', { name: step.go, exact: true })
        .click()
    return 1
  },
})

/** With the keyboard alone: Tab moves the focus, arrows move in menus, letters choose in selects. */
export const keyboardHands = (page: Page): Hands => ({
  page,
  async do(step) {
    const { keyboard } = page
    if ('click' in step) {
      await moveTo(page, located(page, step.click))
      await keyboard.press('Enter')
    } else if ('choose' in step) {
      await moveTo(page, field(page, step.choose))
      await keyboard.type(step.option)
    } else if ('type' in step) await type(page, step.type, step.found)
    else if ('fill' in step) {
      await moveTo(page, field(page, step.fill))
      await keyboard.press('Control+a')
      // Typed over styled text, letters would take its style along, which the page's policy reports.
      await keyboard.press('Delete')
      await keyboard.type(step.text)
    } else if ('press' in step) await press(page, step.press)
    else if ('point' in step) {
      await moveTo(page, page.getByRole('application', { name: step.point }))
      for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await keyboard.press(key)
    } else {
      await press(page, 'Control+k')
      await type(page, step.go, new RegExp(`^${step.go}`))
      await keyboard.press('Enter')
      return 3
    }
    return 1
  },
})

/** More presses of Tab than any view has controls before its content. */
const most = 200

/** Presses Tab, or the arrow of a menu, until the element has the focus. Throws if it cannot have it. */
async function moveTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  await until(
    () => target.isEnabled(),
    (enabled) => enabled,
  )
  // An element in a shadow root has the focus of that root: the document names the host.
  const isThere = (): Promise<boolean> =>
    target.evaluate((one) => {
      const root = one.getRootNode()
      return 'activeElement' in root && root.activeElement === one
    })
  if (await isThere()) return
  const inMenu = (await target.getAttribute('role'))?.startsWith('menuitem') === true
  const key = inMenu ? 'ArrowDown' : 'Tab'
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press(key)
    if (await isThere()) return
  }
  throw new Error(`${key} does not reach ${String(target)}`)
}
