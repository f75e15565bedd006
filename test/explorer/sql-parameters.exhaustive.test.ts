import t from 'tap'
import { toldStory, viewAt } from './told-story.js'

const { open, ask } = await toldStory(t)
const query = [
  'SELECT event_name, count() AS events FROM events_v1',
  'WHERE timestamp >= {from:DateTime} AND day >= {day:Date} AND has({names:Array(String)}, event_name)',
  'GROUP BY event_name ORDER BY events DESC LIMIT {most:Int64}',
].join('\n')
const parameters = {
  from: '2020-01-01T00:00',
  day: '2020-01-01',
  names: ['page_viewed', 'signed_up'],
  most: '5',
}

t.test('SQL: fields of parameters, in the address, saved, and a fault beside its field', async (t) => {
  const { page, complaints, picture } = await open(t, viewAt('/sql', { query, parameters }))
  const fields = page.getByRole('form', { name: 'Parameters' })
  await page.getByText(/^2 rows in/).waitFor()
  t.equal(await fields.getByLabel('from').inputValue(), '2020-01-01T00:00')
  t.equal(await fields.getByLabel('day').inputValue(), '2020-01-01')
  t.equal(await fields.getByLabel('names').inputValue(), 'page_viewed\nsigned_up')
  t.equal(await page.locator('.cm-parameter').count(), 4, 'they are highlighted')
  await picture('sql-parameters')

  await fields.getByLabel('most').fill('1')
  await fields.getByLabel('most').press('Enter')
  await page.getByText(/^1 row in/).waitFor()
  const given = new URL(page.url()).searchParams.get('parameters')
  t.strictSame(JSON.parse(given ?? 'null'), { ...parameters, most: '1' })
  await page.goBack()
  await page.getByText(/^2 rows in/).waitFor()
  t.equal(await fields.getByLabel('most').inputValue(), '5')

  await fields.getByLabel('most').fill('five')
  await page.getByRole('button', { name: 'Run' }).click()
  await page
    .locator('.field.wrong', { hasText: 'most' })
    .getByText(/must be an integer/)
    .waitFor()
  t.equal(await page.locator('.problem').count(), 0, 'it is said once')
  await picture('sql-parameters-fault')
  await fields.getByLabel('most').fill('2')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByText(/^2 rows in/).waitFor()

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Two events')
  await dialog.getByRole('button', { name: 'Save question' }).click()
  await page.getByRole('tab', { name: 'Two events', exact: true }).waitFor()
  const { questions } = (await ask('GET', '/questions', { search: 'Two events' })).data
  t.strictSame(questions[0].question.body, { query, parameters: { ...parameters, most: '2' } })
  await fields.getByLabel('most').fill('1')
  await page.getByRole('tab', { name: 'Two events (not saved)' }).waitFor()
  await page.getByRole('button', { name: 'Close Two events' }).click()
  t.equal(await fields.count(), 0)
  await page.getByRole('button', { name: 'Saved', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Two events/ }).click()
  t.equal(await fields.getByLabel('most').inputValue(), '2', 'with the saved value')
  await page.reload()
  t.equal(await fields.getByLabel('most').inputValue(), '2', 'tabs are kept in the browser')
  t.strictSame(complaints, [])
})

t.test('SQL: a field appears as a parameter is typed', async (t) => {
  const { page, complaints } = await open(t, '/sql')
  const editor = page.getByRole('textbox', { name: 'SQL statement' })
  await page.getByText('events_v1', { exact: true }).first().waitFor()
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText('SELECT {flag:Bool} AS flag, {text:String} AS text')
  const fields = page.getByRole('form', { name: 'Parameters' })
  await fields.getByLabel('flag').selectOption('True')
  await fields.getByLabel('text').fill("o'clock {x:String}")
  await editor.press('Control+Enter')
  await page.getByRole('cell', { name: "o'clock {x:String}" }).waitFor()
  t.strictSame(complaints, [])
})
