import type { Page } from 'playwright-core'
import { until } from './app.js'

/** Drags over a part of the chart: from and to are shares of its width. */
export async function drag(page: Page, from: number, to: number): Promise<void> {
  const over = page.locator('.u-over')
  await over.waitFor()
  // What comes late, as marks do, moves the chart.
  await page.waitForLoadState('networkidle')
  // The chart is drawn again when its marks arrive, so its element may be replaced.
  await until(
    () =>
      over.scrollIntoViewIfNeeded().then(
        () => true,
        () => false,
      ),
    (isInView) => isInView,
  )
  const box = await over.boundingBox()
  if (box === null) throw new Error('the chart is not shown')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * from, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * ((from + to) / 2), y, { steps: 4 })
  await page.mouse.move(box.x + box.width * to, y, { steps: 4 })
  await page.mouse.up()
}
