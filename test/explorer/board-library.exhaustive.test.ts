import t, { type Test } from 'tap'
import type { CDPSession, Page } from 'playwright-core'
import { explorer, until } from './app.js'
import { demoWeek } from './demo-week.js'
import { inAllLooks } from './looks.js'

const { service, workspace, open } = await explorer(t)
await demoWeek(service, workspace)
const call = async (method: string, path: string, body?: object) =>
  (await service.call(method, path, { workspace: workspace.id, ...(body && { body }) })).body?.data
const root = '/api/v1/boards'

for (const name of ['Page views', 'Sign-ups', 'A number'])
  await call('POST', '/api/v1/questions', {
    name,
    chart: name === 'A number' ? 'number' : 'line',
    question: { path: '/api/v1/metrics/events' },
  })

type Place = readonly [left: number, top: number, width: number, height: number]

const placesOf = async (board: string): Promise<Record<string, Place>> => {
  const { tiles } = await call('GET', `${root}/${board}`)
  return Object.fromEntries(
    (tiles as { title: string; left: number; top: number; width: number; height: number }[]).map(
      ({ title, left, top, width, height }) => [title, [left, top, width, height] as const],
    ),
  )
}

/** A board with one tile at the upper left and one below it, beside the open library. */
async function besideLibrary(t: Test) {
  const { id } = await call('POST', root, { name: 'Growth', range: '30d' })
  const question = { path: '/api/v1/metrics/dau' }
  for (const [title, top] of [
    ['First', 0],
    ['Second', 4],
  ] as const)
    await call('POST', `${root}/${String(id)}/tiles`, {
      ...{ title, chart: 'line', question, left: 0, top, width: 6, height: 4 },
    })
  const opened = await open(t, `/boards/${String(id)}`)
  const { page } = opened
  await page.getByRole('button', { name: 'Add tile' }).click()
  await page.getByRole('menuitem', { name: 'From the library' }).click()
  await page.getByRole('button', { name: 'Add Page views' }).waitFor()
  await until(
    () => page.locator('.tile .chart canvas').count(),
    (count) => count === 2,
  )
  return { ...opened, board: String(id) }
}

const before = { First: [0, 0, 6, 4], Second: [0, 4, 6, 4] }

/** The middle of a row of the library, and of a cell of the board, in pixels of the window. */
async function points(page: Page, name: string, column: number, row: number) {
  const from = await page.locator('.library-row', { hasText: name }).locator('.library-grip').boundingBox()
  const board = await page.locator('.board').boundingBox()
  if (from === null || board === null) throw new Error('nothing to drag')
  return {
    from: { x: from.x + from.width / 2, y: from.y + from.height / 2 },
    to: { x: board.x + (board.width / 12) * (column + 0.5), y: board.y + 78 * row + 30 },
  }
}

t.test('a mouse drags a question to its place, the others make room, and it can be undone', async (t) => {
  const { page, board, complaints, picture } = await besideLibrary(t)
  await inAllLooks(t, { page, picture }, 'board-library')
  const { from, to } = await points(page, 'Page views', 3, 4)
  const press = async (): Promise<void> => {
    await page.mouse.move(from.x + 40, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x - 60, to.y - 20, { steps: 4 })
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.locator('.board-ghost').waitFor()
  }
  await press()
  await picture('board-library-dragging')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  t.equal(await page.locator('.board-ghost, .library-carried').count(), 0)
  t.strictSame(await placesOf(board), before, 'Escape cancels')

  await press()
  await page.mouse.up()
  await page.getByRole('region', { name: 'Page views' }).waitFor()
  t.strictSame(await placesOf(board), { ...before, 'Page views': [0, 4, 6, 5], Second: [0, 9, 6, 4] })
  await page.getByText('On this board').waitFor()

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('region', { name: 'Page views' }).waitFor({ state: 'detached' })
  const after = await until(
    () => placesOf(board),
    (places) => places['Second']?.[1] === 4,
  )
  t.strictSame(after, before)

  await page.mouse.move(from.x + 40, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + 200, { steps: 4 })
  await page.mouse.up()
  t.strictSame(await placesOf(board), before, 'beside the board nothing is dropped')
  t.strictSame(complaints, [])
})

t.test('a finger drags it by its handle', async (t) => {
  const { page, board, complaints } = await besideLibrary(t)
  const tools = await page.context().newCDPSession(page)
  await tools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const { from, to } = await points(page, 'Page views', 9, 0)
  await touch(tools, 'touchStart', from)
  for (let step = 1; step <= 5; step++)
    await touch(tools, 'touchMove', {
      x: from.x + ((to.x - from.x) * step) / 5,
      y: from.y + ((to.y - from.y) * step) / 5,
    })
  await page.locator('.board-ghost').waitFor()
  await touch(tools, 'touchEnd')
  await page.getByRole('region', { name: 'Page views' }).waitFor()
  t.strictSame(await placesOf(board), { ...before, 'Page views': [6, 0, 6, 5] })
  t.strictSame(complaints, [])
})

const touch = (
  tools: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  point?: { readonly x: number; readonly y: number },
): Promise<unknown> =>
  tools.send('Input.dispatchTouchEvent', { type, touchPoints: point === undefined ? [] : [point] })

t.test('its button adds it below the others, on an empty board too, and is undone', async (t) => {
  const { id } = await call('POST', root, { name: 'Empty' })
  const board = String(id)
  const { page, complaints } = await open(t, `/boards/${board}`, { phone: true })
  await page.getByRole('button', { name: 'Add tile' }).click()
  await page.getByRole('menuitem', { name: 'From the library' }).click()
  const add = page.getByRole('button', { name: 'Add A number' })
  await add.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'A number' }).waitFor()
  t.strictSame(await placesOf(board), { 'A number': [0, 0, 3, 2] })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('This board is empty').waitFor()
  t.strictSame(complaints, [])
})

t.test('an empty board takes what is dropped on it', async (t) => {
  const { id } = await call('POST', root, { name: 'Empty too' })
  const board = String(id)
  const { page, complaints } = await open(t, `/boards/${board}`)
  await page.getByRole('button', { name: 'Add tile' }).click()
  await page.getByRole('menuitem', { name: 'From the library' }).click()
  const row = await page.locator('.library-row', { hasText: 'A number' }).boundingBox()
  const area = await page.locator('.board-area').boundingBox()
  if (row === null || area === null) throw new Error('nothing to drag')
  await page.mouse.move(row.x + 60, row.y + row.height / 2)
  await page.mouse.down()
  await page.mouse.move(area.x + area.width - 20, area.y + 100, { steps: 6 })
  await page.locator('.board-ghost').waitFor()
  await page.mouse.up()
  await page.getByRole('region', { name: 'A number' }).waitFor()
  t.strictSame(await placesOf(board), { 'A number': [9, 0, 3, 2] })
  t.strictSame(complaints, [])
})
