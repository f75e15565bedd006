import { get, parameters, post, type Call, type Parameter } from '../api/call.js'
import type { Metric } from '../data/metrics.js'
import { conditionsOf } from '../question/filter.js'
import { treeOf, type FilterNode } from '../question/filter-node.js'
import { eventScope, type FilterScope, type PeopleScope } from '../question/filter-scope.js'
import { groupBelow } from './edit.js'
import type { DidDraft, GroupDraft, Sent } from './draft.js'
import { filterTreeText } from '../text/filter-tree.js'

/** A number to ask for. */
export interface Wanted {
  /** The id of the draft; `all` for the rows of the query without these filters. */
  readonly id: string
  readonly call: Call
  /** Finds the draft that an error of this request is about. */
  readonly node: FilterNode | null
  readonly unit: Unit
}

export type Unit = 'event' | 'line' | 'person'

/** The most numbers that are asked for at a time; the nodes after them have none. */
export const mostCounts = 25

/** Which request counts what matches a node; null if there is none. */
export interface Counting {
  readonly unit: Unit
  readonly call: (node: FilterNode | null) => Call | null
  /** Within a `did`: its events. */
  readonly inDid: (node: FilterNode, did: DidDraft) => Call | null
}

const keys: Readonly<Record<string, Unit>> = { events: 'event', logs: 'line' }

/** The metric that counts the rows of a source; null if the service has none. */
const counterOf = (metrics: readonly Metric[], source: string): Metric | null =>
  metrics.find(
    ({ key, answer, parameters: { required = [] } }) =>
      key === source && key in keys && answer === 'series' && required.length === 0,
  ) ?? null

function rowsCall(metric: Metric | null, scope: FilterScope, node: FilterNode | null): Call | null {
  if (metric === null) return null
  const { range, timezone, audience, conditions = [] } = scope
  const query: readonly Parameter[] = [
    ...parameters({ range, timezone, audience, granularity: 'yearly' }),
    ...conditionsOf(conditions),
    ...(node === null ? [] : [['filter', JSON.stringify(node)] as const]),
  ]
  return get(metric.path, query)
}

/** Counts rows of a source, in the query that the filters belong to. */
export function rowCounting(metrics: readonly Metric[], source: string, scope: FilterScope): Counting | null {
  const metric = counterOf(metrics, source)
  if (metric === null) return null
  return {
    unit: keys[source] ?? 'event',
    call: (node) => rowsCall(metric, scope, node),
    inDid: (node, { event, within }) =>
      rowsCall(metric, eventScope({ ...scope, ...(within === '' ? {} : { range: within }) }, event), node),
  }
}

/** Counts people, as an audience of this filter has them. */
export function peopleCounting(metrics: readonly Metric[], { lookbackDays }: PeopleScope): Counting {
  const metric = counterOf(metrics, 'events')
  const range = lookbackDays === undefined ? 'all_time' : `${lookbackDays}d`
  return {
    unit: 'person',
    call: (node) =>
      post('/api/v1/audiences/count', {
        definition: {
          ...(node === null ? {} : { filter: node }),
          ...(lookbackDays === undefined ? {} : { lookback_days: lookbackDays }),
        },
      }),
    inDid: (node, { event, within }) =>
      rowsCall(metric, eventScope({ range: within === '' ? range : within }, event), node),
  }
}

/** The numbers of a tree: of all rows, of the whole tree, and of each node from the top, as many as are asked for. */
export function wantedCounts(root: GroupDraft, sent: Sent, counting: Counting): readonly Wanted[] {
  const nodeOf = new Map([...sent.idOf].map(([node, id]) => [id, node]))
  const wanted: Wanted[] = []
  const add = (id: string, node: FilterNode | null, call: Call | null, unit: Unit): void => {
    if (call !== null) wanted.push({ id, node, call, unit })
  }
  const walk = (group: GroupDraft, did: DidDraft | null): void => {
    for (const item of group.items) {
      const node = nodeOf.get(item.id)
      if (item.kind === 'did' && item.event === '') continue
      if (node !== undefined && did === null) add(item.id, node, counting.call(node), counting.unit)
      // The persons of another did are not counted within it.
      if (node !== undefined && did !== null) add(item.id, node, counting.inDid(node, did), 'event')
      const below = groupBelow(item)
      if (below !== null) walk(below, item.kind === 'did' ? item : did)
    }
  }
  const tree = treeOf(sent.items)
  add('all', null, counting.call(null), counting.unit)
  if (tree !== null) add('root', tree, counting.call(tree), counting.unit)
  walk(root, null)
  return wanted.slice(0, mostCounts)
}

export const unitName = (unit: Unit, count: number): string => filterTreeText.units[unit](count)

/** The number in the answer of a metric or of the people of an audience. */
export function countIn(answer: unknown): number | null {
  const { data } = (answer ?? {}) as {
    readonly data?: { readonly total?: unknown; readonly count?: unknown }
  }
  const count = data?.total ?? data?.count
  return typeof count === 'number' ? count : null
}
