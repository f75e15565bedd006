import t from 'tap'
import { written } from './app.js'
import {
  countBeside,
  drag,
  drawerOf,
  editGroups,
  filtersIn,
  focused,
  headline,
  rows,
  rowsOf,
  until,
} from './filter-page.js'
import { filterStory, is, mobile, range } from './filter-story.js'
import { inAllLooks } from './looks.js'

const { openAt, ask, first, second, either, trends, eventsOf } = await filterStory(t)
const short = (field: string, value: string) => [field, 'in', [value]]

t.test(
  'by mouse: a flat link opens, its conditions are dragged into a group, and the link has it',
  async (t) => {
    const flat = [is('country', first), is('country', second), mobile]
    const { page, complaints, picture } = await openAt(t, trends(flat))
    t.equal(await headline(page, '0'), '0', 'no event has two countries')
    const drawer = await editGroups(page)
    await drawer.getByRole('button', { name: 'Add a group to Filter', exact: true }).click()
    const empty = drawer.getByText('No conditions yet. This group is ignored.')
    await drag(page, `country is ${first}`, empty)
    await drawer.locator('.drop-before').waitFor()
    await picture('filter-tree-drag')
    await page.mouse.up()
    const group = drawer.getByRole('group', { name: 'Group 1', exact: true })
    await drag(page, `country is ${second}`, group.locator('.tree-item').first())
    await page.mouse.up()
    const expected = [
      'device_type is mobile',
      'group 1 (any of)',
      `  country is ${second}`,
      `  country is ${first}`,
    ]
    t.strictSame(await rows(page, expected), expected)
    await drawer.getByRole('button', { name: 'Apply', exact: true }).click()
    await drawer.waitFor({ state: 'detached' })
    const [sent] = [filtersIn(page) as readonly unknown[]]
    t.strictSame(sent[0], short('device_type', 'mobile'))
    t.equal((sent[1] as { or: unknown[] }).or.length, 2, JSON.stringify(sent))
    const total = await eventsOf({ and: [mobile, either] })
    t.not(total, '0')
    t.equal(await headline(page, total), total)
    await page.reload()
    t.equal(await headline(page, total), total, 'the link has the tree')
    await page.getByRole('button', { name: 'Share and export' }).click()
    await page.getByRole('menuitem', { name: 'Show as API call' }).click()
    t.match(await page.locator('pre.code').innerText(), /filter=%7B%22or%22/)
    t.strictSame(complaints, [])
  },
)

t.test('by keyboard: conditions are added, grouped, moved and joined', async (t) => {
  const { page, complaints } = await openAt(t, trends([mobile, is('country', first)]))
  await headline(page, await eventsOf({ and: [mobile, is('country', first)] }))
  await page.getByRole('button', { name: 'Edit filter groups' }).focus()
  await page.keyboard.press('Enter')
  const drawer = drawerOf(page)
  const press = async (name: string, ...keys: readonly string[]): Promise<void> => {
    await drawer.getByRole('button', { name, exact: true }).focus()
    for (const key of keys) await page.keyboard.press(key)
  }
  const choose = async (item: string): Promise<void> => {
    await page.getByRole('menuitem', { name: item, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await press(`Actions for country is ${first}`, 'Enter')
  await choose('Put into a new group: any of')
  await press('Add a condition to Group 1', 'Enter')
  await page.keyboard.type('country')
  await page
    .getByRole('option', { name: /^country/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Find a value' }).waitFor()
  await page.keyboard.type(second)
  await until(
    'the value is found',
    () => page.locator('.picker').getByRole('option').first().innerText(),
    (text) => text === second,
  )
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Remove ${second}` }).waitFor()
  const apply = drawer.locator('.filter-editor').getByRole('button', { name: 'Apply' })
  await apply.focus()
  await page.keyboard.press('Enter')
  const grouped = [
    'device_type is mobile',
    'group 1 (any of)',
    `  country is ${first}`,
    `  country is ${second}`,
  ]
  t.strictSame(await rows(page, grouped), grouped)

  await press('Move group 1 (any of)', 'ArrowUp')
  const moved = [...grouped.slice(1), 'device_type is mobile']
  t.strictSame(await rows(page, moved), moved)
  t.equal(await drawer.getByRole('status').innerText(), 'Moved group 1 (any of) up')
  const handle = drawer.getByRole('button', { name: 'Move group 1 (any of)', exact: true })
  t.ok(await handle.evaluate((one) => one === one.ownerDocument.activeElement), 'it keeps the focus')
  await press('Actions for device_type is mobile', 'Enter')
  await choose('Move into group 1')
  const inside = [...grouped.slice(1), '  device_type is mobile']
  t.strictSame(await rows(page, inside), inside)
  await press('Actions for device_type is mobile', 'Enter')
  await choose('Move out to the top level')
  t.strictSame(await rows(page, moved), moved)
  await drawer.getByRole('combobox', { name: /^Group 1: which/ }).selectOption('none')
  await press('Apply', 'Enter')
  await drawer.waitFor({ state: 'detached' })
  t.strictSame(filtersIn(page), [
    { not: { or: [short('country', first), short('country', second)] } },
    short('device_type', 'mobile'),
  ])
  const total = await eventsOf({ and: [mobile, { not: either }] })
  t.equal(await headline(page, total), total)
  t.strictSame(complaints, [])
})

t.test('did: event, times, range and its own conditions; each node has its number', async (t) => {
  const { page, complaints, picture } = await openAt(t, trends([mobile]))
  const drawer = await editGroups(page)
  await drawer.getByRole('button', { name: 'Add what a person did to Filter' }).click()
  await drawer.getByText('Choose an event for each “did”.').waitFor()
  t.ok(await drawer.getByRole('button', { name: 'Apply', exact: true }).isDisabled())
  await drawer.getByRole('button', { name: /^Event that a person did/ }).click()
  await page.getByRole('combobox', { name: 'Find an event' }).fill('page_viewed')
  await page.getByRole('option', { name: /^page_viewed/ }).click()
  await drawer.getByRole('combobox', { name: 'How often' }).selectOption('lt')
  await drawer.getByLabel('Number of times').fill('3')
  await drawer.getByRole('button', { name: 'Range: In the query’s range' }).click()
  await drawer.getByRole('button', { name: 'Last 7 days', exact: true }).click()
  const words = 'did page_viewed fewer than 3 times in the last 7 days'
  await drawer.getByRole('button', { name: `Add a condition to Events of “${words}”` }).click()
  await page.getByRole('combobox', { name: 'Find a field' }).fill('country')
  await page
    .getByRole('option', { name: /^country/ })
    .first()
    .click()
  await page.getByRole('combobox', { name: 'Find a value' }).fill(first)
  await page.getByRole('option', { name: first, exact: true }).click()
  await drawer.locator('.filter-editor').getByRole('button', { name: 'Apply' }).click()
  const did = {
    did: {
      event: 'page_viewed',
      count: { operator: 'lt', value: 3 },
      within: '7d',
      filter: is('country', first),
    },
  }
  t.match(await countBeside(drawer, 'device_type is mobile'), await eventsOf(mobile))
  t.match(await countBeside(drawer, words), await eventsOf(did))
  const views = { range: '7d', event: 'page_viewed', filter: JSON.stringify(is('country', first)) }
  const viewed = (await ask('GET', '/metrics/events', views)).data.total as number
  t.match(await countBeside(drawer, `country is ${first}`), written(viewed), 'of the events that count')
  const both = await eventsOf({ and: [mobile, did] })
  const all = written((await ask('GET', '/metrics/events', { range })).data.total as number)
  const head = await until(
    'the number of the whole',
    () => drawer.locator('.tree-head .match-count').first().innerText(),
    (text) => text.startsWith(both),
  )
  t.match(head, `${both} of ${all} events`)
  await inAllLooks(t, { page, picture }, 'filter-tree')
  await drawer.getByRole('button', { name: 'Apply', exact: true }).click()
  t.equal(await headline(page, both), both)
  await page.getByRole('button', { name: `${words} where country is ${first}`, exact: true }).waitFor()
  t.strictSame(complaints, [])
})

t.test('numbers are asked for in part, after a pause, and not again', async (t) => {
  const many = Array.from({ length: 40 }, (_, index) => is('country', `C${index}`))
  const { page, complaints } = await openAt(t, trends([{ or: many }]))
  await headline(page, '0')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('granularity=yearly')) asked.push(request.url())
  })
  const drawer = await editGroups(page)
  await countBeside(drawer, 'country is C22')
  // The numbers are of all rows and of the whole, which are one mark, and of 23 conditions.
  await until(
    'as many marks as are asked for',
    () => drawer.locator('.match-count').count(),
    (count) => count === 24,
  )
  t.equal(asked.length, 25)
  await drawer.getByRole('button', { name: 'Move country is C1', exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await until(
    'the whole is asked for again',
    () => Promise.resolve(asked.length),
    (count) => count > 25,
  )
  t.equal(asked.length, 26, 'of what was changed only: the whole')
  t.strictSame(complaints, [])
})

t.test('the limits are told before the service tells them; what is not applied is kept', async (t) => {
  const nested = (levels: number): unknown =>
    levels === 1 ? is('country', first) : { or: [nested(levels - 1), mobile] }
  const { page } = await openAt(t, trends([nested(8)]))
  const drawer = await editGroups(page)
  const before = await rowsOf(page)
  await drawer.getByRole('button', { name: `Actions for country is ${first}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Put into a new group: all of' }).click()
  await drawer.getByText('A filter can be nested 8 levels deep.').waitFor()
  t.strictSame(await rowsOf(page), before)
  await drawer.getByRole('button', { name: `Actions for country is ${first}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Remove', exact: true }).click()
  t.equal(await focused(page), 'Move device_type is mobile', 'the focus is on the neighbour')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  t.strictSame(filtersIn(page), [nested(8)], 'nothing was applied')
  await page.getByRole('button', { name: 'Edit filter groups (changes not applied)' }).click()
  t.equal((await rowsOf(page)).length, before.length - 1)
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit filter groups', exact: true }).waitFor()
})
