import t from 'tap'
import { testService } from '../../test/support/service.js'
import { addTile, linkTo, metrics, newBoard } from './test-boards.js'

const service = await testService(t)
const note = {
  title: 'Read this',
  chart: 'text',
  text: '# Growth\n\n**Weekly**, see [docs](https://example.com).',
}
const question = { path: `${metrics}/dau` }

t.test('a tile shows text, to members and by links', async (t) => {
  const { call, at } = await newBoard(service)
  const made = await call('POST', `${at}/tiles`, note)
  t.equal(made.status, 201)
  const { id, ...rest } = made.body.data
  const place = { left: 0, top: 0, width: 6, height: 4 }
  t.strictSame(rest, { ...note, ...place, view: null, question: null, asks: null, for_everybody: true })
  t.strictSame((await call('GET', at)).body.data.tiles, [made.body.data])
  const answer = await call('GET', `${at}/tiles/${id}/data`)
  t.match(answer, { status: 404, body: { message: 'unknown question: this tile shows text' } })

  const link = await linkTo(call, at)
  const shared = await service.call('GET', link, { token: null })
  t.strictSame(shared.body.data.tiles, [{ id, ...note, ...place, asks: null }])
  t.equal(shared.body.data.left_out, 0)
  t.equal((await service.call('GET', `${link}/tiles/${id}/data`, { token: null })).status, 404)

  const asked = (await call('PUT', `${at}/tiles/${id}`, { question, chart: 'line' })).body.data
  t.match(asked, { question, asks: { key: 'dau' } })
  t.notOk('text' in asked)
  const again = (await call('PUT', `${at}/tiles/${id}`, { text: 'x' })).body.data
  t.match(again, { text: 'x', question: null, asks: null })
  t.equal((await call('PUT', `${at}/tiles/${id}`, { title: 'y' })).body.data.text, 'x', 'and it stays')
})

t.test('texts that are rejected', async (t) => {
  const { call, at } = await newBoard(service)
  const id = await addTile(call, at, { question })
  for (const [change, place] of [
    [{ text: '' }, '/text'],
    [{ text: 'x'.repeat(10_001) }, '/text'],
    [{ text: 1 }, '/text'],
    [{ text: 'x', question }, '/text'],
    [{ text: 'x', question_id: 'qst_none' }, '/text'],
    [{ question, question_id: 'qst_none' }, '/question_id'],
  ] as const)
    for (const [method, path, body] of [
      ['POST', `${at}/tiles`, { title: 'x', chart: 'text', ...change }],
      ['PUT', `${at}/tiles/${id}`, change],
    ] as const) {
      const answer = await call(method, path, body)
      t.equal(answer.status, 422, JSON.stringify(change).slice(0, 60))
      t.equal(answer.body.details[0].path, place)
    }
  const none = await call('POST', `${at}/tiles`, { title: 'x', chart: 'text' })
  t.match(none.body, { message: 'question, question_id or text is required' })
})
