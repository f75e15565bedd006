import t from 'tap'
import { event, openTopics, plan, steps } from './test-funnels.js'

const topic = await openTopics(t)

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

await topic('steps', few, async (t, { ask, counts, rejects, people }) => {
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
  // 10, 100 and 20 seconds, and 110 from the earlier of the two views.
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
  await rejects({ steps: ten, order: 'any' }, /order any allows at most 4/)
  const twoKinds = [...ten.slice(0, 4), ...ten.slice(0, 4).map((step) => ({ ...step, event: 'cart' }))]
  t.strictSame(await counts({ steps: twoKinds, order: 'any' }), [5, 5, 1, 0, 0, 0, 0, 0])

  await rejects(steps('view'), /steps/)
  await rejects(steps(...Array<string>(11).fill('view')), /steps/)
  await rejects({ ...three, window_seconds: 0 }, /window_seconds/)
  await rejects({ ...three, window_seconds: 366 * 86_400 + 1 }, /window_seconds/)
  await rejects({ ...three, window_second: 1 }, /did you mean window_seconds/)
  await rejects({ ...three, granularity: 'daily' }, /granularity/)
  await rejects({ ...three, breakdown: 'trait:' }, /unknown field/)
  await rejects({ ...three, order: 'random' }, /order/)
  await rejects({ ...three, exclusions: [{ ...helped, from_step: 2 }] }, /to_step must be greater/)
  await rejects({ ...three, exclusions: [{ ...helped, to_step: 4 }] }, /one of the 3 steps/)
  await rejects({ ...three, exclusions: [helped], order: 'any' }, /exclusions require order/)
  await rejects(
    { steps: [{ event: 'view', filters: [{ field: 'plan', op: 'like', value: 'x' }] }, { event: 'x' }] },
    /like/,
  )
  await rejects({ ...three, step: 4 }, /one of the 3 steps/, 'funnels/people')
  await rejects({ ...three, step: 1, outcome: 'dropped' }, /step must be 2 or more/, 'funnels/people')
})

await topic('breakdown', few, async (t, { ask, people, rejects }) => {
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

  const cart = { ...body, step: 2 }
  t.strictSame(await people({ ...cart, dimension: 'pro' }), ['detour', 'slow'])
  t.strictSame(await people({ ...cart, dimension: '(none)', outcome: 'dropped' }), ['back'])
  t.strictSame(await people({ ...cart, dimension: '(other)' }), [], 'no value is left to (other)')
  t.strictSame(await people({ ...cart, dimension: '(other)', breakdown_limit: 2 }), ['all', 'twice'])
  t.strictSame(await people({ ...cart, dimension: 'old', breakdown_limit: 2 }), [], 'one of the others')
  t.strictSame(await people(cart), ['all', 'detour', 'slow', 'twice'])
  await rejects(
    { ...steps('view', 'cart'), step: 2, dimension: 'pro' },
    /requires breakdown/,
    'funnels/people',
  )
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
