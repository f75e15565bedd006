import t from 'tap'
import { explorer } from './app.js'
import { demoWeek } from './demo-week.js'

const { service, workspace, open } = await explorer(t)
await demoWeek(service, workspace)
const options = { workspace: workspace.id }
const root = '/api/v1/questions'

t.test(
  'a question is saved in a view, found, placed on a board, changed, restored and deleted',
  async (t) => {
    const { page, complaints, picture } = await open(t, '/questions')
    await page.getByText('No saved questions yet').waitFor()
    await page.goto('/trends?range=14d&look=bar')
    await page.getByRole('button', { name: 'Share and export' }).first().click()
    await page.getByRole('menuitem', { name: 'Save question' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Active people')
    await dialog.getByLabel('Tags').fill('growth, weekly')
    await dialog.getByRole('button', { name: 'Save question' }).click()
    await page.getByRole('heading', { name: 'Active people', level: 1 }).waitFor()
    const id = /\/questions\/(qst_[\w-]+)/.exec(page.url())?.[1] ?? ''
    const saved = async () => (await service.call('GET', `${root}/${id}`, options)).body.data
    t.match(await saved(), { tags: ['growth', 'weekly'], chart: 'bar', view: '/trends?range=14d&look=bar' })
    await page.getByText('No board and no formula refers to this question.').waitFor()
    await picture('question')

    await page.getByRole('button', { name: 'Add to favourites' }).click()
    await page.getByRole('button', { name: 'Remove from favourites' }).waitFor()
    await page.getByRole('button', { name: 'Add to board' }).click()
    await dialog.getByLabel('Board name').fill('Growth')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.locator('.tile', { hasText: 'Active people' }).waitFor()
    await page.getByRole('button', { name: 'More actions for Active people' }).click()
    await page.getByRole('menuitem', { name: 'Show in library' }).click()
    await page.getByText('tile "Active people" of board "Growth"').waitFor()

    const act = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'More actions for this question' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Edit name and tags')
    await dialog.getByLabel('Name').fill('People')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'People', level: 1, exact: true }).waitFor()
    await act('Show history')
    await dialog.getByText('Changed name').waitFor()
    await picture('question-history')
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await dialog.getByText('Restored version 1').waitFor()
    t.equal((await saved()).name, 'Active people')
    await page.keyboard.press('Escape')

    await page.goto('/questions?search=grow&owner=me&favourite=true')
    await page.getByRole('link', { name: 'Active people' }).waitFor()
    await picture('questions')
    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing of this name')
    await page.getByText('No questions found').waitFor()

    await page.goto(`/questions/${id}`)
    await act('Delete question')
    await dialog.getByText('1 tile or formula refers').waitFor()
    await dialog.getByRole('button', { name: 'Delete anyway' }).click()
    await page.getByText('No saved questions yet').waitFor()
    const { boards } = (await service.call('GET', '/api/v1/boards', options)).body.data
    await page.goto(`/boards/${String(boards[0].id)}`)
    await page.getByText('The saved question of this tile was deleted or is private.').waitFor()
    t.strictSame(complaints, [])
  },
)
