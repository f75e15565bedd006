import type { Frame, Page } from 'playwright-core'
import type { Test } from 'tap'
import { faultsOf } from './accessible.js'
import { until, type OpenPage } from './app.js'

interface Looked extends Pick<OpenPage, 'page' | 'picture'> {
  /** The frame that is the view, for a page of a plugin. */
  readonly content?: Frame
}

/** From the narrowest phone to the widest screen, in pixels. */
const widths = [320, 768, 2560, 390] as const

/**
 * In light mode, dark mode and on screens of all widths: checks that every text is readable, that axe finds
 * nothing and that nothing is wider than the screen, and takes a screenshot of each mode and of a phone.
 */
export async function inAllLooks(t: Test, { page, picture, content }: Looked, name: string): Promise<void> {
  // Stale results are dimmed while they are refreshed.
  await (content ?? page).locator('.answered.stale').first().waitFor({ state: 'detached' })
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    t.strictSame(await faintTexts(page), [], `${colorScheme}: every text can be read`)
    if (content !== undefined)
      t.strictSame(await faintTexts(content), [], `${colorScheme}: so can those of the frame`)
    const rules = colorScheme === 'light' ? 'everything' : 'colours'
    t.strictSame(await faultsOf(page, rules), [], `${colorScheme}: axe finds nothing`)
    if (content !== undefined)
      t.strictSame(await faultsOf(content, rules), [], `${colorScheme}: nor in the frame`)
    await picture(`${name}-${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    for (const document of content === undefined ? [page] : [page, content])
      t.equal(await tooWide(document), 0, `nothing is wider than ${width} pixels`)
  }
  await picture(`${name}-phone`)
  await page.setViewportSize(size)
}

/** By how many pixels a document is wider than its window, once its layout has followed a change of the width. */
export function tooWide(document: Page | Frame): Promise<number> {
  const over = 'Math.max(0, document.documentElement.scrollWidth - innerWidth)'
  return until(
    () => document.evaluate<number>(over),
    (one) => one === 0,
  )
}

/**
 * Returns the texts of a page with too little contrast (WCAG AA: 4.5 : 1, large ones 3 : 1), as the browser
 * paints them. As in WCAG, disabled elements are exempt. A string, because pages are not compiled with these
 * tests.
 */
const faintTexts = (document: Page | Frame): Promise<readonly string[]> =>
  document.evaluate<string[]>(`(async () => {
  // What was changed just now is painted first.
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  // A change of colours on its way is neither the one nor the other; what is inherited may set out after another.
  const ways = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
  for (let rounds = 0; rounds < 10 && ways().length > 0; rounds++) for (const one of ways()) one.finish()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  const known = new Map()
  const rgba = (color) => {
    if (!known.has(color)) {
      pen.clearRect(0, 0, 1, 1)
      pen.fillStyle = color
      pen.fillRect(0, 0, 1, 1)
      const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data
      known.set(color, [red, green, blue, alpha / 255])
    }
    return known.get(color)
  }
  const over = (top, share, bottom) => bottom.map((value, index) => top[index] * share + value * (1 - share))
  const light = (color) => {
    const [red, green, blue] = color.map((value) => value / 255)
      .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
  /** What is painted behind an element, from the far to the near: at that point, so that siblings beneath it count. */
  const behind = (element, x, y) => {
    const stack = document.elementsFromPoint(x, y)
    const at = stack.indexOf(element)
    if (at !== -1) return stack.slice(at).reverse()
    const parents = []
    for (let one = element; one !== null; one = one.parentElement) parents.unshift(one)
    return parents
  }
  const opacity = (element) => {
    let share = 1
    for (let one = element; one !== null; one = one.parentElement) share *= Number(getComputedStyle(one).opacity)
    return share
  }
  const faint = new Set()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement
    if (node.data.trim() === '' || element.closest('.hidden, svg, option, :disabled, script') !== null) continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) continue
    const style = getComputedStyle(element)
    let back = [255, 255, 255]
    for (const one of behind(element, box.x + Math.min(box.width, element.clientWidth || box.width) / 2, box.y + box.height / 2)) {
      const painted = getComputedStyle(one)
      const [red, green, blue, alpha] = rgba(painted.backgroundColor)
      back = over([red, green, blue], alpha * Number(painted.opacity), back)
    }
    const [red, green, blue, alpha] = rgba(style.color)
    const found = contrast(over([red, green, blue], alpha * opacity(element), back), back)
    const size = parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    if (found < (isLarge ? 3 : 4.5))
      faint.add('“' + node.data.trim().slice(0, 40) + '” in ' + (element.className || element.tagName) + ': ' + found.toFixed(2))
  }
  return [...faint]
})()`)

/** The frame of the plugin's page that is open. */
export async function contentOf(page: Page): Promise<Frame> {
  const frame = await page.locator('.plugin-page iframe').elementHandle()
  const content = await frame.contentFrame()
  if (content === null) throw new Error('the page has no frame')
  return content
}
