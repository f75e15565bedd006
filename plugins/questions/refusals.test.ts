import t from 'tap'
import { testService } from '../../test/support/service.js'
import { openFixture, metrics, root } from './test-questions.js'

const service = await testService(t)

t.test('history: who changed what, and taking it back', async (t) => {
  const { workspace, call, save } = await openFixture(service)
  const first = { path: `${metrics}/dau` }
  const second = { path: `${metrics}/events` }
  const id = await save('one', first, { tags: ['x'] })
  await call('PUT', `${root}/${id}`, { body: { name: 'two', question: second } })
  await call('PUT', `${root}/${id}`, { body: { tags: [] } })
  const history = async () => (await call('GET', `${root}/${id}/history`)).body.data.versions
  t.match(await history(), [
    { version: 3, changed: ['tags'], restored: null, fields: { name: 'two', tags: [], question: second } },
    { version: 2, changed: ['name', 'question'], fields: { name: 'two', tags: ['x'], question: second } },
    {
      version: 1,
      changed: [],
      changed_by_email: 'admin@example.com',
      fields: { name: 'one', question: first },
    },
  ])
  const back = await call('POST', `${root}/${id}/history/1/restore`)
  t.match(back.body.data, { name: 'one', tags: ['x'], question: first, version: 4 })
  t.match((await history())[0], { version: 4, changed: ['name', 'tags', 'question'], restored: 1 })
  t.match(
    (await call('POST', `${root}/${id}/history/3/restore`)).body.data,
    { name: 'two', version: 5 },
    'undone',
  )
  t.equal((await call('POST', `${root}/${id}/history/9/restore`)).status, 404)
  t.equal((await call('POST', `${root}/${id}/history/0/restore`)).status, 422)
  for (let n = 0; n < 100; n++) await call('PUT', `${root}/${id}`, { body: { name: `n${n}` } })
  const kept = await history()
  t.strictSame([kept.length, kept[0].version, kept.at(-1).version], [100, 105, 6], 'the last hundred')

  await call('DELETE', `${root}/${id}`)
  const { body } = await service.call('GET', '/api/v1/admin/audit', { workspace, query: { limit: '1000' } })
  const entries = (body.data.entries as { action: string; subject_id: string }[]).filter(
    ({ subject_id }) => subject_id === id,
  )
  t.match(entries.slice(-3), [
    { action: 'question.changed', details: { changed: ['tags'] } },
    { action: 'question.changed', details: { name: 'two', changed: ['name', 'question'] } },
    { action: 'question.created', details: { name: 'one' } },
  ])
  t.match(entries[0], { action: 'question.deleted', details: { name: 'n99' } })
})

t.test('a question in use is deleted by force alone', async (t) => {
  const { call, save, board } = await openFixture(service)
  const id = await save('Active', { path: `${metrics}/dau` })
  const text = JSON.stringify({ metric: `question:${id}` })
  const formula = (series: string) => ({
    path: `${metrics}/formula`,
    body: { series: [JSON.parse(series)], formula: 'A' },
  })
  const { at, tiles } = await board([
    { title: 'People', question_id: id },
    { title: 'Sum', question: formula(text) },
  ])
  const reader = await save('Ratio', formula(text))
  const uses = (await call('GET', `${root}/${id}/uses`)).body.data
  t.match(uses, {
    uses: [
      { kind: 'question', id: reader, label: 'question "Ratio"' },
      { kind: 'tile', label: 'tile "People" of board "Growth"' },
      { kind: 'tile', label: 'tile "Sum" of board "Growth"' },
    ],
    hidden: 0,
  })
  const refused = await call('DELETE', `${root}/${id}`)
  t.equal(refused.status, 409)
  t.equal(
    refused.body.message,
    'question is used by question "Ratio", tile "People" of board "Growth" and tile "Sum" of board "Growth"; remove it there, or delete with force=true',
  )
  t.equal((await call('PUT', `${root}/${id}`, { body: { visibility: 'private' } })).status, 409)
  const [first = '', second = ''] = tiles
  t.equal((await call('GET', `${first}/data`)).status, 200)
  t.equal((await call('DELETE', `${root}/${id}`, { query: { force: 'true' } })).status, 204)
  const gone = await call('GET', `${first}/data`)
  t.strictSame(
    [gone.status, gone.body.message],
    [404, 'unknown question: the saved question of this tile was deleted or is private'],
  )
  const shown = (await call('GET', at)).body.data.tiles
  t.match(shown[0], {
    question: null,
    question_id: id,
    question_name: null,
    missing: true,
    asks: null,
    for_everybody: false,
  })
  const broken = await call('GET', `${second}/data`)
  t.strictSame([broken.status, broken.body.message], [422, `series/0: unknown question "${id}"`])
  t.equal((await call('GET', `${root}/${reader}/data`)).status, 422)

  const other = await save('Other', { path: `${metrics}/events` })
  t.match((await call('PUT', first, { body: { question_id: other } })).body.data, {
    question_name: 'Other',
    missing: false,
  })
  const inline = await call('PUT', first, { body: { question: { path: `${metrics}/mau` } } })
  t.match(inline.body.data, { question: { path: `${metrics}/mau` } })
  t.notOk('question_id' in inline.body.data)
  t.equal((await call('DELETE', `${root}/${other}`)).status, 204, 'no longer in use')
})

t.test('bad input names the field', async (t) => {
  const { call, save, board } = await openFixture(service)
  const question = { path: `${metrics}/dau` }
  const refused = async (body: object, path: string, method = 'POST', at = root): Promise<void> => {
    const answer = await call(method, at, { body })
    t.equal(answer.status, 422, JSON.stringify(body).slice(0, 200))
    const paths = (answer.body.details as { path: string }[]).map((one) => one.path)
    t.ok(paths.includes(path), `${paths.join()} has ${path}`)
  }
  await refused({ question }, '/name')
  await refused({ name: ' ', question }, '/name')
  await refused({ name: 'x' }, '/question')
  await refused({ name: 'x', question: { path: '/api/v1/admin/users', body: {} } }, '/question/path')
  await refused({ name: 'x', question: { path: '/api/v1/data/query', body: {} } }, '/question/query')
  await refused({ name: 'x', question: { path: `${metrics}/dau`, query: 'range=x' } }, '/question/range')
  await refused({ name: 'x', question: { ...question, query: '', body: {} } }, '/question')
  await refused({ name: 'x', question, tags: ['a', ' '] }, '/tags/1')
  await refused({ name: 'x', question, tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, '/tags')
  await refused({ name: 'x', question, view: '//evil.example' }, '/view')
  await refused({ name: 'x', question, visibility: 'all' }, '/visibility')
  const formula = (metric: string) => ({
    path: `${metrics}/formula`,
    body: { series: [{ metric }], formula: 'A' },
  })
  await refused({ name: 'x', question: formula('question:qst_none') }, '/question/series/0/metric')
  const funnel = await save('F', {
    path: '/api/v1/funnels',
    body: { steps: [{ event: 'a' }, { event: 'b' }] },
  })
  await refused({ name: 'x', question: formula(`question:${funnel}`) }, '/question/series/0/metric')
  const top = await save('T', { path: `${metrics}/events/top` })
  await refused({ name: 'x', question: formula(`question:${top}`) }, '/question/series/0/metric')
  const secret = await save('S', question, { visibility: 'private' })
  await refused({ name: 'x', question: formula(`question:${secret}`) }, '/question')
  t.ok(await save('mine', formula(`question:${secret}`), { visibility: 'private' }))

  const { at } = await board([])
  const tile = { title: 'x', chart: 'line' }
  await refused(tile, '/question', 'POST', `${at}/tiles`)
  await refused({ ...tile, question, question_id: top }, '/question_id', 'POST', `${at}/tiles`)
  await refused({ ...tile, question_id: 'qst_none' }, '/question_id', 'POST', `${at}/tiles`)
  await refused({ ...tile, question_id: secret }, '/question_id', 'POST', `${at}/tiles`)

  for (const [id, query, path] of [
    [top, { granularity: 'x' }, 'granularity'],
    [funnel, { granularity: 'daily' }, 'granularity'],
    [funnel, { filter: '{' }, 'filter'],
    [top, { filter: '{"and":[]}' }, 'filter.and'],
    [top, { rang: '7d' }, 'rang'],
  ] as const) {
    const answer = await call('GET', `${root}/${id}/data`, { query })
    t.equal(answer.status, 422, JSON.stringify([query, answer.body]))
    t.match(JSON.stringify(answer.body), path)
  }
})
