import { randomInt } from 'node:crypto'
import type { Test } from 'tap'
import * as plan from '../../contract/index.js'
import type { AnalyticsStore, EventRow, LinkRow, Measure, Relation, Row } from '../../contract/index.js'
import { askStore } from '../../core/run/ask-store.js'
import { expand } from '../../core/run/expand.js'
import { patience } from './patience.js'

const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 10_000, threads: 2 }
const day = 86_400_000
const first = Date.UTC(2024, 0, 30)
const { column } = plan
const operators = new Map(plan.builtInOperators.map((operator) => [operator.name, operator]))
const arrival = [column('timestamp'), column('seq')]
const country = column('country')
const events = plan.scan('events', first, first + 3 * day)
const edges = [0, 1, 2, 3].map((at) => first + at * day)
const labelled = plan.derive(events, { label: plan.shownLabel(country) })
const isMobile = plan.equals(column('os'), plan.text('iOS'))

/** The first and last values by a key. */
export const ends = (by: string, value: plan.Expr = country, order = arrival): Relation => {
  const end = (kind: 'first' | 'last'): Measure => ({ kind, value, order })
  const measures = { first: end('first'), last: end('last'), rows: plan.count() }
  const shown = Object.keys(measures).map((name) => [name, column(name)] as const)
  return plan.select(plan.aggregate(events, { key: column(by) }, measures), Object.fromEntries(shown))
}
const retention = (starts: plan.Expr | null, input = labelled, by = 'label'): Relation =>
  plan.cohorts(input, { edges, periods: 3, starts, returns: null, mode: 'on', by: [by] })

/** Plans that take first or last texts, most of them from a rollup. */
export const plansOfEnds: Readonly<Record<string, Relation>> = {
  'by session': ends('session'),
  'as displayed, by session': ends('session', plan.shownLabel(country)),
  'by person': ends('person'),
  'of all': plan.aggregate(plan.where(events, isMobile), {}, { n: plan.first(country, ...arrival) }),
  'cohorts by a label': retention(null),
  'cohorts by a column': retention(null, events, 'country'),
  'cohorts by a label, of some starts': retention(isMobile),
}

/** Plans that a rollup cannot answer. */
export const plansOfEvents: Readonly<Record<string, Relation>> = {
  'the first time': ends('session', column('timestamp')),
  'a property': ends('session', plan.property('plan', 'text')),
  'cohorts of more periods than fit': plan.cohorts(labelled, {
    edges: Array.from({ length: 300 }, (_, at) => first + at * 900_000),
    ...{ periods: 3, starts: null, returns: null, mode: 'on', by: ['label'] },
  }),
  'cohorts of named starts': retention(plan.equals(column('event_name'), plan.text('view'))),
}

const event = (seq: number, person: string, ms: number, own: string | null, os = ''): EventRow => ({
  ...{ timestamp: first + ms, message_id: null, seq, device_id: person, session_id: `s ${person}` },
  ...{
    user_id: null,
    event_name: 'view',
    context: { ...(own !== null && { country: own }), os },
    properties: {},
  },
})
/** Leaves a query without the statement that answers where its own one fails. */
const withoutOther = { byGroups: null }
const sorted = (rows: readonly Row[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort()

/** Checks that ClickHouse takes first and last texts as the memory store does, whether or not events of one instant differ. */
export async function endsHold(t: Test, memory: AnalyticsStore, clickhouse: AnalyticsStore): Promise<void> {
  const both = [memory, clickhouse]
  const workspace = { id: 'ends', number: randomInt(2 ** 40) }
  for (const store of both) await store.createWorkspace(workspace)
  const append = async (events: readonly EventRow[], links: readonly LinkRow[] = []): Promise<void> => {
    const others = { contexts: [], logs: [], traits: [], metrics: [] }
    for (const store of both)
      await store.append(workspace, { ...others, events: [...events], links: [...links] })
  }
  const agree = async (when: string): Promise<void> => {
    for (const [what, relation] of Object.entries({ ...plansOfEnds, ...plansOfEvents })) {
      const [expected, found] = await Promise.all(
        both.map((store) => askStore(store, workspace, expand(relation, store, operators), limits)),
      )
      t.strictSame(sorted(found ?? []), sorted(expected ?? []), `${what}, ${when}`)
    }
  }
  const fit = async (when: string): Promise<void> => {
    const facts = await clickhouse.facts?.(workspace)
    for (const [what, relation] of Object.entries(plansOfEnds)) {
      const query = clickhouse.compile(workspace, expand(relation, clickhouse, operators), facts)
      await t.resolves(clickhouse.run({ ...query, ...withoutOther }, limits), `${what}, by slot, ${when}`)
    }
  }
  await agree('no rows')
  await fit('no rows')
  const one = ['DE', 'AT', null, 'FR', '(none)', 'DE']
  // Events of one quarter of an hour, and of several, with one country for each instant.
  await append(
    one.flatMap((own, at) => [
      event(100 + at, `never iOS ${at}`, at * day * 0.4, own),
      event(at * 5, `p${at}`, at * day * 0.4, own, 'iOS'),
      event(at * 5 + 1, `p${at}`, at * day * 0.4, own),
      event(at * 5 + 2, `p${at}`, at * day * 0.4 + 1, one[(at + 1) % 6] ?? null),
      event(at * 5 + 3, `p${at}`, at * day * 0.4 + day / 3, one[(at + 2) % 6] ?? null, 'iOS'),
      event(at * 5 + 4, `p${at}`, at * day * 0.4 + day / 3 - 1, 'IT'),
    ]),
    [0, 1, 2].map((at) => ({ timestamp: first, device_id: `p${at}`, user_id: `user ${at >> 1}` })),
  )
  await agree('one country for each instant')
  await fit('one country for each instant')
  // The events of the least instant have several countries, and one of them is missing: the least seq tells which is first.
  await append([
    event(200, 'twin', 5, 'ES', 'iOS'),
    event(199, 'twin', 5, 'PT', 'iOS'),
    event(198, 'void', 6, null, 'iOS'),
    event(197, 'void', 6, 'ES', 'iOS'),
    event(196, 'other twin', 7, 'PT', 'iOS'),
    event(195, 'other twin', 7, 'ES', 'iOS'),
  ])
  await agree('several countries at one instant')
  for (const store of both) await store.dropWorkspace(workspace)
}
