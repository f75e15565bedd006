import t from 'tap'
import * as plan from '../../../../contract/index.js'
import type { Relation } from '../../../../contract/index.js'
import type { Span } from '../../../sql/views/periods-of-operator.js'
import { compileQuery } from '../../query/compile-query.js'
import { rollupSet } from '../rollups/tables.js'
import { dayBits } from './masks.js'

const dayMs = 86_400_000
const all = { from: null, to: null }
const span = (bit: number, from: number | null, to: number): Span => ({
  bit,
  from: from === null ? null : from * dayMs,
  to: to * dayMs,
})
const full = String(2n ** 60n - 1n)

t.test('days of one bit are moved, days that share a bit are tested', (t) => {
  const bits = dayBits([span(0, 58, 59), span(1, 59, 60), span(2, 60, 62)], all)
  t.strictSame(bits, {
    blocks: [
      { block: 0, moved: [{ days: String(3n << 58n), by: -58 }], shared: [] },
      { block: 1, moved: [], shared: [{ days: '3', bit: 2 }] },
    ],
    before: null,
  })
  t.strictSame(dayBits([span(5, 60, 61), span(6, 61, 62)], all)?.blocks[0]?.moved, [{ days: '3', by: 5 }])
  t.end()
})

t.test('a period over several blocks and a gap', (t) => {
  const bits = dayBits([span(0, 0, 60), span(1, 130, 131)], all)
  t.strictSame(bits?.blocks, [
    { block: 0, moved: [], shared: [{ days: full, bit: 0 }] },
    { block: 1, moved: [], shared: [] },
    { block: 2, moved: [{ days: String(1n << 10n), by: -9 }], shared: [] },
  ])
  t.end()
})

t.test('everything before is a bit of all earlier blocks', (t) => {
  const spans = [span(0, null, 62), span(1, 62, 63)]
  t.strictSame(dayBits(spans, all), {
    blocks: [{ block: 1, moved: [{ days: '4', by: -1 }], shared: [{ days: '3', bit: 0 }] }],
    before: 0,
  })
  t.equal(dayBits([span(0, null, 60), span(1, 60, 61)], all)?.before, 0)
  const bounded = dayBits(spans, { from: 61 * dayMs, to: null })
  t.strictSame(bounded, {
    blocks: [
      {
        block: 1,
        moved: [{ days: '6', by: -1 }],
        shared: [],
      },
    ],
    before: null,
  })
  t.end()
})

t.test('parts of days, ranges without an end and long ones do not fit', (t) => {
  const noon = dayMs / 2
  const day = [span(0, 1, 2)]
  t.not(dayBits(day, all), null)
  t.equal(dayBits([{ bit: 0, from: noon, to: dayMs }], all), null)
  t.equal(dayBits([{ bit: 0, from: 0, to: noon }], all), null)
  t.equal(dayBits([{ bit: 0, from: 0, to: null }], all), null)
  t.equal(dayBits(day, { from: dayMs + noon, to: null }), null)
  t.equal(dayBits(day, { from: null, to: 2 * dayMs - 1 }), null)
  t.equal(dayBits(day, { from: 2 * dayMs, to: null }), null, 'nor a span outside of the range')
  t.not(dayBits([span(0, 0, 720)], all), null)
  t.equal(dayBits([span(0, 0, 721)], all), null)
  t.equal(dayBits([span(0, 0, 1), span(1, 800, 801)], all), null, 'nor a long gap')
  t.end()
})

const { column } = plan
const rows = plan.scan('events', 0, 7 * dayMs)
const perDay = (input: Relation, every = dayMs): Relation => {
  const edges = Array.from({ length: (7 * dayMs) / every + 1 }, (_, index) => index * every)
  return plan.aggregate(
    input,
    { bucket: plan.bucket(column('timestamp'), edges) },
    { persons: plan.countDistinct(column('person')) },
  )
}
const whose = (condition: plan.Expr): Relation => perDay(plan.where(rows, condition))
const cohorts = (of: Partial<plan.CohortsOptions>): Relation =>
  plan.cohorts(rows, {
    ...{ edges: [0, dayMs, 2 * dayMs], periods: 2, mode: 'on', starts: null, returns: null, by: [] },
    ...of,
  })

/** Plans, and whether the days of devices answer them. */
const plans: readonly (readonly [string, Relation, boolean])[] = [
  ['persons of each day', perDay(rows), true],
  ['identified persons of each day', whose(plan.not(plan.missing(column('user_id')))), true],
  ['persons of each half a day', perDay(rows, dayMs / 2), false],
  ['persons of an event', whose(plan.equals(column('event_name'), plan.text('a'))), false],
  ['a user', whose(plan.equals(column('user_id'), plan.text('a'))), false],
  ['persons of a part of a day', perDay(plan.scan('events', 0, 7 * dayMs - 900_000)), false],
  ['returning persons', cohorts({}), true],
  ['persons who return on or after', cohorts({ mode: 'on_or_after' }), false],
  ['persons who return by country', cohorts({ by: ['country'] }), false],
  [
    'persons who start with an event',
    cohorts({ starts: plan.equals(column('event_name'), plan.text('a')) }),
    false,
  ],
]

t.test('questions about whole days of all persons read the days of devices', (t) => {
  const workspace = { id: 'ws_1', number: 1 }
  for (const [name, asked, fits] of plans) {
    const { text, reads, rules } = compileQuery(workspace, asked, { views: rollupSet, days: true })
    t.equal(rules?.includes('match-device-days'), fits, name)
    t.equal(text.includes('"w1".device_days_v1'), fits, `${name}: the statement`)
    t.equal(reads?.includes('device_days'), fits, `${name}: what it reads`)
    if (fits) t.notMatch(text, 'device_slots')
    const without = compileQuery(workspace, asked, { views: rollupSet })
    t.notOk(without.rules?.includes('match-device-days'), 'not while they do not answer')
  }
  t.end()
})
