import t from 'tap'
import { explorer, until, written } from './app.js'
import { demoWeek } from './demo-week.js'

const { service, workspace, open } = await explorer(t)
await demoWeek(service, workspace)
const options = { workspace: workspace.id }
const root = '/api/v1/boards'
const call = async (method: string, path: string, body?: object) =>
  (await service.call(method, path, { ...options, ...(body && { body }) })).body?.data

async function newBoard(name: string): Promise<string> {
  const { id } = await call('POST', root, { name, range: '30d' })
  return String(id)
}
const people = { title: 'Active people', chart: 'number', question: { path: '/api/v1/metrics/dau' } }
const tilesOf = async (board: string) => (await call('GET', `${root}/${board}`)).tiles as { title: string }[]

t.test('text, and questions from the library, are added by keyboard', async (t) => {
  await call('POST', '/api/v1/questions', {
    name: 'Page views',
    question: { path: '/api/v1/metrics/events' },
  })
  const board = await newBoard('Notes')
  const { page, complaints } = await open(t, `/boards/${board}`)
  const add = async (what: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add tile' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: what }).press('Enter')
  }
  const dialog = page.getByRole('dialog')
  await add('Text')
  await dialog.getByLabel('Title').fill('Read this')
  const text =
    '# Growth\n\n**Weekly**, <img src=x onerror=alert(1)> [docs](https://example.com) [bad](javascript:x)'
  await dialog.getByRole('textbox', { name: 'Text' }).fill(text)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('heading', { name: 'Growth' }).waitFor()
  await dialog.getByRole('button', { name: 'Add text' }).click()
  const note = page.getByRole('region', { name: 'Read this', exact: true })
  await note.getByText('Weekly', { exact: true }).waitFor()
  t.equal(await note.locator('img').count(), 0, 'HTML is text')
  t.match(await note.textContent(), /<img src=x onerror=alert\(1\)>/)
  t.equal(await note.getByRole('link').count(), 1)
  t.match(await note.getByRole('link').getAttribute('rel'), /noopener/)

  await add('From the library')
  const library = page.getByRole('complementary', { name: 'Library' })
  await library.locator('input:focus').waitFor()
  await page.keyboard.type('page')
  await library.getByRole('button', { name: 'Add Page views' }).press('Enter')
  await library.getByText('On this board').waitFor()
  await page.locator('.tile', { hasText: 'Page views' }).waitFor()
  await page.keyboard.press('Escape')
  await library.waitFor({ state: 'detached' })
  const focused = page.locator(':focus')
  t.equal(await focused.getAttribute('aria-label'), 'Add tile', 'the focus is where it was')

  await page.getByRole('button', { name: 'More actions for Read this' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate tile' }).click()
  await until(
    () => tilesOf(board),
    (tiles) => tiles.length === 3,
  )
  t.strictSame((await tilesOf(board)).map(({ title }) => title).sort(), [
    'Page views',
    'Read this',
    'Read this',
  ])

  const link = await call('POST', `${root}/${board}/links`, {})
  const guest = await open(t, `/shared/${String(link.token)}`, { token: null })
  await guest.page.getByRole('heading', { name: 'Growth' }).first().waitFor()
  t.strictSame([...complaints, ...guest.complaints], [])
})

t.test('one filter for all tiles, tried, saved and taken off', async (t) => {
  const board = await newBoard('Filtered')
  const filter = { field: 'country', operator: 'eq', value: 'DE' }
  await call('POST', `${root}/${board}/tiles`, people)
  await call('PUT', `${root}/${board}`, { filter })
  const total = async (query: Readonly<Record<string, string>>): Promise<string> => {
    const answer = await service.call('GET', '/api/v1/metrics/dau', {
      ...options,
      query: { range: '30d', ...query },
    })
    return written(answer.body.data.total as number)
  }
  const [all, some] = [await total({}), await total({ filter: JSON.stringify(filter) })]
  t.not(all, some)
  const { page, complaints } = await open(t, `/boards/${board}`)
  const figure = (text: string) => page.locator('.number-card strong', { hasText: new RegExp(`^${text}$`) })
  await figure(some).waitFor()
  await page.getByRole('button', { name: /^Remove the filter country/ }).click()
  await figure(all).waitFor()
  t.match(page.url(), /filter=none/, 'only here, until it is saved')
  t.strictSame((await call('GET', `${root}/${board}`)).filter, filter)
  await page.getByRole('button', { name: 'Save for everyone' }).click()
  await until(
    async () => (await call('GET', `${root}/${board}`)).filter as unknown,
    (saved) => saved === null,
  )
  t.equal((await call('GET', `${root}/${board}`)).filter, null)
  t.strictSame(complaints, [])
})

t.test('deletions can be undone, and the history takes changes back', async (t) => {
  const board = await newBoard('Undone')
  await call('POST', `${root}/${board}/tiles`, people)
  const { page, complaints, picture } = await open(t, `/boards/${board}`)
  const tile = page.locator('.tile', { hasText: 'Active people' })
  await page.getByRole('button', { name: 'More actions for Active people' }).click()
  await page.getByRole('menuitem', { name: 'Remove from board' }).click()
  await page.getByText('This board is empty').waitFor()
  await picture('board-undo')
  await page.getByRole('button', { name: 'Undo' }).click()
  await tile.waitFor()

  const act = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions for this board' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Delete board')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete board' }).click()
  await page.getByText('Board “Undone” deleted').waitFor()
  t.equal((await service.call('GET', `${root}/${board}`, options)).status, 404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await tile.waitFor()

  await act('Duplicate board')
  await page.getByRole('heading', { name: 'Copy of Undone' }).waitFor()
  await page.goto(`/boards/${board}`)
  await call('PUT', `${root}/${board}`, { name: 'Renamed' })
  await page.reload()
  await act('Show history')
  await page.getByRole('dialog').getByText('Changed name').waitFor()
  await picture('board-history')
  await page.getByRole('button', { name: 'Restore version 1', exact: true }).click()
  await page.getByRole('dialog').getByText('Restored version 1').waitFor()
  t.match(await call('GET', `${root}/${board}`), { name: 'Undone', tiles: [] })
  t.strictSame(complaints, [])
})

t.test(
  'a wall shows the board alone and refreshes while it is visible; paper shows no buttons',
  async (t) => {
    const board = await newBoard('Wall')
    await call('POST', `${root}/${board}/tiles`, { ...people, title: `${'A long title '.repeat(8)}end` })
    const { page, complaints, picture } = await open(t, `/boards/${board}?refresh=1`)
    await page.locator('.number-card strong').waitFor()
    await page.getByText(/^Last answered \d\d:\d\d:\d\d$/).waitFor()
    const shownAs = (value: string) =>
      until(
        () => page.evaluate<string>(`getComputedStyle(document.querySelector('.tile-actions')).opacity`),
        (opacity) => opacity === value,
      )
    t.equal(await shownAs('0'), '0', 'handles wait for the pointer')
    await page.locator('.tile').hover()
    t.equal(await shownAs('1'), '1')
    await page.mouse.move(0, 0)
    await page.getByRole('button', { name: /^Move A long title/ }).focus()
    t.equal(await shownAs('1'), '1', 'and for the focus')

    const asked = (): Promise<unknown> =>
      page.waitForRequest((request) => /\/tiles\/[\w-]+\/data/.test(request.url()))
    await asked()
    const hide = (hidden: boolean): Promise<unknown> =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} })
      document.dispatchEvent(new Event('visibilitychange'))`)
    await hide(true)
    let late = 0
    page.on('request', (request) => {
      if (/\/data/.test(request.url())) late++
    })
    // Long enough for three rounds.
    await new Promise((resolve) => setTimeout(resolve, 3_500))
    t.ok(late <= 1, 'a hidden page asks nothing, except for what was on its way')
    const again = asked()
    await hide(false)
    await again

    await page.getByRole('button', { name: 'Full screen' }).click()
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor()
    t.notOk(await page.locator('.sidebar').isVisible())
    t.ok(await page.locator('.tile').isVisible())
    await picture('board-wall')
    await page.getByRole('button', { name: 'Leave full screen' }).click()
    await page.locator('.sidebar').waitFor()

    await page.emulateMedia({ media: 'print' })
    for (const hidden of ['.sidebar', '.page-head .button', '.tile-actions'])
      t.notOk(await page.locator(hidden).first().isVisible(), hidden)
    t.ok(await page.locator('.tile').isVisible())
    await picture('board-print')
    t.strictSame(complaints, [])
  },
)
