import t from 'tap'
import { at, event, openTopics, plan, steps, type Body } from './test-funnels.js'

const topic = await openTopics(t)

/** A generator of numbers from 0 to `most` − 1, the same in every run. */
function dice(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

interface Group {
  readonly dimension: string
  readonly steps: readonly { readonly count: number; readonly drop_off: number }[]
}

const roll = dice(7)
const many = [
  ...Array.from({ length: 600 }, () =>
    event(`d${roll(60)}`, ['a', 'b', 'c', 'd'][roll(4)] ?? 'a', roll(20) * 43_200, {
      ...plan(['x', 'y', 'z', '', '(other)'][roll(5)] ?? ''),
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
    t.ok(Number(reached.at(-1)) > 0, `${name}: some person converts`)
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
      const groups = split.data.breakdowns as Group[]
      const sums = reached.map((_, at) =>
        groups.reduce((sum, group) => sum + (group.steps[at]?.count ?? 0), 0),
      )
      t.strictSame(sums, reached, `${name}: ${limit} groups and the others add up`)
      if (limit !== 2) continue
      const lists = { ...body, breakdown: 'plan', breakdown_limit: limit }
      for (const { dimension, steps: own } of groups)
        for (const [index, { count, drop_off }] of own.entries()) {
          const place = { ...lists, dimension, step: index + 1 }
          const which = `${name}: ${limit} groups, step ${index + 1} of ${dimension}`
          t.equal((await people(place)).length, count, which)
          if (index === own.length - 1)
            t.equal((await people({ ...place, outcome: 'dropped' })).length, drop_off, `${which}, dropped`)
        }
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
