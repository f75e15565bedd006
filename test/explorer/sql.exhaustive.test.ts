import t from 'tap'
import type { Locator, Page } from 'playwright-core'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { eventually } from '../support/eventually.js'
import { silentLog } from '../support/silent-log.js'
import { explorer, tokenOf, until, written } from './app.js'
import { toldStory, viewAt } from './told-story.js'

const { service, workspace, open, ask } = await toldStory(t)
const editorOf = (page: Page): Locator => page.getByRole('textbox', { name: 'SQL statement' })
/** The text of the editor, once it is the expected one. */
const textIs = (page: Page, expected: string): Promise<string> =>
  until(
    async () => (await editorOf(page).locator('.cm-line').allInnerTexts()).join('\n'),
    (text) => text === expected,
  )
/** Selects everything, so that what is typed next replaces it. */
async function clear(page: Page): Promise<void> {
  await editorOf(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
}

t.test('SQL: completion, result, history, files, faults at their place', async (t) => {
  const { page, complaints, picture } = await open(t, '/sql')
  const editor = editorOf(page)
  await page.getByText('events_v1', { exact: true }).first().waitFor()
  await clear(page)
  // The editor closes brackets that are typed alone; a busy browser delivers several letters at once.
  await page.keyboard.insertText('SELECT event_name, count(*) AS n FROM ')
  await editor.pressSequentially('even')
  await page.getByRole('option', { name: /^events_v1/ }).waitFor()
  await picture('sql-completion')
  await editor.press('Enter')
  await editor.pressSequentially(' GROUP BY event_na')
  // Tab takes the name once the list has come; before, it does nothing.
  t.match(
    await until(
      async () => {
        await editor.press('Tab')
        return (await editor.locator('.cm-line').allInnerTexts()).join('\n')
      },
      (text) => text.endsWith('GROUP BY event_name'),
    ),
    /^SELECT .* GROUP BY event_name$/,
  )
  await editor.pressSequentially(' ORDER BY n DESC, event_name')
  await editor.press('Escape')
  const query =
    'SELECT event_name, count(*) AS n FROM events_v1 GROUP BY event_name ORDER BY n DESC, event_name'
  t.equal(await textIs(page, query), query)
  await editor.press('Control+Enter')
  const result = await ask('POST', '/data/query', { query })
  await page.getByText(new RegExp(`^${String(result.row_count)} rows in`)).waitFor()
  const shown = await page
    .getByRole('region', { name: 'Result' })
    .last()
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))
  t.strictSame(
    shown,
    result.rows.map((row: unknown[]) =>
      row.map((cell) => (typeof cell === 'number' ? written(cell) : String(cell))),
    ),
  )
  t.equal(new URL(page.url()).searchParams.get('query'), query, 'it can be sent')
  await picture('sql')

  for (const [name, type] of [
    ['Export CSV, all rows', 'csv'],
    ['Export Parquet, all rows', 'parquet'],
  ] as const) {
    await page.getByRole('button', { name: 'Share and export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ])
    t.equal(file.suggestedFilename(), `query.${type}`)
  }

  await clear(page)
  await page.keyboard.insertText('SELECT event_name,\n  event_nme\nFROM events_v1')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('alert').getByText('column "event_nme" (line 2, column 3)').waitFor()
  t.strictSame(await page.locator('.cm-lintRange-error').allInnerTexts(), ['event_nme'])
  await picture('sql-fault')
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('menuitem').filter({ hasText: 'ORDER BY n DESC' }).click()
  t.equal(await textIs(page, query), query)
  t.strictSame(complaints, [])
})

t.test('SQL: tabs, comments, charts, and the keyboard leaves the editor', async (t) => {
  const query = 'SELECT toDate(timestamp) AS day, count() AS events FROM events_v1 GROUP BY day ORDER BY day'
  const { page, complaints, picture } = await open(t, viewAt('/sql', { query }))
  await page.getByText(/^[\d,]+ rows in/).waitFor()
  await page.getByRole('group', { name: 'Show result as' }).getByRole('button', { name: 'Lines' }).click()
  await page.getByRole('application', { name: /^events by day/ }).waitFor()
  await picture('sql-chart')
  await page.getByRole('button', { name: 'New statement' }).click()
  t.equal(await page.getByRole('tab').count(), 2)
  await editorOf(page).click()
  await page.keyboard.type('SELECT count')
  t.equal(await textIs(page, 'SELECT count'), 'SELECT count')
  await page.keyboard.press('(')
  await page.getByText('count([x])').first().waitFor()
  t.equal(await textIs(page, 'SELECT count()'), 'SELECT count()', 'the bracket is closed')
  await page.keyboard.press('Control+/')
  t.equal(await textIs(page, '-- SELECT count()'), '-- SELECT count()')
  await page.keyboard.press('g')
  t.match(new URL(page.url()).pathname, /sql/, 'letters in the editor are no shortcuts')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Save')
  await page.getByRole('tab').first().click()
  t.equal(await textIs(page, query), query)
  await page.reload()
  t.equal(await textIs(page, query), query, 'tabs are kept in the browser')
  await page.getByRole('button', { name: 'Close Statement 1' }).click()
  t.equal(await page.getByRole('tab').count(), 1)
  t.strictSame(complaints, [], 'no style is blocked')
})

t.test('SQL: a statement is saved, changed, opened again, and put on a board', async (t) => {
  const query = 'SELECT event_name, count() AS events FROM events_v1 GROUP BY event_name ORDER BY events DESC'
  const { page, complaints, picture } = await open(t, viewAt('/sql', { query, look: 'bar' }))
  await page.getByText(/^[\d,]+ rows in/).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Events by name')
  await dialog.getByRole('button', { name: 'Save question' }).click()
  await page.getByRole('tab', { name: 'Events by name', exact: true }).waitFor()
  await editorOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' LIMIT 5')
  await page.getByRole('tab', { name: 'Events by name (not saved)' }).waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('tab', { name: 'Events by name', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close Events by name' }).click()
  await page.getByRole('button', { name: 'Saved', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Events by name/ }).click()
  t.equal(await textIs(page, `${query} LIMIT 5`), `${query} LIMIT 5`)

  await page.getByRole('button', { name: 'Share and export' }).click()
  await page.getByRole('menuitem', { name: 'Add to board' }).click()
  await dialog.getByLabel('Board', { exact: true }).selectOption('New board…')
  await dialog.getByLabel('Board name').fill('Statements')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('rowheader', { name: 'page_viewed' }).waitFor()
  await picture('sql-tile')
  t.strictSame(complaints, [])
})

t.test('SQL: a column of ids becomes an audience', async (t) => {
  const query = "SELECT DISTINCT user_id FROM events_v1 WHERE user_id <> '' ORDER BY 1 LIMIT 7"
  const { page, complaints, picture } = await open(t, viewAt('/sql', { query }))
  await page.getByText(/^7 rows in/).waitFor()
  await page.getByRole('button', { name: 'Share and export' }).click()
  await page.getByRole('menuitem', { name: 'Save as audience' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Seven users')
  await dialog.getByText('A fixed list of 7 ids').waitFor()
  await picture('sql-audience')
  await dialog.getByRole('button', { name: 'Save as audience' }).click()
  await page.getByText('Audience “Seven users” saved').waitFor()
  const { audiences } = (await ask('GET', '/audiences')).data
  const made = audiences.find(({ name }: { readonly name: string }) => name === 'Seven users')
  t.equal((await ask('GET', `/audiences/${String(made.id)}/count`)).data.count, 7)
  t.strictSame(complaints, [])
})

for (const dark of [false, true])
  t.test(`SQL: a picture, ${dark ? 'dark' : 'light'}`, async (t) => {
    const query = 'SELECT event_name, count() AS events FROM events_v1 GROUP BY event_name -- all'
    const { page, complaints, picture } = await open(t, viewAt('/sql', { query }), { dark })
    await page.getByText(/^[\d,]+ rows in/).waitFor()
    await picture(`sql-${dark ? 'dark' : 'light'}`)
    const small = await page
      .getByRole('region', { name: 'Tables' })
      .getByRole('button')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 24).length)
    t.equal(small, 0, 'targets are at least 24 pixels high')
    t.strictSame(complaints, [])
  })

t.test('SQL: many rows are not all in the page; a slow statement can be taken back', async (t) => {
  const query = 'SELECT number AS n, number * 2 AS twice FROM numbers(9000)'
  const known = await service.call('POST', '/api/v1/data/query', { workspace: workspace.id, body: { query } })
  const many = known.status === 200 ? query : 'SELECT timestamp, event_name FROM events_v1 LIMIT 9000'
  const { page, complaints } = await open(t, viewAt('/sql', { query: many }))
  await page.getByText(/^[\d,]+ rows in/).waitFor()
  const table = page.locator('.sql-result')
  t.ok((await table.locator('tbody tr').count()) < 100)
  const rows = Number((await table.locator('table').getAttribute('aria-rowcount')) ?? 0)
  t.ok(rows > 1000)
  await table.evaluate((frame) => frame.scrollTo(0, frame.scrollHeight))
  await table.locator(`tr[aria-rowindex="${String(rows)}"]`).waitFor()

  await page.route('**/data/query', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 20_000))
    await route.abort().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' })
  t.ok(await page.getByRole('button', { name: 'Run' }).isEnabled())
  t.strictSame(complaints, [])
})

t.test('a viewer asks SQL too, unless the service says otherwise', async (t) => {
  const account = { email: 'reader@example.com', password: 'a long password', role: 'viewer' }
  await service.call('POST', '/api/v1/admin/users', { workspace: workspace.id, body: account })
  const viewer = await tokenOf(service, account.email, account.password)
  const at = viewAt('/sql', { query: 'SELECT count(*) AS all_of_them FROM events_v1' })
  const { page, complaints } = await open(t, at, { token: viewer, phone: true })
  await page.getByText(/^1 row in/).waitFor()
  await page.route('**/data/query', (route) =>
    route.fulfill({ status: 403, json: { error: 'FORBIDDEN', message: 'SQL needs the role editor.' } }),
  )
  await page.reload()
  await page.getByText('You do not have access').first().waitFor()
  t.strictSame(complaints, [])
})

t.test('SQL: names of properties as the storage writes them', async (t) => {
  const onPostgres = await explorer(t, {}, (url) =>
    createPostgresStore({ connection: { url }, log: silentLog }),
  )
  const line = { event: 'open', device_id: 'd', properties: { "it's": { plan: 'gold' } } }
  const sent = await onPostgres.service.call('POST', '/v1/events', {
    token: onPostgres.workspace.ingestKey,
    body: line,
  })
  t.equal(sent.status, 202)
  // The page asks for the names once, when it opens.
  await eventually('the property in the list of fields', async () => {
    const { body } = await onPostgres.service.call('GET', '/api/v1/data/sources/events/fields', {
      workspace: onPostgres.workspace.id,
    })
    return JSON.stringify(body.data).includes("it's.plan")
  })
  for (const [app, name] of [
    [onPostgres, `properties->'it''s'->>'plan'`],
    [{ open }, 'properties.plan'],
  ] as const) {
    const { page } = await app.open(t, '/sql')
    const editor = editorOf(page)
    await page.getByText('events_v1', { exact: true }).first().waitFor()
    // Options that come late move the others: on a busy machine a click may meet the one that came to that place, or
    // the list closes before it.
    const choose = async (): Promise<string> => {
      await clear(page)
      await editor.pressSequentially('SELECT properties')
      const option = page.getByRole('option', { name }).first()
      await option.click({ timeout: 20_000 }).catch(() => undefined)
      return editor.locator('.cm-line').first().innerText()
    }
    t.equal(await until(choose, (text) => text === `SELECT ${name}`), `SELECT ${name}`)
    await editor.pressSequentially(' AS plan FROM events_v1 LIMIT 1')
    await editor.press('Escape')
    const statement = `SELECT ${name} AS plan FROM events_v1 LIMIT 1`
    t.equal(await textIs(page, statement), statement)
    await editor.press('Control+Enter')
    await page.getByText(/^1 row in/).waitFor()
  }
})
