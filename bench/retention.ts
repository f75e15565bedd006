import {
  builtInOperators,
  column,
  equals,
  text,
  type Expr,
  type Question,
  type Relation,
} from '../core/contract/index.js'
import { buildQuestion } from '../core/question/question.js'
import { expand } from '../core/run/expand.js'
import { retentionPlan } from '../plugins/retention/plan.js'
import { questionSettings } from '../storage-adapters/clickhouse/connection.js'
import { benchEngines, dayMs, fill, medians } from './engine.js'

/**
 * npm run bench:retention -- [events]: weekly retention over 90 days, 8 periods, as a ratio to the bare scan of the columns
 * it needs, beside other shapes of the same question over the same rows. All of them must give the same numbers.
 */
const events = Number(process.argv[2] ?? 10_000_000)
const today = Math.floor(Date.now() / dayMs) * dayMs
const { question } = buildQuestion({
  source: 'events',
  now: today + dayMs - 1,
  range: '90d',
  granularity: 'weekly',
  timezone: 'UTC',
  conditions: [],
  breakdown: null,
  breakdownLimit: 25,
  earliest: null,
})
const periods = 8
const options = { edges: question.edges, periods, starts: null, returns: null, mode: 'on' } as const
const country: Question = {
  ...question,
  breakdown: { label: column('country'), limit: 25 },
}
const named = (name: string): Expr => equals(column('event_name'), text(name))

const plan = retentionPlan({ question, options })
const plans: Readonly<Record<string, Relation>> = {
  'any event': plan,
  'any event, on or after': retentionPlan({ question, options: { ...options, mode: 'on_or_after' } }),
  'any event by country': retentionPlan({ question: country, options }),
  'one event, then another': retentionPlan({
    question,
    options: { ...options, starts: named('event_7'), returns: named('event_3') },
  }),
}

/** Persons and weeks as others take them: persons as texts from the resolved rows, weeks by the calendar. */
const { from, to } = question.range
const inRange = `day >= toDate(${from / dayMs}) AND day < toDate(${to / dayMs})`
const rows = `SELECT ifNull(concat('user ', links.linked), e.device_id) AS who, toRelativeWeekNum(day) AS week FROM w1.events_v1 AS e
  LEFT ANY JOIN (SELECT device, tupleElement(link, 2) AS linked FROM w1.device_links
    ORDER BY device, link DESC LIMIT 1 BY device) AS links ON e.device = links.device WHERE ${inRange}`
const shapes: Readonly<Record<string, string>> = {
  'bare scan': `SELECT sum(device), max(day) FROM w1.events_v1 WHERE ${inRange}`,
  'join and count distinct': `WITH rows AS (${rows}), firsts AS (SELECT who, min(week) AS cohort FROM rows GROUP BY who)
    SELECT cohort, week - cohort AS place, uniqExact(who) AS persons FROM rows INNER JOIN firsts USING (who)
    WHERE place < ${periods} GROUP BY cohort, place ORDER BY cohort, place`,
  'join and arrays of persons': `WITH rows AS (${rows}), firsts AS (SELECT who, min(week) AS cohort FROM rows GROUP BY who)
    SELECT cohort, arrayJoin(arrayEnumerate(sets)) - 1 AS place, length(sets[place + 1]) AS persons
    FROM (SELECT cohort, [${Array.from({ length: periods }, (_, place) => `groupUniqArrayIf(who, week - cohort = ${place})`).join(', ')}] AS sets
      FROM rows INNER JOIN firsts USING (who) GROUP BY cohort) WHERE persons > 0 ORDER BY cohort, place`,
  'arrays of weeks': `WITH persons AS (SELECT who, groupUniqArray(week) AS weeks, arrayMin(weeks) AS cohort FROM (${rows}) GROUP BY who)
    SELECT cohort, arrayJoin(range(${periods})) AS place, countDistinctIf(who, has(weeks, cohort + place)) AS persons
    FROM persons GROUP BY cohort, place HAVING persons > 0 ORDER BY cohort, place`,
}

const { store, client, stop } = await benchEngines()
try {
  const workspace = { id: 'ws_bench', number: 1 }
  await store.createWorkspace(workspace)
  await fill(client, workspace, events, today)
  const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
  const limits = { timeMs: 120_000, memoryBytes: 8_000_000_000, rows: 1_000_000 }
  const run = (asked: Relation, native: ReadonlySet<string>) =>
    store.run(store.compile(workspace, expand(asked, native, operators)), limits)
  const ask = async (query: string): Promise<readonly number[][]> => {
    const set = await client.query({
      query,
      format: 'JSONCompact',
      clickhouse_settings: { ...questionSettings, output_format_json_quote_64bit_integers: 0 },
    })
    return (await set.json<number[]>()).data
  }

  const [ours, lowered] = [await run(plan, store.native), await run(plan, new Set())]
  const cells = (list: readonly (readonly number[])[]): string => JSON.stringify([...list].sort(inOrder))
  const expected = cells(ours.map((row) => [row['cohort'], row['offset'], row['persons']].map(Number)))
  if (cells(lowered.map((row) => [row['cohort'], row['offset'], row['persons']].map(Number))) !== expected)
    throw new Error('the lowering gives other numbers')
  for (const [name, query] of Object.entries(shapes)) {
    if (name === 'bare scan') continue
    const found = await ask(query)
    const first = Math.min(...found.map(([cohort = NaN]) => cohort))
    const same = cells(found.map(([cohort = NaN, ...rest]) => [cohort - first, ...rest])) === expected
    if (!same) throw new Error(`${name} gives other numbers`)
  }

  const tasks: Record<string, () => Promise<unknown>> = {}
  for (const [name, one] of Object.entries(plans)) tasks[name] = () => run(one, store.native)
  tasks['any event, by the lowering'] = () => run(plan, new Set())
  for (const [name, query] of Object.entries(shapes)) tasks[name] = () => ask(query)
  const times = await medians(tasks, 5)
  const [bare = NaN, own = NaN] = [times['bare scan'], times['any event']]
  console.log(
    `| ${events} events, 90 days, weekly x ${periods} | ratio to bare | ratio to ours | ms |\n|---|---|---|---|`,
  )
  for (const [name, ms] of Object.entries(times))
    console.log(`| ${name} | ${(ms / bare).toFixed(2)} | ${(ms / own).toFixed(2)} | ${ms.toFixed(1)} |`)
  console.log(`the shapes of "any event" agree on ${ours.length} cells`)
} finally {
  await store.close()
  await stop()
}

function inOrder(a: readonly number[], b: readonly number[]): number {
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)
}
