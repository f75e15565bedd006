import t from 'tap'
import { eachStore, testService, type TestService } from '../../test/support/service.js'
import { store } from '../../test/support/send.js'
import type { Called, CallOptions } from '../../test/support/request.js'

const root = '/api/v1/questions'
const metrics = '/api/v1/metrics'
const now = Date.parse('2024-05-10T12:00:00.250Z')
const week = 'range=2024-05-04,2024-05-10'

interface Bench {
  readonly workspace: string
  readonly ingestKey: string
  call(method: string, path: string, options?: CallOptions): Promise<Called>
  /** Saves a question; returns its id. */
  save(name: string, question: object, more?: object): Promise<string>
  /** Creates a board with these tiles; returns its path and the paths of the tiles. */
  board(tiles: readonly object[], more?: object): Promise<{ at: string; tiles: readonly string[] }>
}

async function benchOf(over: TestService): Promise<Bench> {
  const { id: workspace, ingestKey } = await over.workspace()
  const call: Bench['call'] = (method, path, options = {}) =>
    over.call(method, path, { workspace, ...options })
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await call('POST', path, { body })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return String(answer.body.data.id)
  }
  return {
    workspace,
    ingestKey,
    call,
    save: (name, question, more = {}) => made(root, { name, question, ...more }),
    async board(tiles, more = {}) {
      const at = `/api/v1/boards/${await made('/api/v1/boards', { name: 'Growth', ...more })}`
      const paths: string[] = []
      for (const tile of tiles)
        paths.push(`${at}/tiles/${await made(`${at}/tiles`, { title: 'a tile', chart: 'line', ...tile })}`)
      return { at, tiles: paths }
    },
  }
}

await t.test('a question answers as its own route does, wherever it is referred to', (t) =>
  eachStore(t, async (t, over) => {
    over.setClock(now)
    const { ingestKey, call, save, board } = await benchOf(over)
    const lines = Array.from({ length: 40 }, (_, n) => ({
      event: n % 4 ? 'view' : 'buy',
      device_id: `d${n % 7}`,
      timestamp: now - n * 5 * 3_600_000,
      properties: { plan: n % 2 ? 'pro' : 'free' },
    }))
    await store(over, ingestKey, lines)
    const answer = async (path: string, query = {}) => {
      const asked = await call('GET', path, { query })
      t.equal(asked.status, 200, `${path} ${JSON.stringify(asked.body)}`)
      return asked.body
    }
    const path = `${metrics}/event/buy`
    const pro = 'conditions[0][field]=plan&conditions[0][value]=pro'
    const id = await save('Buys', { path, query: `${week}&breakdown=plan` })
    const proId = await save('Pro', { path: `${metrics}/query`, query: `metric=event:view&${week}&${pro}` })
    const funnel = { steps: [{ event: 'view' }, { event: 'buy' }], range: '2024-05-04,2024-05-10' }
    const funnelId = await save('Funnel', { path: '/api/v1/funnels', body: funnel })

    const own = await answer(path, { range: '2024-05-04,2024-05-10', breakdown: 'plan' })
    t.strictSame(await answer(`${root}/${id}/data`), own)
    const filter = JSON.stringify({ field: 'plan', operator: 'eq', value: 'pro' })
    const other = { range: '2024-05-08,2024-05-10', granularity: 'weekly', timezone: 'Asia/Tokyo', filter }
    t.strictSame(
      await answer(`${root}/${id}/data`, other),
      await answer(path, { ...other, breakdown: 'plan' }),
      'all four replace its own',
    )
    const filtered = await call('POST', '/api/v1/funnels', {
      body: { ...funnel, filter: JSON.parse(filter) },
    })
    t.strictSame(await answer(`${root}/${funnelId}/data`, { filter }), filtered.body)

    const { at, tiles } = await board([{ question_id: id }, { question_id: funnelId }])
    const [tile = '', second = ''] = tiles
    t.strictSame(await answer(`${tile}/data`), own)
    await call('PUT', at, { body: { range: '2024-05-10,2024-05-10' } })
    t.strictSame(
      await answer(`${tile}/data`),
      await answer(`${root}/${id}/data`, { range: '2024-05-10,2024-05-10' }),
      'over the range of the board',
    )
    await call('PUT', at, { body: { range: null } })
    const link = await call('POST', `${at}/links`, { body: {} })
    const open = `/api/v1/public/boards/${String(link.body.data.token)}`
    const shown = await over.call('GET', `${open}/tiles/${tile.split('/').at(-1) ?? ''}/data`, {
      token: null,
    })
    t.strictSame([shown.status, shown.body], [200, own], 'by a public link too')

    const formula = async (series: readonly object[], text: string, more = {}) => {
      const body = { series, formula: text, range: '2024-05-04,2024-05-10', ...more }
      const asked = await call('POST', `${metrics}/formula`, { body })
      t.equal(asked.status, 200, JSON.stringify(asked.body))
      return asked.body
    }
    const refer = { metric: `question:${proId}` }
    const plain = { metric: 'event:view', filters: [{ field: 'plan', value: 'pro' }] }
    t.strictSame(
      await formula([refer, { metric: `question:${id}` }], 'A + B'),
      await formula([plain, { metric: 'event:buy', breakdown: 'plan' }], 'A + B'),
      'as series of a formula, with its filters and its breakdown',
    )
    const narrowed = {
      filters: [{ field: 'device_id', value: 'd1' }],
      granularity: 'weekly',
      compare: 'previous',
    }
    t.strictSame(await formula([refer], 'A', narrowed), await formula([plain], 'A', narrowed))

    await call('PUT', `${root}/${id}`, { body: { question: { path: `${metrics}/dau`, query: week } } })
    const changed = await answer(`${metrics}/dau`, { range: '2024-05-04,2024-05-10' })
    for (const where of [`${root}/${id}/data`, `${tile}/data`])
      t.strictSame(await answer(where), changed, 'changing one changes all')
    t.strictSame(
      (await over.call('GET', `${open}/tiles/${tile.split('/').at(-1) ?? ''}/data`, { token: null })).body,
      changed,
    )
    t.equal((await answer(`${second}/data`)).data.steps.length, 2)
    over.setClock(null)
  }),
)

const service = await testService(t)

t.test('questions are saved, changed, found and deleted', async (t) => {
  service.setClock(now)
  const { workspace, call, save } = await benchOf(service)
  const question = { path: `${metrics}/dau`, query: 'range=7d' }
  const made = await call('POST', root, { body: { name: ' Active ', question } })
  t.equal(made.status, 201)
  const { id, owner_id, ...rest } = made.body.data
  t.match(id, /^qst_[\w-]{22}$/)
  t.match(owner_id, /^usr_/)
  const time = '2024-05-10T12:00:00.250Z'
  t.strictSame(rest, {
    workspace_id: workspace,
    owner_email: 'admin@example.com',
    name: 'Active',
    description: null,
    tags: [],
    question,
    chart: 'auto',
    view: null,
    visibility: 'workspace',
    favourite: false,
    version: 1,
    asks: { key: 'dau', answer: 'series', unit: 'users', kind: 'distinct' },
    created_at: time,
    updated_at: time,
  })
  t.strictSame((await call('GET', `${root}/${id}`)).body, made.body)
  service.setClock(now + 1000)
  const fields = {
    description: 'who comes',
    tags: [' growth ', 'weekly', 'growth'],
    chart: 'bar',
    view: 'trends?x=1',
  }
  const changed = await call('PUT', `${root}/${id}`, { body: fields })
  t.match(changed.body.data, {
    ...fields,
    tags: ['growth', 'weekly'],
    version: 2,
    updated_at: '2024-05-10T12:00:01.250Z',
  })
  t.equal(
    (await call('PUT', `${root}/${id}`, { body: { chart: 'bar' } })).body.data.version,
    2,
    'no change, no version',
  )

  await save('buys', question, { tags: ['growth'] })
  await save('Zebra', question, { visibility: 'private' })
  const names = async (query: Record<string, string>): Promise<string[]> => {
    const { status, body } = await call('GET', root, { query })
    t.equal(status, 200, JSON.stringify(body))
    return (body.data.questions as { name: string }[]).map(({ name }) => name)
  }
  t.strictSame(await names({}), ['Active', 'buys', 'Zebra'])
  t.strictSame(await names({ search: 'WHO' }), ['Active'])
  t.strictSame(await names({ search: 'row' }), ['Active', 'buys'], 'tags too')
  t.strictSame(await names({ search: '%' }), [], 'no wildcards')
  t.strictSame(await names({ tag: 'weekly' }), ['Active'])
  t.strictSame(await names({ owner: 'me', tag: 'growth' }), ['Active', 'buys'])
  t.strictSame(await names({ owner: 'usr_none' }), [])
  t.strictSame((await call('GET', `${root}/tags`)).body.data.tags, [
    { tag: 'growth', questions: 2 },
    { tag: 'weekly', questions: 1 },
  ])

  t.equal((await call('PUT', `${root}/${id}/favourite`)).status, 204)
  t.equal((await call('PUT', `${root}/${id}/favourite`)).status, 204, 'twice is once')
  t.strictSame(await names({ favourite: 'true' }), ['Active'])
  t.equal((await call('GET', `${root}/${id}`)).body.data.favourite, true)
  t.equal((await call('DELETE', `${root}/${id}/favourite`)).status, 204)
  t.strictSame(await names({ favourite: 'true' }), [])

  const elsewhere = (await service.workspace()).id
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PUT', '', {}],
    ['DELETE', '', undefined],
    ['GET', '/data', undefined],
    ['GET', '/uses', undefined],
    ['GET', '/history', undefined],
    ['PUT', '/favourite', undefined],
    ['POST', '/history/1/restore', undefined],
  ] as const) {
    const options = { workspace: elsewhere, ...(body && { body }) }
    t.equal((await service.call(method, `${root}/${id}${path}`, options)).status, 404, `${method} ${path}`)
  }
  t.equal((await call('DELETE', `${root}/${id}`)).status, 204)
  t.equal((await call('GET', `${root}/${id}`)).status, 404)
  t.equal((await call('DELETE', `${root}/${id}`)).status, 404)
  service.setClock(null)
})

t.test('pages hold every question once, whatever is added meanwhile', async (t) => {
  const { call, save } = await benchOf(service)
  const question = { path: `${metrics}/dau` }
  const names = ['a', 'A', 'b', 'B', 'ä', 'É', 'z', 'a']
  for (const name of names) await save(name, question)
  const all = (await call('GET', root)).body.data.questions as { id: string }[]
  const seen: string[] = []
  let after: string | null = null
  do {
    const query: Record<string, string> = { limit: '3', ...(after !== null && { after }) }
    const { data } = (await call('GET', root, { query })).body
    seen.push(...(data.questions as { id: string }[]).map(({ id }) => id))
    after = data.next as string | null
    if (seen.length === 3) await save('0 before', question)
  } while (after !== null)
  t.strictSame(
    seen,
    all.map(({ id }) => id),
  )
  t.equal((await call('GET', root, { query: { after: 'x' } })).status, 422)
  t.equal((await call('GET', root, { query: { limit: '1001' } })).status, 422)
})

t.test('history: who changed what, and taking it back', async (t) => {
  const { workspace, call, save } = await benchOf(service)
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
  const { call, save, board } = await benchOf(service)
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
    'question is used by question "Ratio" and tile "People" of board "Growth" and tile "Sum" of board "Growth"; remove it there, or delete with force=true',
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
  const { call, save, board } = await benchOf(service)
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
  await refused({ name: 'x', question: { path: '/api/v1/data/query', body: {} } }, '/question/path')
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
