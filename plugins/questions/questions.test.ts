import t from 'tap'
import { eachStore, testService } from '../../test/support/service.js'
import { store } from '../../test/support/send.js'
import { openFixture, metrics, root } from './test-questions.js'

const now = Date.parse('2024-05-10T12:00:00.250Z')
const week = 'range=2024-05-04,2024-05-10'

await t.test('a question answers as its own route does, wherever it is referred to', (t) =>
  eachStore(t, async (t, over) => {
    over.setClock(now)
    const { ingestKey, call, save, board } = await openFixture(over)
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
    const zoned = await save('Zoned', {
      path: `${metrics}/query`,
      query: `metric=event:view&${week}&${pro}&timezone=America/New_York&week_start=sunday&granularity=weekly`,
    })
    const calendar = { timezone: 'Asia/Tokyo', week_start: 'monday', granularity: 'weekly' }
    t.strictSame(
      await formula([{ metric: `question:${zoned}` }], 'A', calendar),
      await formula([plain], 'A', calendar),
      'in the calendar of the formula',
    )

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
  const { workspace, call, save } = await openFixture(service)
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
  const { call, save } = await openFixture(service)
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
