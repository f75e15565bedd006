import t from 'tap'
import { openTopics, type TopicService, type Line } from '../../test/http/topic.js'
import { lawData, personIn, type LawEvent } from '../../test/property/metric-events.js'
import { bodies, wrong } from './test-bodies.js'
import { naiveGroups, near, type Answer } from './test-naive.js'

const topic = await openTopics(t)
const day = 86_400_000

interface Page {
  readonly data: readonly { readonly device_id: string; readonly user_id: string | null }[]
  readonly has_more: boolean
  readonly total?: number
}

type Called = Readonly<{ status: number; body: { message: string; details?: readonly { path: string }[] } }>

/** The two queries of one workspace. */
function queries({ service, id }: TopicService) {
  const call = (path: string, body: object) =>
    service.call('POST', `/api/v1/metrics/${path}`, { workspace: id, body })
  const good = async (path: string, body: object): Promise<unknown> => {
    const answer = await call(path, body)
    if (answer.status !== 200) throw new Error(`${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return {
    groups: async (body: object) => ((await good('grouped', body)) as { data: Answer }).data,
    people: (body: object) => good('grouped/people', body) as Promise<Page>,
    attempt: async (path: string, body: object): Promise<Called> => await call(path, body),
  }
}

const line = (device: string, time: string, country: string | undefined, properties: object): Line => ({
  event: 'buy',
  device_id: device,
  timestamp: time,
  properties,
  context: country === undefined ? {} : { country },
})
const now = '2024-05-10T12:00:00Z'
const range = '2024-05-08,2024-05-10'
const lines = [
  line('ann', '2024-05-08T10:00:00Z', 'DE', { amount: 10, plan: 'pro' }),
  line('ann', '2024-05-08T11:00:00Z', 'DE', { amount: 20, plan: '' }),
  line('ann', '2024-05-09T11:00:00Z', 'FR', { amount: '7', plan: '(none)' }),
  line('bob', '2024-05-08T23:59:59.999Z', 'FR', { amount: -5, plan: null }),
  line('bob', '2024-05-09T12:00:00Z', 'FR', { amount: 35 }),
  line('cat', '2024-05-09T12:00:00Z', 'DE', { plan: 12 }),
  line('cat', '2024-05-09T12:00:00Z', undefined, { amount: true, plan: true }),
  { ...line('cat', '2024-05-09T12:00:00Z', 'DE', { amount: 1000 }), event: 'other' },
]
const byCountry = { group_by: 'country', event: 'buy', range }
const count = { type: 'count' }
const each = { type: 'avg_per_actor' }

await topic('two numbers a group', now, async (t, fixture) => {
  const { groups, people } = queries(fixture)
  const nothing = {
    groups: [],
    total_size: 0,
    size_label: 'Events',
    intensity_label: 'Events per user',
    intensity_min: 0,
    intensity_max: 0,
  }
  const plain = { ...byCountry, size: count, intensity: each }
  t.strictSame(await groups(plain), nothing, 'of nothing')
  await fixture.send(lines)
  t.strictSame(await groups({ ...plain, range: '2024-05-11,2024-05-12' }), nothing, 'not yet')
  t.strictSame((await people({ ...plain, range: '2024-05-11,2024-05-12', group: 'DE' })).data, [])
  t.strictSame(await groups(plain), {
    groups: [
      { group: 'DE', size: 3, intensity: 1.5, children: [] },
      { group: 'FR', size: 3, intensity: 1.5, children: [] },
      { group: '(none)', size: 1, intensity: 1, children: [] },
    ],
    total_size: 7,
    size_label: 'Events',
    intensity_label: 'Events per user',
    intensity_min: 1,
    intensity_max: 1.5,
  })
  const flat = async (body: object): Promise<unknown[]> => {
    const { groups: list, total_size, ...rest } = await groups({ ...byCountry, ...body })
    const shown = list.map(({ group, size, intensity }) => `${group} ${size} ${near(intensity)}`)
    return [...shown, total_size, rest.size_label, rest.intensity_label]
  }
  const amount = 'properties.amount'
  t.strictSame(
    await flat({ size: { type: 'sum', property: amount }, intensity: { type: 'avg', property: 'amount' } }),
    ['DE 30 15', 'FR 30 15', '(none) 0 0', 60, 'Sum of amount', 'Average of amount'],
    'texts and booleans are no numbers, and no number is 0',
  )
  t.strictSame(
    await flat({ size: { type: 'unique_actors' }, intensity: { type: 'unique_actors' } }),
    ['DE 2 2', 'FR 2 2', '(none) 1 1', 5, 'Unique users', 'Unique users'],
    'who is in two groups counts in both',
  )
  const percentile = (level?: number) => ({
    size: { type: 'sum', property: amount },
    intensity: { type: 'percentile_per_actor', ...(level === undefined ? {} : { percentile: level }) },
  })
  t.strictSame(
    await flat(percentile()),
    ['DE 30 1.9', 'FR 30 1.9', '(none) 0 1', 60, 'Sum of amount', 'p90 events per user'],
    'between one event and two',
  )
  t.strictSame((await flat(percentile(0))).slice(0, 1), ['DE 30 1'])
  t.strictSame((await flat(percentile(1))).slice(0, 1), ['DE 30 2'])
  for (const [level, label] of Object.entries({
    0: 'p0',
    0.29: 'p29',
    0.5: 'p50',
    0.999: 'p99.9',
    1: 'p100',
  }))
    t.equal(
      (await groups({ ...byCountry, ...percentile(Number(level)) })).intensity_label,
      `${label} events per user`,
    )
  const first = await groups({ ...plain, max_groups: 1 })
  t.match(first, { total_size: 7, intensity_min: 1.5, intensity_max: 1.5 }, 'the total is that of all groups')
  t.strictSame(
    first.groups.map(({ group }) => group),
    ['DE'],
  )
})

await topic('fields, filters, persons', now, async (t, fixture) => {
  const { groups, people, attempt } = queries(fixture)
  await fixture.send([
    ...lines,
    { type: 'identify', device_id: 'ann', user_id: 'u1', timestamp: now, traits: { tier: 'gold' } },
    { type: 'identify', device_id: 'bob', user_id: 'u1', timestamp: now },
  ])
  const sizes = async (body: object): Promise<string[]> =>
    (await groups({ range, size: count, intensity: { type: 'unique_actors' }, ...body })).groups.map(
      ({ group, size, intensity }) => `${group} ${size} ${intensity}`,
    )
  t.strictSame(await sizes({ group_by: 'event_name' }), ['buy 7 2', 'other 1 1'])
  t.strictSame(
    await sizes({ group_by: 'plan', event: 'buy' }),
    ['(none) 4 1', '12 1 1', 'pro 1 1', 'true 1 1'],
    'null, the empty text and the text (none) are one group, in which a person counts once',
  )
  t.strictSame(await sizes({ group_by: 'trait:tier' }), ['gold 5 1', '(none) 3 1'])
  t.strictSame(await sizes({ group_by: 'user_id', event: 'buy' }), ['u1 5 1', '(none) 2 1'])
  const filters = [{ field: 'amount', operator: 'gt', value: 10 }]
  t.strictSame(await sizes({ group_by: 'country', event: 'buy', filters }), ['DE 1 1', 'FR 1 1'])
  t.strictSame(
    await sizes({
      group_by: 'country',
      event: 'buy',
      range: '2024-05-09,2024-05-09',
      timezone: 'Asia/Tokyo',
    }),
    ['FR 3 1', '(none) 1 1', 'DE 1 1'],
  )
  const none = await people({ group_by: 'plan', event: 'buy', range, group: '(none)', count_total: true })
  t.match(none, { data: [{ device_id: 'bob', user_id: 'u1', events: 4 }], has_more: false, total: 1 })
  t.equal(none.data.length, 1)
  t.strictSame((await people({ group_by: 'plan', range, group: 'nothing' })).data, [])

  const good = { group_by: 'country', size: count, intensity: each }
  for (const [path, part] of wrong) {
    const { status, body } = await attempt('grouped', { ...good, ...part })
    t.strictSame([status, body.details?.[0]?.path], [422, path], JSON.stringify(part))
  }
  t.equal((await attempt('grouped/people', good)).status, 422, 'the group is missing')
  t.equal((await attempt('grouped/people', { ...good, group: 'DE' })).status, 200)
})

const start = Date.parse('2024-05-01T00:00:00Z')

for (const seed of [11, 12])
  await topic(`groups of random events, seed ${seed}`, '2024-05-20T00:00:00Z', async (t, fixture) => {
    const { groups, people } = queries(fixture)
    const drawn = lawData(seed, start, start + 20 * day, 400)
    await fixture.send([...drawn.events, ...drawn.links])
    const personOf = personIn(drawn)
    const asked = { range: '2024-05-03,2024-05-17' }
    const inside = drawn.events.filter(({ timestamp }) => {
      const at = Date.parse(timestamp) - start
      return at >= 2 * day && at < 17 * day
    })
    for (const body of bodies) {
      const most = body.group_by === 'device_id' ? 7 : 20
      const wanted = naiveGroups(inside, personOf, body, most)
      const found = await groups({ ...asked, ...body, max_groups: most })
      const { total_size, intensity_min, intensity_max } = found
      const list = found.groups.map((one) => ({ ...one, intensity: near(one.intensity) }))
      t.strictSame(
        { groups: list, total_size, intensity_min: near(intensity_min), intensity_max: near(intensity_max) },
        wanted.answer,
        JSON.stringify(body),
      )
      for (const { group } of found.groups) {
        const persons = wanted.persons.get(group) ?? new Set<string>()
        const listed: string[] = []
        for (let more = true; more;) {
          const page = await people({
            ...asked,
            ...body,
            group,
            limit: 5,
            offset: listed.length,
            count_total: true,
          })
          listed.push(...page.data.map((row) => personOf(row as unknown as LawEvent)))
          t.equal(page.total, persons.size)
          more = page.has_more
        }
        t.strictSame(listed.sort(), [...persons].sort(), `${JSON.stringify(body)} ${group}`)
      }
    }
  })
