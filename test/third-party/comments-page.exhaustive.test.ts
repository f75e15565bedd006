import t from 'tap'
import { explorer } from '../explorer/app.js'
import { plugin } from './comments/src/index.js'

const { service, workspace, open } = await explorer(t, { plugins: [plugin] })
const call = (path: string, body: object) => service.call('POST', path, { workspace: workspace.id, body })
const board = (await call('/api/v1/boards', { name: 'Growth' })).body.data
const tile = await call(`/api/v1/boards/${String(board.id)}/tiles`, {
  title: 'Active users',
  chart: 'line',
  question: { path: '/api/v1/metrics/dau', query: 'range=7d' },
})
const question_id = String(tile.body.data.id)
await call('/api/v1/comments', { question_id, body: 'Why the drop?' })

t.test('members read the comments in the explorer and add one to a question', async (t) => {
  const { page, complaints } = await open(t, '/trends')
  await page.getByRole('link', { name: 'Comments', exact: true }).click()
  const frame = page.frameLocator('.plugin-page iframe')
  await frame.getByRole('heading', { name: 'Comments' }).waitFor()
  await frame.getByRole('cell', { name: 'Why the drop?' }).click()
  await frame.getByRole('textbox', { name: 'Comment' }).fill('A holiday')
  t.match(page.url(), `question=${question_id}`, 'a link leads to the comments of one question')
  await frame.getByRole('button', { name: 'Add comment' }).click()
  await frame.getByRole('cell', { name: 'A holiday' }).waitFor()
  const { body } = await service.call('GET', '/api/v1/comments', { workspace: workspace.id })
  t.equal((body.data.comments as object[]).length, 2)
  t.strictSame(complaints, [])
})
