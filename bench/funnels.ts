import {
  aggregate,
  builtInOperators,
  column,
  equals,
  isIn,
  scan,
  sequence,
  text,
  where,
  type Relation,
  type Row,
  type SequenceOptions,
} from '../core/contract/index.js'
import { expand } from '../core/run/expand.js'
import { countOf, stepMeasures } from '../plugins/funnel/steps.js'
import { benchEngines, dayMs, fill, medians } from './engine.js'
import { days, firstDay, range, today } from './metrics/questions.js'

/**
 * npm run bench:funnels -- [events]: funnels of 3 and 5 steps on ClickHouse against the bare scan of the steps' rows
 * and against other shapes of the same question, on the same rows in the same run. All must give the same counts.
 */
const events = Number(process.argv[2] ?? 1_000_000)
const window = 7 * dayMs
/** What takes longer is timed once. */
const slowMs = 5_000
const funnels = {
  '3 steps': ['event_1', 'event_3', 'event_7'],
  '5 steps': ['event_1', 'event_2', 'event_4', 'event_7', 'event_11'],
}

const inDays = `day BETWEEN toDate(${firstDay}) AND toDate(${firstDay + days - 1})`
const listOf = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

/** As most products store and resolve persons: texts, joined by text. */
const links = `(SELECT device_id, tupleElement(max(link), 2) AS user FROM w1.device_links GROUP BY device_id)`
const rowsOf = (names: readonly string[]): string =>
  `(SELECT if(l.user = '', e.device_id, concat('u:', l.user)) AS who, toUnixTimestamp64Milli(e.timestamp) AS ms, e.event_name AS event
    FROM w1.events_v1 AS e LEFT JOIN ${links} AS l ON e.device_id = l.device_id WHERE event_name IN (${listOf(names)}) AND ${inDays})`
const counts = (names: readonly string[], levels: string): string =>
  `SELECT ${names.map((_, at) => `countIf(level > ${at}) AS count_${at + 1}`).join(', ')} FROM (${levels})`

const shapes: Readonly<Record<string, (names: readonly string[]) => string>> = {
  'self joins'(names) {
    const step = (at: number): string =>
      at === 0
        ? `SELECT DISTINCT who, ms AS start, ms AS reached FROM ${rowsOf([names[0] ?? ''])}`
        : `SELECT p.who AS who, p.start AS start, min(e.ms) AS reached FROM s${at} AS p INNER JOIN ${rowsOf([names[at] ?? ''])} AS e ON p.who = e.who
           WHERE e.ms >= p.reached AND e.ms <= p.start + ${window} GROUP BY who, start`
    const steps = names.map((_, at) => `s${at + 1} AS (${step(at)})`).join(', ')
    const found = names.map((_, at) => `(SELECT uniqExact(who) FROM s${at + 1}) AS count_${at + 1}`)
    return `WITH ${steps} SELECT ${found.join(', ')}`
  },
  'arrays of times'(names) {
    const times = names.map((name, at) => `arraySort(groupArrayIf(ms, event = '${name}')) AS t${at + 1}`)
    const chains = names
      .slice(1)
      .map((_, at) => {
        const from = at === 0 ? 't1' : `c${at + 1}`
        return `arrayMap(f -> if(f = 0, 0, arrayFirst(x -> x >= f, t${at + 2})), ${from}) AS c${at + 2}`
      })
      .join(', ')
    const within = names
      .slice(1)
      .map((_, at) => `toUInt8(arrayExists((s, e) -> e > 0 AND e - s <= ${window}, t1, c${at + 2}))`)
    return counts(
      names,
      `SELECT toUInt8(notEmpty(t1)) + ${within.join(' + ')} AS level FROM (SELECT *, ${chains} FROM (SELECT who, ${times.join(', ')} FROM ${rowsOf(names)} GROUP BY who))`,
    )
  },
  'window functions'(names) {
    const layer = (at: number, input: string): string =>
      `SELECT *, max(if(event = '${names[at] ?? ''}' AND ms - s${at} <= ${window}, s${at}, NULL)) OVER (PARTITION BY who ORDER BY ms, place ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS s${at + 1} FROM (${input})`
    const first = `SELECT who, ms, event, indexOf([${listOf(names)}], event) AS place,
      max(if(event = '${names[0] ?? ''}', ms, NULL)) OVER (PARTITION BY who ORDER BY ms, place ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS s1 FROM ${rowsOf(names)}`
    const all = names.slice(1).reduce((input, _, at) => layer(at + 1, input), first)
    const reached = names.map((_, at) => `toUInt8(countIf(isNotNull(s${at + 1})) > 0)`)
    return counts(names, `SELECT ${reached.join(' + ')} AS level FROM (${all}) GROUP BY who`)
  },
  'windowFunnel over texts'(names) {
    const steps = names.map((name) => `event = '${name}'`).join(', ')
    return counts(
      names,
      `SELECT windowFunnel(${window})(toUInt64(ms), ${steps}) AS level FROM ${rowsOf(names)} GROUP BY who`,
    )
  },
}

const planOf = (names: readonly string[], more: Partial<SequenceOptions>): Relation => {
  const rows = where(scan('events', range.from, range.to), isIn(column('event_name'), names))
  const steps = names.map((name) => equals(column('event_name'), text(name)))
  const plain = { order: 'loose', exclusions: [], label: null, edges: null, lastOnly: false } as const
  const options: SequenceOptions = { steps, window, times: true, ...plain, ...more }
  const measures = Object.entries(stepMeasures(names.length)).filter(
    ([name]) => options.times || name.startsWith('count_'),
  )
  return aggregate(sequence(rows, options), {}, Object.fromEntries(measures))
}

const { store, client, stop } = await benchEngines()
try {
  const workspace = { id: 'ws_bench', number: 1 }
  await store.createWorkspace(workspace)
  await fill(client, workspace, events, today)
  const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
  const limits = { timeMs: 600_000, memoryBytes: 12_000_000_000, rows: 1_000_000 }
  const ask = async (query: string): Promise<readonly Row[]> =>
    (await client.query({ query, format: 'JSONEachRow' })).json<Row>()
  console.log(`${events} events, ${days} days, window 7 days\n`)
  console.log(
    '| funnel | persons | ratio to the bare scan | other shapes: times as long as ours |\n|---|---|---|---|',
  )
  for (const [name, names] of Object.entries(funnels)) {
    const run = (plan: Relation, native = store.native): (() => Promise<readonly Row[]>) => {
      const query = store.compile(workspace, expand(plan, native, operators))
      return () => store.run(query, limits)
    }
    const ours = run(planOf(names, {}))
    const tasks: Record<string, () => Promise<readonly Row[]>> = {
      'counts only': run(planOf(names, { times: false })),
      'the lowering': run(planOf(names, {}), new Set()),
      ...Object.fromEntries(Object.entries(shapes).map(([shape, text]) => [shape, () => ask(text(names))])),
    }
    const countsOf = ([row = {}]: readonly Row[]): string =>
      names
        .map((_, at) => countOf({ ...row, [`count_${at + 1}`]: Number(row[`count_${at + 1}`]) }, at + 1))
        .join(' ')
    const expected = countsOf(await ours())
    const slow: Record<string, number> = {}
    for (const [shape, task] of Object.entries(tasks)) {
      const start = performance.now()
      const found = countsOf(await task())
      const took = performance.now() - start
      if (found !== expected) throw new Error(`${name}: ${shape} gives ${found}, not ${expected}`)
      if (took > slowMs) slow[shape] = took
    }
    const bare = `SELECT sum(device), max(timestamp) FROM w1.events_v1 WHERE event_name IN (${listOf(names)}) AND ${inDays}`
    const quick = Object.fromEntries(Object.entries(tasks).filter(([shape]) => !(shape in slow)))
    const times = { ...(await medians({ bare: () => ask(bare), ours, ...quick }, 5)), ...slow }
    const took: Readonly<Record<string, number>> = times
    const ratio = (of: string, to: string): string => ((took[of] ?? NaN) / (took[to] ?? NaN)).toFixed(1)
    const others = Object.keys(tasks).map((shape) => `${shape} ${ratio(shape, 'ours')}`)
    console.log(
      `| ${name} | ${expected} | ${ratio('ours', 'bare')} (${(took['ours'] ?? NaN).toFixed(0)} ms) | ${others.join(', ')} |`,
    )
  }
} finally {
  await store.close()
  await stop()
}
