import t from 'tap'
import { toldStory } from './told-story.js'

const { open, ask } = await toldStory(t)

t.test('titles of marks stand apart', async (t) => {
  const { page, picture } = await open(t, '/trends?range=30d')
  const labels = page.getByRole('list', { name: 'Marks' }).locator('li')
  await labels.first().waitFor()
  const { marks } = (await ask('GET', '/marks')).data
  const days = (marks as { timestamp: string }[]).map(({ timestamp }) => timestamp.slice(0, 10))
  t.ok(new Set(days).size < days.length, 'two of the story are of one day')
  for (const width of [1440, 800, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.reload()
    await labels.first().waitFor()
    const boxes = await labels.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right] as const),
    )
    t.ok(boxes.length > 0)
    for (const [index, [left]] of boxes.entries())
      t.ok(left >= (boxes[index - 1]?.[1] ?? 0), `label ${index} of ${width} px begins behind the one before`)
    for (const [left, right] of boxes) t.ok(left >= 0 && right <= width, `inside ${width} px`)
  }
  const texts = (await labels.allTextContents()).join(' ')
  for (const { title } of marks as { title: string }[]) t.match(texts, title, 'each is there to be read')
  await picture('marks')
})
