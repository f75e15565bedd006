import t from 'tap'
import { openTopics, type TopicService, type Body } from '../../test/http/topic.js'

const topic = await openTopics(t)
const now = '2024-05-31T12:00:00Z'

const line = (device: string, timestamp: string, event: string, plan?: string) => ({
  event,
  device_id: device,
  timestamp,
  properties: plan === undefined ? {} : { plan },
})
/** ann signs up on a Wednesday and is back one and two weeks later; bob once, on two devices; cat signs up later. */
const lines = [
  line('ann', '2024-05-08T10:00:00Z', 'signup', 'pro'),
  line('ann', '2024-05-08T11:00:00Z', 'open'),
  line('ann', '2024-05-15T10:00:00Z', 'open'),
  line('ann', '2024-05-22T10:00:00Z', 'open', 'pro'),
  line('ann', '2024-05-23T10:00:00Z', 'signup', 'free'),
  line('bob-1', '2024-05-09T10:00:00Z', 'signup', 'free'),
  line('bob-2', '2024-05-21T10:00:00Z', 'open'),
  line('cat', '2024-05-14T10:00:00Z', 'signup', 'free'),
  line('dan', '2024-05-14T10:00:00Z', 'open'),
  ...['bob-1', 'bob-2'].map((device_id) => ({ type: 'identify', device_id, user_id: 'bob', timestamp: now })),
]
const body = {
  range: '2024-05-08,2024-05-26',
  start_event: 'signup',
  return_event: 'open',
  granularity: 'week',
  periods: 3,
}

const post = async ({ service, id }: TopicService, path: string, asked: object): Promise<[number, Body]> => {
  const { status, body: answer } = await service.call('POST', `/api/v1/${path}`, {
    body: asked,
    workspace: id,
  })
  return [status, answer]
}

await topic('the triangle', now, async (t, fixture) => {
  const ask = async (asked: object): Promise<Body> => {
    const [status, answer] = await post(fixture, 'retention', asked)
    t.equal(status, 200, JSON.stringify(asked))
    return answer.data
  }
  t.strictSame(await ask({}), {
    cohorts: [],
    averages: [],
    weighted_averages: [],
    granularity: 'week',
    periods: 8,
  })
  await fixture.send(lines)
  t.strictSame(await ask(body), {
    cohorts: [
      { cohort_date: '2024-05-06', cohort_size: 2, retention: [1, 0.5, 1], counts: [2, 1, 2] },
      { cohort_date: '2024-05-13', cohort_size: 1, retention: [1, 0], counts: [1, 0] },
    ],
    averages: [1, 0.25, 1],
    weighted_averages: [1, 1 / 3, 1],
    granularity: 'week',
    periods: 3,
  })
  const counts = async (more: object): Promise<unknown> =>
    (await ask({ ...body, ...more })).cohorts.map((one: { counts: number[] }) => one.counts)
  t.strictSame(await counts({ mode: 'on_or_after' }), [
    [2, 2, 2],
    [1, 0],
  ])
  t.strictSame(await counts({ mode: 'on_or_after', periods: 2 }), [
    [2, 2],
    [1, 0],
  ])
  t.strictSame(await counts({ periods: 1 }), [[2], [1]])
  t.strictSame(await counts({ periods: 52 }), [
    [2, 1, 2],
    [1, 0],
  ])
  const plan = (value: string) => [{ field: 'plan', operator: 'eq', value }]
  t.strictSame(await counts({ start_filters: plan('pro') }), [[1, 1, 1]])
  t.strictSame(
    await counts({ start_filters: plan('free') }),
    [[1, 0, 1], [1, 0], [1]],
    'ann starts again with the other filter',
  )
  t.strictSame(await counts({ return_filters: plan('pro') }), [
    [2, 0, 1],
    [1, 0],
  ])
  t.strictSame(await counts({ filters: plan('pro') }), [[1, 0, 1]])
  t.strictSame(await counts({ start_event: undefined, return_event: undefined }), [
    [2, 1, 2],
    [2, 0],
  ])
  t.strictSame(
    await counts({ range: '2024-05-08,2024-05-08' }),
    [[1]],
    'what comes after the range does not count',
  )
  t.strictSame(
    (await ask({ ...body, granularity: 'monthly' })).cohorts[0].cohort_date,
    '2024-05-01',
    'before the range begins',
  )
  t.strictSame(
    await counts({ range: '2024-05-13,2024-12-31' }),
    [
      [1, 0, 0],
      [1, 0],
    ],
    'up to the week that runs now',
  )
  t.strictSame((await ask({ range: '2025-01-01,2025-02-01' })).cohorts, [])
})

await topic('breakdowns', now, async (t, fixture) => {
  await fixture.send(lines)
  const split = async (more: object): Promise<unknown[]> => {
    const [, { data }] = await post(fixture, 'retention', { ...body, breakdown: 'plan', ...more })
    const [, whole] = await post(fixture, 'retention', body)
    const { breakdowns, ...rest } = data
    t.strictSame(rest, whole.data, 'the whole is there too')
    return breakdowns.map(({ dimension, cohorts }: Body) => [
      dimension,
      ...cohorts.map((one: { counts: number[] }) => one.counts),
    ])
  }
  t.strictSame(await split({}), [
    ['free', [1, 0, 1], [1, 0]],
    ['pro', [1, 1, 1]],
  ])
  t.strictSame(await split({ breakdown_limit: 1 }), [
    ['free', [1, 0, 1], [1, 0]],
    ['(other)', [1, 1, 1]],
  ])
  const people = { ...body, breakdown: 'plan', breakdown_limit: 1, cohort_date: '2024-05-06', period: 1 }
  const [, page] = await post(fixture, 'retention/people', { ...people, dimension: '(other)' })
  t.strictSame(
    page.data.map((row: Body) => row.device_id),
    ['ann'],
  )
})

await topic('people of a cell', now, async (t, fixture) => {
  await fixture.send(lines)
  const cell = { ...body, cohort_date: '2024-05-06', period: 1 }
  const [, page] = await post(fixture, 'retention/people', { ...cell, count_total: true })
  t.strictSame(page, {
    data: [
      {
        device_id: 'ann',
        user_id: null,
        first_seen: '2024-05-08T10:00:00.000Z',
        last_seen: '2024-05-23T10:00:00.000Z',
        events: 5,
      },
    ],
    has_more: false,
    limit: 100,
    offset: 0,
    total: 1,
  })
  const rows = async (more: object): Promise<unknown> =>
    (await post(fixture, 'retention/people', { ...cell, ...more }))[1].data.map((row: Body) => [
      row.device_id,
      row.user_id,
    ])
  t.strictSame(await rows({ outcome: 'not_returned' }), [['bob-2', 'bob']], 'the device seen last')
  t.strictSame(await rows({ period: 0, limit: 1, offset: 1 }), [['bob-2', 'bob']])
  t.strictSame(await rows({ period: 0, outcome: 'not_returned' }), [])
  t.strictSame(await rows({ cohort_date: '2024-05-20', period: 0 }), [], 'a period without a cohort')
  const bad: readonly [object, RegExp][] = [
    [
      { cohort_date: '2024-05-08' },
      /start of a period of the range; these start from 2024-05-06 to 2024-05-20/,
    ],
    [{ period: 3 }, /period must be at most 2 for the cohort 2024-05-06 in this range/],
    [{ cohort_date: '2024-05-20' }, /period must be at most 0/],
    [{ dimension: 'pro' }, /dimension requires breakdown/],
    [{ outcome: 'lost' }, /outcome/],
    [{ cohort_date: undefined }, /cohort_date/],
    [{ range: '2025-01-01,2025-02-01' }, /it has none/],
    [{ limit: 10_001 }, /limit/],
  ]
  for (const [more, message] of bad) {
    const [status, answer] = await post(fixture, 'retention/people', { ...cell, ...more })
    t.equal(status, 422, JSON.stringify(more))
    t.match(answer.message, message)
  }
})

await topic('rejected input', now, async (t, fixture) => {
  const bad: readonly [object, RegExp][] = [
    [{ granularity: 'hourly' }, /granularity/],
    [{ periods: 0 }, /periods/],
    [{ periods: 53 }, /periods/],
    [{ periods: 1.5 }, /periods/],
    [{ start_event: '' }, /start_event/],
    [{ mode: 'after' }, /mode/],
    [{ start_filterz: [] }, /did you mean start_filters/],
    [{ start_filter: [] }, /start_filter must be a condition/],
    [{ start_filters: [{ field: 'plan', operator: 'like', value: 'x' }] }, /operator/],
    [{ return_filters: [{ field: 'trait:', value: 'x' }] }, /field/],
    [{ breakdown: 'timestamp' }, /timestamp/],
    [{ breakdown_limit: 1001, breakdown: 'plan' }, /breakdown_limit/],
    [{ timezone: 'Mars/Olympus' }, /timezone/],
    [{ range: 'yesteryear' }, /range/],
  ]
  for (const [asked, message] of bad) {
    const [status, answer] = await post(fixture, 'retention', asked)
    t.equal(status, 422, JSON.stringify(asked))
    t.match(answer.message, message)
  }
})
