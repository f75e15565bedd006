import t from 'tap'
import { cellsOf, explorer, tokenOf, until, written } from './app.js'
import { demoWeek } from './demo-week.js'

const { service, workspace, open } = await explorer(t, { environment: { ADMIN_SETS_PASSWORDS: 'true' } })
await demoWeek(service, workspace)
const options = { workspace: workspace.id }
const root = '/api/v1/boards'

interface Placed {
  readonly title: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const placesOf = async (board: string): Promise<Record<string, readonly number[]>> => {
  const { body } = await service.call('GET', `${root}/${board}`, options)
  return Object.fromEntries(
    (body.data.tiles as Placed[]).map(({ title, left, top, width, height }) => [
      title,
      [left, top, width, height],
    ]),
  )
}

t.test('questions of any view go on a board, which is arranged and shown to the world', async (t) => {
  const { page, complaints, picture } = await open(t, '/boards')
  await page.getByText('No boards yet').waitFor()
  await picture('boards-empty')
  await page.getByRole('button', { name: 'Create board' }).first().click()
  await page.getByLabel('Name').fill('Growth')
  await page.getByRole('dialog').getByRole('button', { name: 'Create board' }).click()
  await page.getByText('This board is empty').waitFor()
  const board = /\/boards\/(brd_[\w-]+)/.exec(page.url())?.[1] ?? ''

  const add = async (view: string, title: string): Promise<void> => {
    await page.goto(view)
    await page.getByRole('button', { name: 'Share and export' }).first().click()
    await page.getByRole('menuitem', { name: 'Add to board' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('select').first().waitFor()
    await until(
      () => dialog.locator('select').first().inputValue(),
      (value) => value === board,
    )
    await dialog.getByLabel('Title').fill(title)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page
      .getByRole('region', { name: title })
      .or(page.locator('.tile', { hasText: title }))
      .first()
      .waitFor()
  }
  await add('/trends?range=14d&look=bar&breakdown=country', 'People by country')
  const funnel = [{ event: 'page_viewed' }, { event: 'purchase' }]
  await add(`/funnels?steps=${encodeURIComponent(JSON.stringify(funnel))}`, 'To a purchase')
  await add('/trends?look=number', 'Active people')
  t.strictSame(await placesOf(board), {
    'People by country': [0, 0, 6, 5],
    'To a purchase': [0, 5, 6, 5],
    'Active people': [0, 10, 3, 2],
  })

  const data = async (title: string) => {
    const { body } = await service.call('GET', `${root}/${board}`, options)
    const tile = (body.data.tiles as (Placed & { id: string })[]).find((one) => one.title === title)
    return (await service.call('GET', `${root}/${board}/tiles/${tile?.id ?? ''}/data`, options)).body.data
  }
  const people = page.locator('.tile', { hasText: 'Active people' })
  await people.locator('.number-card strong').waitFor()
  const { total } = await data('Active people')
  t.ok(total > 10)
  t.equal(await people.locator('.number-card strong').textContent(), written(total))
  const { steps } = await data('To a purchase')
  await page.getByRole('table', { name: 'To a purchase' }).waitFor()
  const rows = await cellsOf(page, 'To a purchase')
  t.strictSame(
    rows.map(([name, , count]) => [name, count?.split(' ')[0]]),
    steps.map(({ step, event, count }: { step: number; event: string; count: number }) => [
      `${step}. ${event}`,
      written(count),
    ]),
    'the numbers of the API',
  )

  await t.test('by keyboard, and by pointer', async (t) => {
    const grip = page.getByRole('button', { name: 'Move To a purchase' })
    await grip.focus()
    for (let n = 0; n < 6; n++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    const moved = await until(
      () => placesOf(board),
      (places) => String(places['To a purchase']) === '6,0,6,6',
    )
    t.strictSame(moved, {
      'People by country': [0, 0, 6, 5],
      'To a purchase': [6, 0, 6, 6],
      'Active people': [0, 5, 3, 2],
    })
    t.match(
      await page.locator('[aria-live=polite].hidden').last().textContent(),
      /To a purchase: column 7, row 1/,
    )

    const handle = page.getByRole('button', { name: 'Move Active people' })
    const from = await handle.boundingBox()
    const grid = await page.locator('.board').boundingBox()
    if (from === null || grid === null) throw new Error('nothing to drag')
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 40, y - 100, { steps: 4 })
    await page.mouse.move(x, y - 5 * 78, { steps: 8 })
    await picture('board-dragging')
    await page.mouse.up()
    const dragged = await until(
      () => placesOf(board),
      (places) => places['Active people']?.[1] === 0,
    )
    t.strictSame(dragged['Active people'], [0, 0, 3, 2])
    t.strictSame(dragged['People by country'], [0, 2, 6, 5], 'what was in its way makes room')
    await page.reload()
    await page.locator('.tile .chart canvas').first().waitFor()
    await picture('board')
  })

  await t.test('one range for all of it', async (t) => {
    await page.getByRole('button', { name: 'Range: Last 30 days' }).click()
    await page.getByRole('button', { name: 'Yesterday' }).click()
    const day = await service.call('GET', '/api/v1/metrics/dau', {
      ...options,
      query: { range: 'yesterday' },
    })
    t.not(day.body.data.total, total)
    await page.locator('.number-card strong', { hasText: written(day.body.data.total) }).waitFor()
    await page.getByRole('button', { name: 'Save for everyone' }).click()
    await until(
      async () => (await service.call('GET', `${root}/${board}`, options)).body.data.range as string,
      (range) => range === 'yesterday',
    )
    t.equal((await service.call('GET', `${root}/${board}`, options)).body.data.range, 'yesterday')
  })

  await t.test('a public link', async (t) => {
    await service.call('POST', `${root}/${board}/tiles`, {
      ...options,
      body: {
        title: 'Who is here',
        chart: 'auto',
        question: { path: '/api/v1/metrics/users/raw', query: 'limit=20' },
      },
    })
    await page.reload()
    await page.getByRole('button', { name: 'Share and export' }).first().click()
    await page.getByRole('menuitem', { name: 'Public links' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 tile is left out').waitFor()
    await dialog.getByRole('button', { name: '7 days', exact: true }).click()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.locator('.once code').waitFor()
    await picture('board-links')
    const link = (await dialog.locator('.once code').textContent()) ?? ''
    t.match(link, new RegExp(`^${service.base}/shared/[\\w-]{43}$`))

    const guest = await open(t, link.replace(service.base, ''), { token: null })
    await guest.page.getByRole('heading', { name: 'Growth' }).waitFor()
    await guest.page.locator('.tile .chart canvas').first().waitFor()
    await guest.page.locator('.number-card strong').waitFor()
    t.equal(await guest.page.locator('.tile').count(), 3, 'no list of persons')
    const day = (
      await service.call('GET', '/api/v1/metrics/dau', { ...options, query: { range: 'yesterday' } })
    ).body
    t.equal(await guest.page.locator('.number-card strong').textContent(), written(day.data.total))
    t.notMatch(await guest.page.content(), /user-\d|device-\d/)
    await guest.picture('shared-board')
    const phone = await open(t, link.replace(service.base, ''), { token: null, phone: true, dark: true })
    await phone.page.locator('.tile .chart canvas').first().waitFor()
    await phone.picture('shared-board-phone-dark')
    t.strictSame([...guest.complaints, ...phone.complaints], [])

    await dialog.getByRole('button', { name: 'Revoke link' }).click()
    await dialog.getByText('No public links yet').waitFor()
    await guest.page.reload()
    await guest.page.getByText('This link is no longer valid').waitFor()
    await guest.picture('shared-board-ended')
  })
  t.strictSame(complaints, [])
})

t.test('a viewer looks at boards and changes nothing', async (t) => {
  const user = { email: 'viewer@example.com', password: 'long enough', role: 'viewer' }
  await service.call('POST', '/api/v1/admin/users', { ...options, body: user })
  const token = await tokenOf(service, user.email, user.password)
  const { page, complaints, picture } = await open(t, '/boards', { token })
  await page.getByRole('link', { name: /Growth/ }).waitFor()
  t.equal(await page.getByRole('button', { name: 'Create board' }).count(), 0)
  await page.getByRole('link', { name: /Growth/ }).click()
  await page.locator('.tile .chart canvas').first().waitFor()
  t.equal(await page.getByRole('button', { name: /^Move / }).count(), 0)
  await page.getByRole('button', { name: 'Share and export' }).first().click()
  t.equal(await page.getByRole('menuitem', { name: 'Public links' }).count(), 0)
  await page.keyboard.press('Escape')
  for (const name of ['Members', 'Keys', 'Audit log', 'Workspaces'])
    t.equal(await page.getByRole('link', { name, exact: true }).count(), 0, name)
  await picture('board-viewer')
  await page.goto('/keys')
  await page.getByText('You do not have access').waitFor()
  await page.goto('/trends')
  await page.getByRole('button', { name: 'Share and export' }).first().click()
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  t.equal(await page.getByRole('menuitem', { name: 'Add to board' }).count(), 0)
  t.strictSame(complaints, [])
})
