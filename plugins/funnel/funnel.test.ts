import t, { type Test } from 'tap'
import { serviceOver, store, stores, type StoreService } from '../../test/http/stores.js'
import type { Called } from '../../test/support/service.js'

t.setTimeout(300_000)

interface Step {
  readonly event: string
  readonly filters?: readonly object[]
}
interface Body {
  readonly steps: readonly Step[]
  readonly [field: string]: unknown
}
interface Funnels {
  ask(path: string, body: Body): Promise<Called['body']>
  counts(body: Body): Promise<readonly number[]>
  refused(body: object, says: RegExp, path?: string): Promise<void>
  people(body: Body): Promise<readonly string[]>
  total(metric: string, query: Readonly<Record<string, string>>): Promise<number>
}

const services = new Map<string, StoreService>()
for (const one of stores) services.set(one.name, await serviceOver(t, one))

/** Asks the same of every store; their answers must be equal. */
const topic = (
  name: string,
  lines: readonly object[],
  run: (t: Test, funnels: Funnels) => Promise<void>,
): Promise<unknown> =>
  t.test(name, { timeout: 200_000 }, async (t) => {
    const told = new Map<string, unknown[]>()
    for (const [of, service] of services)
      await t.test(of, { timeout: 100_000 }, async (t) => {
        const answers: unknown[] = []
        told.set(of, answers)
        service.setClock(Date.parse('2024-06-01T12:00:00Z'))
        const { id, ingestKey } = await service.workspace()
        await store(service, ingestKey, lines)
        const call = async (path: string, body: object): Promise<Called> => {
          const answer = await service.call('POST', `/api/v1/${path}`, { workspace: id, body })
          answers.push(answer.status === 200 ? answer.body : answer.status)
          return answer
        }
        const ask: Funnels['ask'] = async (path, body) => {
          const { status, body: answer } = await call(path, { range: '2024-05-01,2024-05-31', ...body })
          if (status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
          return answer
        }
        await run(t, {
          ask,
          counts: async (body) => {
            const { data } = await ask('funnels', body)
            return (data.steps as { count: number }[]).map(({ count }) => count)
          },
          people: async (body) => {
            const { data } = await ask('funnels/people', { limit: 1000, ...body })
            return (data as { device_id: string }[]).map(({ device_id }) => device_id).sort()
          },
          async refused(body, says, path = 'funnels') {
            const { status, body: answer } = await call(path, body)
            t.equal(status, 422, JSON.stringify(body).slice(0, 100))
            t.match(answer.message, says)
          },
          async total(metric, query) {
            const { body } = await service.call('GET', `/api/v1/metrics/${metric}`, { workspace: id, query })
            return Number(body.data.total)
          },
        })
        service.setClock(null)
      })
    const [memory, ...others] = [...told.keys()]
    for (const other of others)
      t.strictSame(told.get(other), told.get(memory ?? ''), `${other} answers like ${memory ?? ''}`)
    t.equal(told.size, 3)
  })

const at = (second: number): string => new Date(Date.UTC(2024, 4, 10, 12) + second * 1000).toISOString()
const event = (device_id: string, name: string, second: number, more: object = {}): object => ({
  event: name,
  device_id,
  timestamp: at(second),
  ...more,
})
const plan = (name: string): object => ({ properties: { plan: name } })
const steps = (...names: readonly string[]): Body => ({ steps: names.map((name) => ({ event: name })) })

const few = [
  event('all', 'view', 0, plan('free')),
  event('all', 'cart', 10),
  event('all', 'pay', 30),
  event('slow', 'view', 0, plan('pro')),
  event('slow', 'cart', 100),
  event('slow', 'pay', 7_000),
  event('detour', 'view', 0, plan('pro')),
  event('detour', 'help', 5),
  event('detour', 'cart', 20),
  event('detour', 'pay', 20),
  event('back', 'pay', 0),
  event('back', 'cart', 10),
  event('back', 'view', 20, plan('')),
  event('twice', 'view', 0, plan('old')),
  event('twice', 'view', 100),
  event('twice', 'cart', 110),
  event('other', 'help', 0),
]

await topic('steps', few, async (t, { ask, counts, refused, people }) => {
  const three = steps('view', 'cart', 'pay')
  const { data } = await ask('funnels', { ...three, window_seconds: 3600 })
  t.strictSame(data.steps[0], {
    step: 1,
    event: 'view',
    count: 5,
    overall_rate: 1,
    step_rate: 1,
    drop_off: 0,
    avg_seconds: null,
    median_seconds: null,
    p90_seconds: null,
  })
  // 10, 100, 20 and, of the earlier of the two views, 110 seconds.
  t.strictSame(data.steps[1], {
    step: 2,
    event: 'cart',
    count: 4,
    overall_rate: 0.8,
    step_rate: 0.8,
    drop_off: 1,
    avg_seconds: 60,
    median_seconds: 60,
    p90_seconds: 107,
  })
  t.match(data.steps[2], { count: 2, overall_rate: 0.4, step_rate: 0.5, drop_off: 2, avg_seconds: 10 })
  t.equal(data.overall_conversion, 0.4)
  t.strictSame(await counts(three), [5, 4, 3], 'a window of a week holds the slow one')
  t.strictSame(await counts({ ...three, window_seconds: 7_000 }), [5, 4, 3], 'a step at the end is in')
  t.strictSame(await counts({ ...three, window_seconds: 6_999 }), [5, 4, 2])

  t.strictSame(await people({ ...three, step: 3 }), ['all', 'detour', 'slow'])
  t.strictSame(await people({ ...three, step: 3, outcome: 'dropped' }), ['twice'])
  t.strictSame(await people({ ...three, step: 2, outcome: 'dropped' }), ['back'])
  const page = await ask('funnels/people', { ...three, step: 1, limit: 2, offset: 4, count_total: true })
  t.match(page, { has_more: false, limit: 2, offset: 4, total: 5 })
  t.strictSame(Object.keys(page.data[0] as object), [
    'device_id',
    'user_id',
    'first_seen',
    'last_seen',
    'events',
  ])

  t.strictSame(await counts({ ...three, order: 'any' }), [5, 5, 4], 'also those who came back')
  t.strictSame(
    await counts({ ...steps('view', 'pay'), order: 'strict' }),
    [5, 3],
    'only events of the steps are between',
  )
  t.strictSame(await counts({ ...steps('view', 'cart', 'view'), order: 'strict' }), [5, 4, 0])
  t.strictSame(await counts({ ...steps('view', 'view', 'cart'), order: 'strict' }), [5, 1, 1])
  const helped = { event: 'help', from_step: 1, to_step: 2 }
  t.strictSame(await counts({ ...three, exclusions: [helped] }), [5, 3, 2])
  t.strictSame(await counts({ ...three, exclusions: [{ ...helped, from_step: 2, to_step: 3 }] }), [5, 4, 3])
  const never = { ...helped, filters: [{ field: 'plan', value: 'none' }] }
  t.strictSame(await counts({ ...three, exclusions: [never] }), [5, 4, 3])

  const pro = { field: 'plan', operator: 'eq', value: 'pro' }
  t.strictSame(await counts({ steps: [{ event: 'view', filters: [pro] }, { event: 'cart' }] }), [2, 2])
  t.strictSame(
    await counts({ ...steps('view', 'cart'), filters: [pro] }),
    [2, 0],
    'filters hold for every step',
  )
  t.strictSame(await counts({ ...three, range: '2024-07-01,2024-07-02' }), [0, 0, 0], 'the future is empty')

  const ten = Array.from({ length: 10 }, (_, n) => ({
    event: 'view',
    filters: [{ field: 'n', op: 'ne', value: n }],
  }))
  t.strictSame(await counts({ steps: ten }), [5, 1, 0, 0, 0, 0, 0, 0, 0, 0], 'ten conditions of one event')
  t.strictSame(await counts({ steps: ten, order: 'strict' }), [5, 1, 0, 0, 0, 0, 0, 0, 0, 0])
  await refused({ steps: ten, order: 'any' }, /order any takes at most 4/)
  const twoKinds = [...ten.slice(0, 4), ...ten.slice(0, 4).map((step) => ({ ...step, event: 'cart' }))]
  t.strictSame(await counts({ steps: twoKinds, order: 'any' }), [5, 5, 1, 0, 0, 0, 0, 0])

  await refused(steps('view'), /steps/)
  await refused(steps(...Array<string>(11).fill('view')), /steps/)
  await refused({ ...three, window_seconds: 0 }, /window_seconds/)
  await refused({ ...three, window_seconds: 366 * 86_400 + 1 }, /window_seconds/)
  await refused({ ...three, window_second: 1 }, /did you mean window_seconds/)
  await refused({ ...three, granularity: 'daily' }, /granularity/)
  await refused({ ...three, breakdown: 'trait:' }, /unknown field/)
  await refused({ ...three, order: 'random' }, /order/)
  await refused({ ...three, exclusions: [{ ...helped, from_step: 2 }] }, /to_step must be greater/)
  await refused({ ...three, exclusions: [{ ...helped, to_step: 4 }] }, /one of the 3 steps/)
  await refused({ ...three, exclusions: [helped], order: 'any' }, /order any/)
  await refused(
    { steps: [{ event: 'view', filters: [{ field: 'plan', op: 'like', value: 'x' }] }, { event: 'x' }] },
    /like/,
  )
  await refused({ ...three, step: 4 }, /one of the 3 steps/, 'funnels/people')
  await refused({ ...three, step: 1, outcome: 'dropped' }, /first step/, 'funnels/people')
})

await topic('breakdown', few, async (t, { ask }) => {
  const body = { ...steps('view', 'cart', 'pay'), breakdown: 'plan' }
  const split = async (more: object): Promise<unknown[]> => {
    const { data } = await ask('funnels', { ...body, ...more })
    t.match(data, { overall_conversion: 0.6 })
    const groups = data.breakdowns as { dimension: string; steps: { count: number }[] }[]
    return groups.map(({ dimension, steps: own }) => [dimension, ...own.map(({ count }) => count)])
  }
  t.strictSame(await split({}), [
    ['pro', 2, 2, 2],
    ['(none)', 1, 0, 0],
    ['free', 1, 1, 1],
    ['old', 1, 1, 0],
  ])
  t.strictSame(await split({ breakdown_limit: 2 }), [
    ['pro', 2, 2, 2],
    ['(none)', 1, 0, 0],
    ['(other)', 2, 2, 1],
  ])
  const { data } = await ask('funnels', { ...body, breakdown_limit: 1 })
  t.match(data.breakdowns[1], { dimension: '(other)', overall_conversion: 1 / 3 })
  t.match(data.breakdowns[1].steps[1], { avg_seconds: 60, median_seconds: 60, p90_seconds: 100 })
  const none = await ask('funnels', { ...body, range: '2024-04-01,2024-04-02' })
  t.strictSame(none.data.breakdowns, [])
})

await topic(
  'trend',
  [
    ...few,
    event('all', 'view', 86_400),
    event('all', 'cart', 2 * 86_400),
    event('late', 'view', 2 * 86_400, plan('pro')),
  ],
  async (t, { ask }) => {
    const body = { ...steps('view', 'cart'), range: '2024-05-10,2024-05-12', window_seconds: 86_400 }
    const { data } = await ask('funnels/trend', body)
    t.strictSame(data, {
      points: [
        { date: '2024-05-10', value: 0.8, entered: 5, converted: 4 },
        { date: '2024-05-11', value: 1, entered: 1, converted: 1 },
        { date: '2024-05-12', value: 0, entered: 1, converted: 0 },
      ],
      total: 5 / 7,
      min: 0,
      max: 1,
      avg: 0.6,
    })
    const split = await ask('funnels/trend', { ...body, breakdown: 'plan', breakdown_limit: 1 })
    t.strictSame(split.data.points, [
      { date: '2024-05-10', value: 2 / 3, dimension: '(other)', entered: 3, converted: 2 },
      { date: '2024-05-10', value: 1, dimension: 'pro', entered: 2, converted: 2 },
      { date: '2024-05-11', value: 1, dimension: '(other)', entered: 1, converted: 1 },
      { date: '2024-05-11', value: 0, dimension: 'pro', entered: 0, converted: 0 },
      { date: '2024-05-12', value: 0, dimension: '(other)', entered: 0, converted: 0 },
      { date: '2024-05-12', value: 0, dimension: 'pro', entered: 1, converted: 0 },
    ])
    const tokyo = await ask('funnels/trend', {
      ...body,
      timezone: 'Asia/Tokyo',
      granularity: 'hourly',
      range: '2024-05-10,2024-05-10',
    })
    t.equal(tokyo.data.points.length, 24)
    t.match(tokyo.data.points[21], { date: '2024-05-10T21:00:00+09:00', entered: 5, converted: 4 })
    for (const order of ['strict', 'any'])
      t.match((await ask('funnels/trend', { ...body, order })).data.points[0], { entered: 5 })
  },
)

/** Numbers from 0 to `most` − 1, the same in every run. */
function dice(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

const roll = dice(7)
const many = [
  ...Array.from({ length: 600 }, () =>
    event(`d${roll(60)}`, ['a', 'b', 'c', 'd'][roll(4)] ?? 'a', roll(20) * 43_200, {
      ...plan(['x', 'y', 'z', ''][roll(4)] ?? ''),
      country: ['DE', 'FR'][roll(2)],
    }),
  ),
  ...Array.from({ length: 12 }, (_, n) => ({
    type: 'identify',
    device_id: `d${n}`,
    user_id: `u${n % 5}`,
    timestamp: at(0),
  })),
]

await topic('laws', many, async (t, { ask, counts, people, total }) => {
  const funnels: readonly Body[] = [
    steps('a', 'b', 'c'),
    steps('a', 'a', 'b', 'a'),
    {
      steps: [
        { event: 'a', filters: [{ field: 'plan', op: 'ne', value: 'x' }] },
        { event: 'a' },
        { event: 'b' },
      ],
    },
    { ...steps('b', 'c', 'd'), order: 'strict', filters: [{ field: 'country', value: 'DE' }] },
    { ...steps('c', 'd', 'a'), exclusions: [{ event: 'b', from_step: 1, to_step: 3 }] },
    { ...steps('a', 'b', 'd', 'd'), order: 'any' },
  ]
  for (const funnel of funnels) {
    const name = JSON.stringify(funnel).slice(0, 80)
    const body = { ...funnel, window_seconds: 3 * 86_400 }
    const reached = await counts(body)
    t.ok(Number(reached.at(-1)) > 0, `${name}: somebody converts`)
    const { data } = await ask('funnels/trend', { ...body, granularity: 'yearly' })
    t.match(
      data.points,
      [{ entered: reached[0], converted: reached.at(-1) }],
      `${name}: one bucket is the whole`,
    )
    t.equal(data.points.length, 1)
    for (const [index, count] of reached.entries()) {
      const step = index + 1
      t.equal((await people({ ...body, step })).length, count, `${name}: those who reached step ${step}`)
      if (step === 1) continue
      const dropped = await people({ ...body, step, outcome: 'dropped' })
      t.equal(dropped.length, Number(reached[index - 1]) - count, `${name}: those who dropped out at ${step}`)
    }
    for (const limit of [1, 2, 25]) {
      const split = await ask('funnels', { ...body, breakdown: 'plan', breakdown_limit: limit })
      const groups = split.data.breakdowns as { steps: { count: number }[] }[]
      const sums = reached.map((_, at) =>
        groups.reduce((sum, group) => sum + (group.steps[at]?.count ?? 0), 0),
      )
      t.strictSame(sums, reached, `${name}: ${limit} groups and the others add up`)
    }
  }
  const query = {
    range: '2024-05-01,2024-05-31',
    'conditions[0][field]': 'event_name',
    'conditions[0][value]': 'a',
  }
  t.equal(
    (await counts(steps('a', 'b')))[0],
    await total('dau', query),
    "step 1: the event's distinct persons",
  )
})
