import t from 'tap'
import { written } from './app.js'
import { countBeside, editGroups, until } from './filter-page.js'
import { filterStory, is, mobile, range } from './filter-story.js'
import { viewAt } from './told-story.js'

const { openAt, ask, first, second, either, trends } = await filterStory(t)

t.test('an error of the service is shown at the node that it names', async (t) => {
  const bad = { field: 'country', operator: 'regex', value: '(' }
  const { page, picture } = await openAt(t, trends([mobile, { or: [is('country', first), bad] }]))
  await page.locator('.filter.wrong', { hasText: 'country matches (' }).waitFor()
  const drawer = await editGroups(page)
  const row = drawer.locator('.tree-item.condition', { hasText: 'country matches (' })
  await row.getByRole('alert').waitFor()
  t.equal(await drawer.getByRole('alert').count(), 1, 'there only')
  await picture('filter-tree-error')
  const steps = [{ event: 'page_viewed' }, { event: 'signed_up', filters: [{ not: bad }] }]
  await page.goto(viewAt('/funnels', { steps }))
  await page.locator('.steps li').nth(1).locator('.filter.wrong').waitFor()
})

t.test('a filter becomes an audience, whose page shows and edits it', async (t) => {
  const { page, complaints, picture } = await openAt(t, trends([either, { did: { event: 'signed_up' } }]))
  const drawer = await editGroups(page)
  await drawer.getByRole('button', { name: 'Save as audience' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as audience' })
  await dialog.getByLabel('Name').fill('Signed up there')
  const filter = { and: [either, { did: { event: 'signed_up', within: range } }] }
  const { count } = (await ask('POST', '/audiences/count', { definition: { filter } })).data
  await dialog.getByText(`${written(count)} people`).waitFor()
  await picture('filter-tree-audience')
  await dialog.getByRole('button', { name: 'Save audience' }).click()
  await page.getByText('Audience “Signed up there” saved').waitFor()
  type Saved = { readonly id: string; readonly name: string; readonly definition: object }
  const saved = async (): Promise<Saved | undefined> =>
    ((await ask('GET', '/audiences')).data.audiences as readonly Saved[]).find(
      ({ name }) => name === 'Signed up there',
    )
  const made = await saved()
  t.strictSame(made?.definition, { filter })
  await page.goto(`/audiences/${made?.id ?? ''}`)
  const words = `country is ${first} or country is ${second}, and did signed_up in the last 30 days`
  await page.getByText(words).waitFor()
  await editGroups(page)
  await drawer.getByRole('button', { name: 'Actions for did signed_up in the last 30 days' }).click()
  await page.getByRole('menuitem', { name: 'Remove', exact: true }).click()
  const people = (await ask('POST', '/audiences/count', { definition: { filter: either } })).data
    .count as number
  t.match(
    await until(
      'the number of people',
      () => drawer.locator('.tree-head .match-count').first().innerText(),
      (text) => text.startsWith(`${written(people)} of`),
    ),
    'people',
  )
  await picture('filter-tree-audience-page')
  await drawer.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Audience saved').waitFor()
  t.strictSame((await saved())?.definition, { filter: either })
  t.strictSame(complaints, [])
})

t.test('logs have no persons: no did, and numbers of lines', async (t) => {
  const levels = { or: [is('level', 'error'), is('level', 'warn')] }
  const { page, complaints } = await openAt(t, viewAt('/logs', { range, filters: [levels] }))
  const drawer = await editGroups(page)
  const { total } = (
    await ask('GET', '/metrics/logs', { range, filter: JSON.stringify(is('level', 'error')) })
  ).data
  t.match(await countBeside(drawer, 'level is error'), `${written(total as number)} lines`)
  t.equal(await drawer.getByRole('button', { name: /did to/ }).count(), 0)
  t.equal(await drawer.getByRole('button', { name: 'Save as audience' }).count(), 0)
  t.strictSame(complaints, [])
})
