import { capacityOf, chosen, mixOf, workOn, type Capacity, type Limit } from './capacity.js'
import type { Constants } from './constants.js'
import {
  floorOf,
  holds,
  lineOf,
  predictGrowth,
  predictShards,
  shardFactor,
  type Prediction,
} from './predict.js'
import { fullestShard, waitedOf, type Load } from './skew.js'
import { markdown, shown } from './tables.js'

const seconds = (value: number): string => (value < 0.1 ? `${shown(value * 1_000)} ms` : `${shown(value)} s`)
const count = (millions: number): string =>
  millions >= 1_000 ? `${shown(millions / 1_000)} billion` : `${shown(millions)} million`

const predictions = (found: readonly Prediction[]): string =>
  markdown(
    ['question', 'way', 'predicted', 'measured', 'off by', 'why'],
    found.map((one) => {
      const { question, way, predicted, measured } = one
      const miss = `${((predicted / measured - 1) * 100).toFixed(0)} %${holds(one) ? '' : ' ✗'}`
      return [question, way, shown(predicted), shown(measured), miss, holds(one) ? '' : (one.why ?? '')]
    }),
  )

const within = (found: readonly Prediction[]): string =>
  `${found.filter(holds).length} of ${found.length} are within 30 %.`

const names: Readonly<Record<Limit, string>> = {
  disk: 'disk',
  memory: 'memory of a question',
  p95: 'time of the slowest questions',
  questions: 'cores for questions',
  ingestion: 'cores for ingestion',
  'one writer': 'the one writer of the largest workspace',
  tables: 'memory of tables',
}
const listed = (limits: Capacity['breaks']): string =>
  limits.map(({ what, times }) => `${names[what]} (${shown(times)}×)`).join(', ') || '–'

const eventCounts = [1e9, 1e10, 1e11, 1e12]
const workspaceCounts = [1, 100, 10_000]

/** The plan of each size as a table, and what breaks as another. */
function capacities(constants: Constants): { readonly plan: string; readonly breaks: string } {
  const all = eventCounts.flatMap((events) =>
    workspaceCounts.map((workspaces) => capacityOf(constants, events, workspaces)),
  )
  const size = ({ events, workspaces }: Capacity): readonly string[] => [
    count(events / 1e6),
    workspaces.toLocaleString('en'),
  ]
  return {
    plan: markdown(
      [
        ...['events', 'workspaces', 'the largest has', 'shards × replicas', 'TB of one copy', 'p95 alone'],
        ...['GB of a question on a shard', 'cores of ingestion', 'service processes'],
        ...['GB of tables on each server', 'MB of records'],
      ],
      all.map((one) => [
        ...size(one),
        count(one.large),
        `${one.shards} × ${one.replicas}`,
        shown(one.terabytes),
        seconds(one.p95),
        shown(one.memory),
        shown(one.ingestionCores),
        shown(one.processes),
        shown(one.tablesGigabytes),
        shown(one.recordsMegabytes),
      ]),
    ),
    breaks: markdown(
      [
        'events',
        'workspaces',
        'p95 on one server',
        'one server has too little of',
        'the planned servers still have too little of',
      ],
      all.map((one) => [...size(one), seconds(one.p95Single), listed(one.breaks), listed(one.left)]),
    ),
  }
}

const shardCounts = [3, 16, 64]
function devices(): string {
  const rows = [0.5, 0.8, 1, 1.2].map((power) => [
    `${power}`,
    ...shardCounts.map((shards) => shown(fullestShard(300_000, power, shards))),
  ])
  return markdown(['power', ...shardCounts.map((shards) => `${shards} shards`)], rows)
}

/** One workspace of a hundred times the events of 99 others, on one shard of 16 with 16 cores. */
function queues(constants: Constants): string {
  const mix = mixOf(constants)
  const others = 99
  const shards = 16
  const small = 10_000 / (chosen.skew + others)
  const load = (utilization: number, largeAsks: number): Load => ({
    small: workOn(mix, small, shards),
    large: workOn(mix, small * chosen.skew, shards),
    workspaces: others + 1,
    largeAsks,
    utilization,
    questions: 6_000,
  })
  const { cores } = chosen
  const fair = { cores, places: cores, perWorkspace: Math.ceil((cores * 3) / 4) }
  const rows = [1, 100].flatMap((largeAsks) =>
    [0.05, 0.3, 0.6, 0.8].map((utilization) => {
      const [first, queue] = [{ cores, places: cores }, fair].map((server) =>
        waitedOf(load(utilization, largeAsks), server),
      )
      return [
        `${largeAsks}`,
        `${utilization * 100} %`,
        ...[first, queue].flatMap((one) => [seconds(one?.small ?? NaN), seconds(one?.large ?? NaN)]),
      ]
    }),
  )
  return markdown(
    [
      ...['questions of the large one for each of another', 'cores in use'],
      ...['small, first come', 'large, first come', 'small, fair queue', 'large, fair queue'],
    ],
    rows,
  )
}

/** bench/results/scale.md, from the measured tables alone. */
export function scalePage(constants: Constants): string {
  const floor = floorOf(constants)
  const growth = constants.questions.map((question) => predictGrowth(question, floor))
  const shards = constants.shards.map((costs) => predictShards(costs, constants.shards))
  const { plan, breaks } = capacities(constants)
  const { cores, memoryGigabytes, diskTerabytes } = chosen
  return `# Past this machine

\`npm run bench:scale\` writes this page from the other tables; [docs/scale.md](../../docs/scale.md) says what it means. Nothing here is adjusted by hand for a row.

## Constants

${markdown(
  ['constant', 'value', 'measured by'],
  [
    ['a statement over no rows', `${shown(floor)} ms`, '`bench:shards`'],
    [
      'an event with its links and views on disk',
      `${shown(constants.bytesOfEvent)} bytes`,
      '`bench -- 100000000`',
    ],
    ['rows a second of a core of the service', shown(constants.rowsOfServiceCore), '`bench:ingest`'],
    [
      'an event, service, engine and merges',
      `${shown(constants.microsecondsOfEvent)} µs`,
      '`bench:insert-cost`',
    ],
    [
      'loaded tables of a workspace, memory',
      `${shown(constants.kilobytesOfTables)} KB`,
      '`bench:workspaces`',
    ],
    [
      'loaded tables of a workspace, at the start of an engine',
      `${shown(constants.millisecondsOfTables)} ms`,
      '`bench:workspaces`',
    ],
    [
      'records of a workspace with ten saved questions',
      `${shown(constants.kilobytesOfRecords)} KB`,
      '`bench:records`',
    ],
    [
      'a question over no rows, on each shard',
      `${shown(mixOf(constants).shardFloor)} ms`,
      '`bench:shards` (median)',
    ],
    [
      'rows on shards, as times rows on one server',
      shown(shardFactor(constants.shards)),
      '`bench:shards` (median)',
    ],
  ],
)}

The cost and the memory of each question at 10, 50 and 100 million events are in their tables (\`npm run bench\`).

## Three shards, predicted and measured

Milliseconds of three engines; the factor of a question is that of the others. ${within(shards)}

${predictions(shards)}

## 100 million events, predicted and measured

Times the cost at 10 million events, by the costs at 10 and 50 million. ${within(growth)} Of a straight line through the same costs, ${within(constants.questions.map(lineOf))}

${predictions(growth)}

## Sizes

Servers of ${cores} cores, ${memoryGigabytes} GB and ${diskTerabytes} TB.

${plan}

${breaks}

## Devices by a power law

The fullest of so many shards, as times the mean, for 300,000 devices of which the n-th has n^-power of the events of the first.

${devices()}

## One workspace of a hundred times the others

10 billion events, 100 workspaces, one shard of 16: 95 of a hundred questions are answered within this time. All questions of the bench, at random times.

${queues(constants)}
`
}
