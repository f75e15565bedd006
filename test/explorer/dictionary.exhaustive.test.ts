import t from 'tap'
import { explorer, until } from './app.js'
import { demoWeek } from './demo-week.js'

const { service, workspace, open } = await explorer(t)
await demoWeek(service, workspace)
const options = { workspace: workspace.id }

t.test('the dictionary decides what pickers show, and is imported after a look at the changes', async (t) => {
  const { page, complaints, picture } = await open(t, '/dictionary')
  await page.getByText('No events described').waitFor()
  await page.getByRole('button', { name: 'Describe an event' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the event').fill('purchase')
  await dialog.getByLabel('Description').fill('A payment')
  await dialog.getByLabel('Status').selectOption('verified')
  await dialog.getByRole('button', { name: 'Add property' }).click()
  await dialog.getByLabel('Property', { exact: true }).fill('no_such_property')
  await dialog.getByLabel('Required').check()
  await picture('dictionary-entry')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.locator('.dictionary-list li', { hasText: 'A payment' }).waitFor()

  const hidden = { body: { status: 'hidden' }, ...options }
  await service.call('PUT', '/api/v1/dictionary/events/page_viewed', hidden)
  await page.goto('/funnels')
  await page
    .getByRole('button', { name: /Choose an event|step 1/i })
    .first()
    .click()
  const choices = page.getByRole('option')
  const first = await until(
    () =>
      choices
        .first()
        .innerText()
        .catch(() => ''),
    (text) => text.includes('A payment'),
  )
  t.match(first, /^purchase/)
  t.notMatch(await choices.allInnerTexts(), /page_viewed/)

  await page.goto('/dictionary?list=violations')
  await page.getByRole('cell', { name: 'Required, but missing' }).first().waitFor()
  await picture('dictionary-violations')

  await page.goto('/dictionary')
  await page.getByRole('button', { name: 'Import file' }).click()
  const file = { version: 1, events: [{ name: 'purchase', description: 'Paid' }], properties: [] }
  await dialog.getByLabel('File', { exact: true }).setInputFiles({
    name: 'dictionary.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  })
  await dialog.getByText('2 changes:').waitFor()
  await dialog.getByLabel('Keep entries that the file does not name').check()
  await dialog.getByText('1 change:').waitFor()
  await picture('dictionary-import')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await page.locator('.dictionary-list li', { hasText: 'Paid' }).waitFor()
  t.strictSame(complaints, [])
})
