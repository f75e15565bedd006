import t from 'tap'
import * as plan from '../../contract/index.js'
import type { Row, SequenceOptions } from '../../contract/index.js'
import { expand } from '../../core/run/expand.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { sameRows } from '../kit/plans/compare-rows.js'
import {
  batchOf,
  edges,
  firstFailure,
  origin,
  sequenceCase,
  shown,
  type SequenceCase,
} from './sequence-cases.js'
import { search, type Found, type Happening } from './sequence-search.js'
import { patience } from '../support/patience.js'
import { askStore } from '../../core/run/ask-store.js'

const persons = Number(process.env['SEQUENCE_PERSONS'] ?? 24_000)
const personsOfCase = 60
const limits = { timeMs: patience, memoryBytes: 1e9, rows: 1e6 }
const workspace = { id: 'ws_1', number: 1 }
const operators = new Map(plan.builtInOperators.map((operator) => [operator.name, operator]))

t.test(
  `the lowering of sequence finds what an exhaustive search finds, for ${persons} persons`,
  async (t) => {
    const runs = Math.ceil(persons / personsOfCase)
    const search = async (one: SequenceCase): Promise<string | null> => {
      const wrong = sameRows(await lowered(one), expected(one))
      return wrong === null ? null : `${wrong}\n${JSON.stringify(one.options)}`
    }
    t.equal(await firstFailure(sequenceCase(personsOfCase), runs, search), null)
  },
)

t.test('nothing is between two steps of any order', (t) => {
  const step = plan.equals(plan.column('event_name'), plan.text('a'))
  const options: SequenceOptions = {
    steps: [step, step],
    window: 1,
    order: 'any',
    exclusions: [{ when: step, from: 1, to: 2 }],
    times: false,
    label: null,
    edges: null,
    lastOnly: false,
  }
  t.throws(() => plan.sequence(plan.scan('events'), options), /order any/)
  t.throws(() => plan.sequence(plan.scan('logs'), { ...options, exclusions: [] }), /person/)
  t.end()
})

async function lowered({ people, options }: SequenceCase): Promise<readonly Row[]> {
  const store = createMemoryStore()
  await store.createWorkspace(workspace)
  await store.append(workspace, batchOf(people))
  return askStore(store, workspace, expand(shown(options), store, operators), limits)
}

function expected({ people, steps, exclusions, options }: SequenceCase): readonly Row[] {
  const { order, window, lastOnly } = options
  const buckets = options.edges === null ? [null] : options.edges.slice(1).map((_, bucket) => bucket)
  return people.flatMap((own, person) => {
    const events = own.map((event): Happening => ({
      time: event.time,
      steps: steps.map(({ test }) => test(event)),
      breaks: steps.map((_, at) =>
        exclusions.some(({ when, from, to }) => from <= at + 1 && at + 1 < to && when.test(event)),
      ),
      label: event.label,
    }))
    return buckets.flatMap((bucket) => {
      const inside = (time: number): boolean =>
        bucket === null || (origin + time >= (edges[bucket] ?? 0) && origin + time < (edges[bucket + 1] ?? 0))
      const found = search(events, order, window, inside)
      if (found === null) return []
      const short = lastOnly && found.depth < steps.length
      const counted = short ? search(events.map(firstOnly(order)), order, window, inside) : found
      return [told(`p${person}`, bucket, counted ?? found, options)]
    })
  })
}

/** As if the sequence ended with its first step. */
const firstOnly =
  (order: plan.SequenceOrder) =>
  (event: Happening): Happening => ({
    ...event,
    steps: [order === 'any' ? event.steps.includes(true) : event.steps[0] === true],
  })

function told(device: string, bucket: number | null, found: Found, options: SequenceOptions): Row {
  const times = options.steps.map((_, at) => {
    const time = found.times[at]
    return [plan.timeOf(at + 1), time === undefined ? null : origin + time] as const
  })
  return {
    device,
    ...(bucket === null ? {} : { bucket }),
    depth: found.depth,
    ...(options.times ? Object.fromEntries(times) : {}),
    ...(options.label === null ? {} : { label: found.label }),
  }
}
