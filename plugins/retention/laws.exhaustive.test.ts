import fc from 'fast-check'
import t from 'tap'
import '../../test/support/every-store.js'
import { openTopics, type TopicService, type Body } from '../../test/http/topic.js'
import { lawData, type LawEvent } from '../../test/property/metric-events.js'
import { propertyRuns, propertySeed as seed } from '../../test/property/seeded.js'
import { naiveRetention, type NaiveQuestion } from './test-naive.js'

/** One data set per run; the test names contain its seed. */
/** Twelve weeks with the end of daylight saving time in Berlin and New York. */
const [from, to] = [Date.UTC(2024, 8, 2), Date.UTC(2024, 10, 25)]
const data = lawData(seed, from, to, 260)
const now = '2024-11-24T23:30:00Z'
const all = '2024-08-30,2024-11-25'

const topic = await openTopics(t)

type Test = (event: LawEvent) => boolean
const always: Test = () => true
const names = [undefined, undefined, 'open', 'buy', 'leave'] as const
const named =
  (name: string | undefined): Test =>
  ({ event }) =>
    name === undefined || event === name
const filters = [
  [undefined, always],
  [undefined, always],
  [[{ field: 'plan', operator: 'eq', value: 'pro' }], ({ properties }) => properties.plan === 'pro'],
  [
    [{ field: 'properties.amount', op: 'gt', value: 1 }],
    ({ properties: { amount } }) => typeof amount === 'number' && amount > 1,
  ],
  [[{ field: 'country', operator: 'is_set' }], ({ context }) => context.country !== undefined],
] as const satisfies readonly (readonly [readonly object[] | undefined, Test])[]
const breakdowns = [
  [undefined, null],
  ['country', ({ context }: LawEvent) => context.country ?? '(none)'],
  ['properties.plan', ({ properties }: LawEvent) => properties.plan || '(none)'],
] as const

const question: fc.Arbitrary<NaiveQuestion> = fc
  .record({
    range: fc.constantFrom(all, '2024-09-11,2024-11-20', '2024-10-20,2024-11-10', '2024-10-02,2025-02-10'),
    granularity: fc.constantFrom('daily', 'weekly', 'monthly', 'day', 'week', 'month', undefined),
    periods: fc.constantFrom(1, 2, 8, 52, undefined),
    timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', undefined),
    mode: fc.constantFrom('on', 'on_or_after', undefined),
    start: fc.constantFrom(...names),
    back: fc.constantFrom(...names),
    startFilter: fc.constantFrom(...filters),
    backFilter: fc.constantFrom(...filters),
    filter: fc.constantFrom(...filters),
    split: fc.constantFrom(...breakdowns),
    limit: fc.constantFrom(1, 2, 25),
  })
  .map(({ start, back, startFilter, backFilter, filter, split, limit, ...common }) => {
    const body = {
      ...common,
      start_event: start,
      return_event: back,
      start_filters: startFilter[0],
      return_filters: backFilter[0],
      filters: filter[0],
      breakdown: split[0],
      breakdown_limit: split[0] === undefined ? undefined : limit,
    }
    return {
      // Drops the fields that are undefined.
      body: JSON.parse(JSON.stringify(body)) as NaiveQuestion['body'],
      isStart: (event) => named(start)(event) && startFilter[1](event) && filter[1](event),
      isReturn: (event) => named(back)(event) && backFilter[1](event) && filter[1](event),
      labelOf: split[1],
    }
  })
/** True if there are cohorts to compare: some ranges and filters leave none, and a seed may draw only such questions. */
function hasCohorts(one: NaiveQuestion): boolean {
  const { dates, persons } = naiveRetention(data, one, Date.parse(now))
  return dates.some((_, cohort) => persons(cohort, 0).length > 0)
}
const questions = [
  ...fc.sample(question, { seed, numRuns: propertyRuns(9) - 2 }),
  ...fc.sample(question.filter(hasCohorts), { seed, numRuns: 2 }),
]

const poster =
  ({ service, id }: TopicService) =>
  async (path: string, body: object): Promise<Body> => {
    const answer = await service.call('POST', `/api/v1/${path}`, { body, workspace: id })
    if (answer.status !== 200)
      throw new Error(`${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

interface Answered {
  readonly cohorts: readonly { cohort_date: string; cohort_size: number; counts: readonly number[] }[]
}

await topic(`retention is what a count by hand gives (PROPERTY_SEED=${seed})`, now, async (t, fixture) => {
  await fixture.send([...data.events, ...data.links])
  const post = poster(fixture)
  for (const one of questions) {
    const { data: answer } = await post('retention', one.body)
    t.strictSame(answer, naiveRetention(data, one, Date.parse(now)).answer, JSON.stringify(one.body))
    const { cohorts } = answer as Answered
    const wrong = cohorts.filter(
      ({ cohort_size: size, counts }) => counts[0] !== size || counts.some((count) => count > size),
    )
    t.strictSame(wrong, [], 'column 0 is the cohort, and no column is more')
    const after = (await post('retention', { ...one.body, mode: 'on_or_after' })).data as Answered
    const on = (await post('retention', { ...one.body, mode: 'on' })).data as Answered
    const odd = after.cohorts.filter(({ counts }, index) =>
      counts.some(
        (count, k) => count > (counts[k - 1] ?? count) || count < (on.cohorts[index]?.counts[k] ?? Infinity),
      ),
    )
    t.strictSame(odd, [], 'on_or_after never rises, and is no less than on')
  }
})

await topic(`a cell’s people are as many as it says (PROPERTY_SEED=${seed})`, now, async (t, fixture) => {
  await fixture.send([...data.events, ...data.links])
  const post = poster(fixture)
  const list = async (body: object): Promise<readonly string[]> => {
    const rows: { device_id: string; user_id: string | null }[] = []
    for (let offset = 0, more = true; more; offset += 5) {
      const page = await post('retention/people', { ...body, limit: 5, offset, count_total: true })
      rows.push(...(page.data as typeof rows))
      more = page.has_more as boolean
      if (!more) t.equal(page.total, rows.length)
    }
    return rows.map(({ device_id, user_id }) => user_id ?? `device ${device_id}`).sort()
  }
  let listed = 0
  for (const one of questions.slice(0, 8)) {
    const naive = naiveRetention(data, one, Date.parse(now))
    const dimensions = one.labelOf === null ? [null] : [null, 'DE', 'pro', '(none)', '(other)']
    const cells = naive.dates.flatMap((date, cohort) =>
      naive.persons(cohort, 0).length === 0
        ? []
        : Array.from({ length: naive.columns(cohort) }, (_, offset) => ({ date, cohort, offset })),
    )
    const wrong: string[] = []
    const step = Math.max(1, Math.floor(cells.length / 12))
    for (const [index, { date, cohort, offset }] of cells.filter((_, at) => at % step === 0).entries()) {
      const dimension = dimensions[index % dimensions.length] ?? null
      const cell = {
        ...one.body,
        cohort_date: date,
        period: offset,
        ...(dimension === null ? {} : { dimension }),
      }
      const came = [...naive.persons(cohort, offset, dimension)].sort()
      const rest = naive.persons(cohort, 0, dimension).filter((person) => !came.includes(person))
      const found = await list(cell)
      listed += found.length
      const others = await list({ ...cell, outcome: 'not_returned' })
      if (String(found) !== String(came) || String(others) !== String(rest.sort()))
        wrong.push(`${JSON.stringify(cell)}: ${found.length} and ${others.length}, not ${came.length}`)
    }
    t.strictSame(wrong, [], JSON.stringify(one.body))
  }
  t.ok(listed > 0, `${listed} persons were listed`)
})

await topic(`cohorts are first times, in any order (PROPERTY_SEED=${seed})`, now, async (t, fixture) => {
  const backwards = [...data.links, ...[...data.events].reverse()]
  for (let index = 0; index < backwards.length; index += 70)
    await fixture.send(backwards.slice(index, index + 70))
  const straight = await fixture.other()
  await straight.send([...data.events, ...data.links])
  for (const timezone of ['UTC', 'Europe/Berlin', 'America/New_York'])
    for (const granularity of ['daily', 'weekly', 'monthly']) {
      const query = { range: all, granularity, timezone }
      const { cohorts } = (await poster(fixture)('retention', { ...query, start_event: 'open' }))
        .data as Answered
      t.strictSame(
        cohorts.map(({ cohort_date: date, cohort_size: size }) => [date, size]),
        (await fixture.points('events/first-time', { ...query, event: 'open' })).filter(
          ([, value]) => value !== 0,
        ),
        JSON.stringify(query),
      )
      const body = { ...query, start_event: 'open', return_event: 'buy' }
      t.strictSame(await poster(fixture)('retention', body), await poster(straight)('retention', body))
    }
})
